import { RobotsCache, type RobotsEntry } from "../cache/index.ts";
import { BoundedMap } from "../common/bounded-map.ts";
import { originOf } from "../common/origin.ts";
import { DEFAULT_MAX_BYTES, printOctets } from "../parser/index.ts";
import { RobotsPolicy, type Dialect } from "../policy/index.ts";
import type { Question } from "./arguments.ts";
import { readRobots } from "./input.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";

/** robots.txt as one dialect reads it. */
export interface Reading {
  readonly dialect: Dialect;
  readonly policy: RobotsPolicy;
}

/** The rules of a file or of a site. */
export interface Rules {
  /** What to call them: a path, or an address. */
  readonly name: string;
  /** One for each dialect that is looked at, in their order. */
  readonly readings: readonly Reading[];
  /** How the site stands that was asked for them; none for a file. */
  readonly entry?: RobotsEntry;
}

/** Finds the rules that count for a URL. Rejects with a `UsageError` for a URL that has none. */
export type RulesFor = (url: string) => Promise<Rules>;

/** So many sites are remembered while a list is read. */
const REMEMBERED_SITES = 1_000;

/** What is sent as `User-Agent`: who asks for robots.txt is this program, whoever the answer is for. */
const USER_AGENT = "robots-governor";

const robotsOf = (origin: string): string => `${origin}/robots.txt`;

/** Reads octets once for each dialect. */
const readingsOf = (
  octets: Uint8Array,
  dialects: readonly Dialect[],
  options: { maxBytes: number; url?: string },
): readonly Reading[] =>
  dialects.map((dialect) => ({ dialect, policy: RobotsPolicy.parse(octets, { dialect, ...options }) }));

/** A site that has no file answers alike in every dialect. */
function siteReadings(
  { state, policy, origin }: RobotsEntry,
  dialects: readonly Dialect[],
  { maxBytes = DEFAULT_MAX_BYTES, site = robotsOf(origin) }: Question,
): readonly Reading[] {
  if (state !== "rules") return dialects.map((dialect) => ({ dialect, policy }));
  return readingsOf(printOctets(policy.document), dialects, { maxBytes, url: site });
}

/** Asks the site of each URL for its rules, each site once. */
function rulesOfSites(question: Question, dialects: readonly Dialect[]): RulesFor {
  const maxBytes = Math.max(DEFAULT_MAX_BYTES, question.maxBytes ?? 0);
  const cache = new RobotsCache({ userAgent: USER_AGENT, maxBytes });
  const known = new BoundedMap<string, Rules>({ maxEntries: REMEMBERED_SITES });
  return async (url) => {
    const origin = originOf(url);
    if (origin === undefined) {
      throw new UsageError(`whose rules count for ${url}? Give --robots, --site or an http: or https: URL`);
    }
    const remembered = known.get(origin);
    if (remembered !== undefined) return remembered;
    const entry = await cache.lookup(origin);
    const rules = { name: robotsOf(origin), readings: siteReadings(entry, dialects, question), entry };
    known.set(origin, rules);
    return rules;
  };
}

async function rulesOfFile(
  path: string,
  { site, maxBytes = DEFAULT_MAX_BYTES }: Question,
  dialects: readonly Dialect[],
  io: Io,
): Promise<Rules> {
  const octets = await readRobots(path, maxBytes, io);
  const options = site === undefined ? { maxBytes } : { maxBytes, url: site };
  return {
    name: path === "-" ? "standard input" : path,
    readings: readingsOf(octets, dialects, options),
  };
}

const isAddress = (text: string): boolean => originOf(text) !== undefined;

/**
 * Opens the rules of a question: those of the file or site it names, else those that the site of each URL has
 * now.
 *
 * @throws UsageError when what it names cannot be read.
 */
export async function openRules(question: Question, dialects: readonly Dialect[], io: Io): Promise<RulesFor> {
  const named = question.robots ?? question.site;
  if (named === undefined) return rulesOfSites(question, dialects);
  const rules = isAddress(named)
    ? await rulesOfSites(question, dialects)(named)
    : await rulesOfFile(named, question, dialects, io);
  return async () => rules;
}
