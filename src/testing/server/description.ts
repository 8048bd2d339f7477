/** How a limit tells a client to wait: not at all, as seconds, or as an HTTP date. */
export type RetryAfterForm = "none" | "seconds" | "date";

/** Which fields on each answer tell the client what is left. */
export type HintFields = "none" | "ratelimit" | "ratelimit-structured" | "x-ratelimit" | "x-ratelimit-epoch";

/** What every limit may say when it refuses. */
interface Refusing {
  /** @defaultValue 429 */
  readonly status?: number;
  /** @defaultValue "none" */
  readonly retryAfter?: RetryAfterForm;
}

/** A bucket of tokens; `factors` change its refill rate from a time on, to model capacity that drops and returns. */
export interface TokenBucketLimit extends Refusing {
  readonly type: "token-bucket";
  readonly ratePerSecond: number;
  readonly burst: number;
  readonly factors?: readonly { readonly fromMs: number; readonly factor: number }[];
  /** @defaultValue "none" */
  readonly hints?: HintFields;
}

/** At most so many requests in any stretch of `windowMs`. */
export interface SlidingWindowLimit extends Refusing {
  readonly type: "sliding-window";
  readonly requests: number;
  readonly windowMs: number;
  /** Whether refused requests count too, so that knocking keeps the door shut. @defaultValue false */
  readonly countsRefused?: boolean;
}

/** So many requests a window; windows follow one another. */
export interface QuotaLimit extends Refusing {
  readonly type: "quota";
  readonly requests: number;
  readonly windowMs: number;
  /** @defaultValue "none" */
  readonly hints?: HintFields;
}

/** Everything is refused at times. Status 0 is a connection that is reset. */
export interface OutageLimit extends Refusing {
  readonly type: "outage";
  readonly outages: readonly { readonly fromMs: number; readonly untilMs: number }[];
}

/** More than so many refusals by the limits after it within a window, and a client is shut out for `banMs`. */
export interface BanLimit extends Refusing {
  readonly type: "ban";
  readonly refusals: number;
  readonly windowMs: number;
  readonly banMs: number;
}

/** A bucket whose overflow puts a client into a box for `boxMs`; each request from inside starts it anew. */
export interface PenaltyBoxLimit extends Refusing {
  readonly type: "penalty-box";
  readonly ratePerSecond: number;
  readonly burst: number;
  readonly boxMs: number;
}

/** At most so many requests at once. */
export interface ConnectionLimit extends Refusing {
  readonly type: "connections";
  readonly connections: number;
}

/** A share of answers fails, whatever the pace. */
export interface FailureLimit {
  readonly type: "failures";
  readonly share: number;
  /** @defaultValue 500 */
  readonly status?: number;
}

/** One reason for which a server refuses. */
export type LimitDescription =
  | TokenBucketLimit
  | SlidingWindowLimit
  | QuotaLimit
  | OutageLimit
  | BanLimit
  | PenaltyBoxLimit
  | ConnectionLimit
  | FailureLimit;

/** Answers take `medianMs`, log-normally spread; `spread` 0 is always the same, 0.3 a usual server. */
export interface PlainLatency {
  readonly type: "plain";
  readonly medianMs: number;
  /** @defaultValue 0.2 */
  readonly spread?: number;
}

/** Requests queue for one of `servers`, together with those of others; service times are exponential. */
export interface QueueLatency {
  readonly type: "queue";
  readonly servers: number;
  readonly serviceMs: number;
  readonly othersPerSecond: number;
  /** Added to each answer for the way there and back. @defaultValue 0 */
  readonly wayMs?: number;
}

/** A server as data: limits in the order in which they are asked, and how long an answer takes. */
export interface ServerDescription {
  readonly name: string;
  readonly limits: readonly LimitDescription[];
  readonly latency: PlainLatency | QueueLatency;
  /** What its robots.txt asks for. @defaultValue 0 */
  readonly crawlDelayMs?: number;
}
