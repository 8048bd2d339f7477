/** A moment longer ago than anything the law remembers; finite, so that sums with it are. */
export const NEVER_MS = -1e12;

/** Why nothing starts before the cooldown ends. */
export type CooldownReason = "cooldown" | "rate-limit" | "parked" | "blocked";

/**
 * What is known of one host, as a flat array of numbers with a version in front: what stores keep. The
 * law gives a new one with each step and never changes one. Below 400 octets as JSON.
 */
export type HostState = readonly number[];

/**
 * A state with names, opened for one step: plain numbers, no history. Times are the store's milliseconds,
 * rates per second. What is set is rounded at once, so that it reads now as it will be read from a store.
 */
export interface Host {
  /** The state that is made: what the names below stand for. */
  readonly numbers: number[];
  /** The latest time this state has seen: a clock that reads less has jumped back. */
  seenMs: number;
  /** The last start that was granted; ahead of `seenMs` when it was booked. */
  startMs: number;
  /** What jitter makes of the interval after that start, 1 or more. */
  spacing: number;
  /** Nothing starts before this. */
  cooldownUntilMs: number;
  cooldownReason: CooldownReason;

  /** The learned rate once the way back is over; on the way back it is what the way leads to. */
  rate: number;
  /** W: the rate at which the host last refused; 0 when it never did. */
  ceiling: number;
  /** Whether the last event came at a rate that had proved good: then what follows may be an outage. */
  wasProven: boolean;
  /** When the way back ends: from then on the rate grows. */
  backUntilMs: number;
  /** H: how long the way back takes. */
  holdMs: number;
  /** Where it begins, as a share of the rate it leads to. */
  depth: number;
  /** When the rate last grew. */
  grownMs: number;
  /** Clean answers since then. */
  grownClean: number;
  /** Starts per second, of late. */
  sent: number;
  /** Answers that were no refusal since `acceptedFromMs`: when the last event and its wait were over. */
  accepted: number;
  acceptedFromMs: number;
  /** The same in a window of half a minute or more, and what came per second in the window before it. */
  windowAccepted: number;
  windowFromMs: number;
  windowBefore: number;
  /** The last event: answers to what started before it belong to it too. */
  eventMs: number;

  /** 5xx in a row. */
  failures: number;
  /** Refusals in a row, each of a request that started after the one before was known. */
  refusals: number;
  /** 401 and 403 in a row. */
  rejections: number;
  /** The last pause after which the host answered well, while everything else was refused. */
  pauseMs: number;
  /** When everything was last refused for long. */
  spellMs: number;

  /** The learned in-flight limit. */
  limit: number;
  /** The most in flight with which a request was answered well. */
  provenInFlight: number;
  /** The limit does not grow before this. */
  limitHeldUntilMs: number;
  /** How long it is held the next time. */
  limitHoldMs: number;
  /** Latencies in the current window: how many, their sum, the sum of their squares. */
  latencyCount: number;
  latencySum: number;
  latencySquares: number;
  /** The most in flight in the current window. */
  windowInFlight: number;
  /** The mean latency without a queue; 0 when not measured yet. */
  baselineMs: number;
  /** When that was last seen. */
  baselineSeenMs: number;

  /** The largest Crawl-delay observed; 0 when none. */
  crawlDelayMs: number;
  /** What RateLimit fields ask for, and until when. */
  hintIntervalMs: number;
  hintUntilMs: number;

  /** When the first bucket of leases runs out; the buckets are at the end of `numbers`. */
  leasesUntilMs: number;
}
