import { parseArgs } from "node:util";
import type { FetcherOptions } from "../../fetcher/index.ts";
import { parseDuration } from "../render/duration.ts";
import { UsageError } from "../usage-error.ts";

/** What `fetch` is asked to do. */
export interface FetchQuestion {
  readonly urls: readonly string[];
  /** A file with more URLs; `-` is standard input. */
  readonly urlList: string | undefined;
  readonly concurrency: number;
  readonly json: boolean;
  readonly body: boolean;
  readonly fetcher: FetcherOptions;
}

/** The page that `--help` prints. */
export const FETCH_HELP = `Fetches pages as a polite crawler does: robots.txt first, each host in its own pace, from public
addresses alone.

  robots-governor fetch URL… --user-agent "MyBot/1.0 (+https://my.site/bot)" [options]

Options:
  --user-agent TEXT      who you are, and a URL or mail address where you can be reached. Needed;
                         ROBOTS_GOVERNOR_USER_AGENT sets it too
  --urls FILE|-          more URLs, one a line; a line that begins with # is a comment
  --delay 2s             least time between requests to a host (ms, s, m, h); a longer Crawl-delay counts.
                         Default: one second at first, and then what the host bears
  --concurrency 8        pages under way, of all hosts together
  --max-requests N       no more requests than these to one domain
  --retries N            more attempts after a 5xx, a limit of time or a broken connection. Default: 0
  --timeout 60s          how long one page may take, the waits for its turn apart
  --max-bytes N          the largest page. Default: 10485760
  --type TYPE            a content type to accept; again for more; "*/*" for any. Default: HTML and XHTML
  --allow-address CIDR   opens addresses that are not public, for tests and intranets; again for more
  --secrets-for ORIGIN   where ROBOTS_GOVERNOR_AUTH_TOKEN and ROBOTS_GOVERNOR_COOKIE may go; again for more
  --body                 write the bodies of the pages to standard output, and the lines to standard error
  --json                 one JSON value a line, for programs; with --body the body is in it
  -h, --help             this page

Exit code: 0 every page was fetched, 1 some were not, 2 misuse, or a list that cannot be read.
`;

const options = {
  "user-agent": { type: "string" },
  urls: { type: "string" },
  delay: { type: "string" },
  concurrency: { type: "string" },
  "max-requests": { type: "string" },
  retries: { type: "string" },
  timeout: { type: "string" },
  "max-bytes": { type: "string" },
  type: { type: "string", multiple: true },
  "allow-address": { type: "string", multiple: true },
  "secrets-for": { type: "string", multiple: true },
  body: { type: "boolean" },
  json: { type: "boolean" },
} as const;

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });

type Values = ReturnType<typeof parse>["values"];

function parsed(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args);
  } catch (error) {
    const [message = ""] = String(error instanceof Error ? error.message : error).split(/\. |\n/, 1);
    throw new UsageError(message, { cause: error });
  }
}

function count(
  values: Values,
  name: "concurrency" | "max-requests" | "retries" | "max-bytes",
  least: number,
) {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new UsageError(`--${name} must be a whole number of at least ${least}, got ${text}`);
}

function duration(values: Values, name: "delay" | "timeout"): number | undefined {
  const text = values[name];
  const ms = text === undefined ? undefined : text === "0" ? 0 : parseDuration(text);
  if (text !== undefined && ms === undefined)
    throw new UsageError(`--${name} must be a time with its unit, as 500ms, 90s, 10m or 1h, got ${text}`);
  return ms;
}

/** Entries without those that were not given. */
const given = <T extends object>(entries: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

/**
 * Reads the arguments of `fetch`.
 *
 * @throws UsageError when they make no question.
 */
export function fetchQuestionOf(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): FetchQuestion {
  const { values, positionals: urls } = parsed(args);
  if (urls.length === 0 && values.urls === undefined) throw new UsageError("no URL to fetch");
  const userAgent = values["user-agent"] ?? env["ROBOTS_GOVERNOR_USER_AGENT"];
  if (userAgent === undefined)
    throw new UsageError('--user-agent is needed: say who you are, as "MyBot/1.0 (+https://my.site/bot)"');
  return {
    urls,
    urlList: values.urls,
    concurrency: count(values, "concurrency", 1) ?? 8,
    json: values.json ?? false,
    body: values.body ?? false,
    fetcher: {
      userAgent,
      env,
      ...given({
        requestDelayMs: duration(values, "delay"),
        maxRequestsPerDomain: count(values, "max-requests", 1),
        maxRetries: count(values, "retries", 0),
        timeoutMs: duration(values, "timeout"),
        maxBytes: count(values, "max-bytes", 1),
        contentTypes: values.type,
        allowAddresses: values["allow-address"],
        secretOrigins: values["secrets-for"],
      }),
    },
  };
}
