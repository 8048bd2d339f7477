/** What came of one request. Every field may be missing; what is there is judged, never trusted. */
export interface Observation {
  /** HTTP status, where an answer came. */
  status?: number;
  /** From sending the request to the head of the answer. */
  latencyMs?: number;
  /** What the client threw instead of an answer. An abort by the caller teaches nothing. */
  error?: unknown;
  /** The answer's header fields: only `Retry-After`, `Date`, `Age` and the RateLimit fields are read. */
  headers?: HeaderSource;
  /** A Crawl-delay seen in robots.txt: kept as a floor. */
  crawlDelayMs?: number;
}

/** Header fields in any of the shapes clients have them: `Headers`, pairs, or an object. */
export type HeaderSource =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | number | undefined>>;

/**
 * What an outcome says about the host: `clean` it is well; `overload` it is asked too much; `failure` it
 * is unwell, which three times in a row counts as overload; `blocked` it does not want us; `ignored`
 * nothing.
 */
export type Outcome = "clean" | "overload" | "failure" | "blocked" | "ignored";

const OVERLOAD_STATUSES: ReadonlySet<number> = new Set([408, 429, 430, 503, 529]);
const BLOCKED_STATUSES: ReadonlySet<number> = new Set([401, 403]);

/** Judges an observation; see {@link Outcome}. */
export function outcomeOf({ status, error }: Observation): Outcome {
  if (status !== undefined && status >= 200 && status < 1000) {
    if (OVERLOAD_STATUSES.has(status)) return "overload";
    if (BLOCKED_STATUSES.has(status)) return "blocked";
    if (status === 407) return "ignored";
    return status >= 500 ? "failure" : "clean";
  }
  return error === undefined || isAbort(error) ? "ignored" : "overload";
}

const nameOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null ? (error as { name?: unknown }).name : undefined;

const isAbort = (error: unknown): boolean => nameOf(error) === "AbortError";
