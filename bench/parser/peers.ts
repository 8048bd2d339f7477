import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { contender, type AnyContender } from "./contender.ts";

// The peers are CommonJS, and their types are absent or describe another module system: the few members
// that are used are declared here. Each is loaded only when it is asked for.
const require = createRequire(import.meta.url);

interface RobotsParserPolicy {
  isAllowed(url: string, agent: string): boolean | undefined;
  getSitemaps(): string[];
}

/** The contender that every ratio refers to. */
export function robotsParser(): AnyContender {
  const parse = require("robots-parser") as (url: string, text: string) => RobotsParserPolicy;
  return contender<RobotsParserPolicy>({
    name: "robots-parser",
    kind: "answers",
    parse: (file) => parse(`${file.origin}/robots.txt`, file.text),
    isAllowed: (policy, { url, agent }) => policy.isAllowed(url, agent) ?? true,
    sitemaps: (policy) => policy.getSitemaps().length,
  });
}

interface ParsedGroups {
  groups: { agents: string[]; rules: { rule: string; path: string }[] }[];
  extensions: { extension: string; value: string }[];
}
interface Guard {
  isAllowed(agent: string, path: string): boolean;
}

/** robots-txt-guard on what robots-txt-parse reads from a stream. */
export function robotsTxtGuard(): AnyContender {
  const parseGroups = require("robots-txt-parse") as (content: Readable) => Promise<ParsedGroups>;
  const makeGuard = require("robots-txt-guard") as (groups: ParsedGroups) => Guard;
  return contender<{ guard: Guard; sitemaps: number }>({
    name: "robots-txt-guard",
    kind: "answers",
    parse: async (file) => {
      const parsed = await parseGroups(Readable.from([file.text], { objectMode: false }));
      return {
        guard: makeGuard(parsed),
        sitemaps: parsed.extensions.filter(({ extension }) => extension === "sitemap").length,
      };
    },
    isAllowed: ({ guard }, { path, agent }) => guard.isAllowed(agent, path),
    sitemaps: ({ sitemaps }) => sitemaps,
  });
}

interface RobotsTxtParser {
  parseRobots(url: string, text: string): void;
  setUserAgent(agent: string): void;
  canCrawlSync(url: string): boolean;
  getSitemapsSync(): string[];
}

/** robots-txt-parser, one instance for each file: an instance has one active file at a time. */
export function robotsTxtParser(): AnyContender {
  const makeRobots = require("robots-txt-parser") as (options: { userAgent: string }) => RobotsTxtParser;
  return contender<RobotsTxtParser>({
    name: "robots-txt-parser",
    kind: "answers",
    parse: (file) => {
      const robots = makeRobots({ userAgent: "*" });
      robots.parseRobots(file.origin, file.text);
      return robots;
    },
    isAllowed: (robots, { url, agent }) => {
      robots.setUserAgent(agent);
      return robots.canCrawlSync(url);
    },
    sitemaps: (robots) => robots.getSitemapsSync().length,
  });
}
