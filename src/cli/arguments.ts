import { parseArgs } from "node:util";
import { originOf } from "../common/origin.ts";
import { productTokenOf, type Dialect } from "../policy/index.ts";
import type { ColorWish } from "./render/color.ts";
import { UsageError } from "./usage-error.ts";

/** Who asks, as `--agent` says. */
export interface AgentChoice {
  /** The argument as it was given, without blanks around. */
  readonly label: string;
  /** Its product tokens, in order of preference. */
  readonly tokens: readonly string[];
}

/** What `check` and `explain` are asked. */
export interface Question {
  readonly urls: readonly string[];
  /** A file with more URLs; `-` is standard input. */
  readonly urlList: string | undefined;
  /** Where robots.txt comes from: a file, `-` for standard input, or the URL of a site. None: each URL's site. */
  readonly robots: string | undefined;
  /** The site that robots.txt speaks for; none for a file: every URL is taken for one of its site. */
  readonly site: string | undefined;
  readonly agents: readonly AgentChoice[];
  /** One, or both. */
  readonly dialects: readonly Dialect[];
  readonly maxBytes: number | undefined;
  readonly json: boolean;
  readonly color: ColorWish;
}

/** The options that `--help` of both commands lists. */
export const QUESTION_HELP = `Options:
  --robots FILE|URL  the robots.txt to ask: a file, - for standard input, or the URL of one or of any
                     page of its site. Default: what the site of each URL (or --site) has now
  --agent TOKEN      the crawler's product token; give it again for more crawlers.
                     "a,b" is one crawler that goes by a, else by b. Default: * (any crawler)
  --urls FILE|-      more URLs, one a line; a line that begins with # is a comment
  --site URL         the site the file speaks for: URLs of other sites are out of scope
  --dialect NAME     rfc9309 (default), google, or both
  --max-bytes N      read so much of robots.txt, at least 1024. Default: 512000
  --json             one JSON value a line, for programs
  --color WHEN       auto (default: on terminals), always, never; NO_COLOR and FORCE_COLOR count
  -h, --help         this page
`;

const OPTIONS = {
  robots: { type: "string", multiple: true },
  agent: { type: "string", multiple: true },
  urls: { type: "string", multiple: true },
  site: { type: "string", multiple: true },
  dialect: { type: "string", multiple: true },
  "max-bytes": { type: "string", multiple: true },
  color: { type: "string", multiple: true },
  json: { type: "boolean" },
} as const;

type OptionName = Exclude<keyof typeof OPTIONS, "json">;
type Given = Partial<Record<OptionName, string[]>>;

const DIALECTS: ReadonlyMap<string, readonly Dialect[]> = new Map([
  ["rfc9309", ["rfc9309"]],
  ["google", ["google"]],
  ["both", ["rfc9309", "google"]],
]);
const COLOR_WISHES: ReadonlyMap<string, ColorWish> = new Map([
  ["auto", "auto"],
  ["always", "always"],
  ["never", "never"],
]);
const LEAST_MAX_BYTES = 1024;

function parse(args: readonly string[]): { values: Given & { json?: boolean }; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // parseArgs has no other way to refuse. The first sentence of its messages says all that people need.
    const [message = ""] = String(error instanceof Error ? error.message : error).split(/\. |\n/, 1);
    throw new UsageError(message, { cause: error });
  }
}

function single(given: Given, name: OptionName): string | undefined {
  const [value, ...more] = given[name] ?? [];
  if (more.length > 0) throw new UsageError(`--${name} can be given once, got ${more.length + 1}`);
  if (value === "") throw new UsageError(`--${name} is empty`);
  return value;
}

function oneOf<T>(given: Given, name: OptionName, choices: ReadonlyMap<string, T>, otherwise: string): T {
  const value = single(given, name) ?? otherwise;
  const choice = choices.get(value);
  if (choice === undefined)
    throw new UsageError(`--${name} must be one of ${[...choices.keys()].join(", ")}, got ${value}`);
  return choice;
}

/** A product token, perhaps with a version; or any crawler. */
const AGENT = /^(?:[a-z0-9_-]+(?:\/\S*)?|\*)$/i;

/** Values without those that were there before, as `keyOf` tells them apart. */
const distinct = <T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] => {
  const seen = new Set<string>();
  return values.filter((value) => !seen.has(keyOf(value)) && seen.add(keyOf(value)));
};

function agentChoice(argument: string): AgentChoice {
  const label = argument.trim();
  const tokens = distinct(
    label.split(",").map((token) => token.trim()),
    (token) => token.toLowerCase(),
  );
  if (tokens.every((token) => AGENT.test(token))) return { label, tokens };
  // A header is never searched silently: it would be a guess about who asks.
  const found = productTokenOf(label);
  const hint = found === undefined || !label.includes("/") ? "" : `; did you mean ${found}?`;
  throw new UsageError(
    `--agent must be a product token (letters, digits, - and _), or several as "a,b", got "${label}"${hint}`,
  );
}

function maxBytesOf(given: Given): number | undefined {
  const text = single(given, "max-bytes");
  if (text === undefined) return undefined;
  const maxBytes = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(maxBytes) && maxBytes >= LEAST_MAX_BYTES) return maxBytes;
  throw new UsageError(`--max-bytes must be a whole number of at least ${LEAST_MAX_BYTES}, got ${text}`);
}

function siteOf(given: Given): string | undefined {
  const site = single(given, "site");
  if (site !== undefined && originOf(site) === undefined)
    throw new UsageError(`--site must be an absolute http: or https: URL, got ${site}`);
  return site;
}

function checkUrl(url: string): void {
  if (url === "") throw new UsageError("a URL is empty");
  if (url === "-") throw new UsageError("- is no URL; --urls - reads a list from standard input");
}

/**
 * Reads the arguments of `check` and `explain`.
 *
 * @throws UsageError when they do not make a question.
 */
export function questionOf(args: readonly string[]): Question {
  const { values, positionals: urls } = parse(args);
  const robots = single(values, "robots");
  const urlList = single(values, "urls");
  if (urls.length === 0 && urlList === undefined) throw new UsageError("no URL to ask about");
  if (robots === "-" && urlList === "-")
    throw new UsageError("--robots - and --urls - both want standard input, which there is once");
  for (const url of urls) checkUrl(url);
  return {
    urls,
    urlList,
    robots,
    site: siteOf(values),
    agents: distinct((values.agent ?? ["*"]).map(agentChoice), ({ tokens }) => tokens.join().toLowerCase()),
    dialects: oneOf(values, "dialect", DIALECTS, "rfc9309"),
    maxBytes: maxBytesOf(values),
    json: values.json ?? false,
    color: oneOf(values, "color", COLOR_WISHES, "auto"),
  };
}
