import type { Settings } from "./settings.ts";

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
 * rates per second.
 */
export interface Host {
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
  /** W before the last event, where that event came at a rate below it; 0 otherwise. */
  ceilingBefore: number;
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

  /** When the first bucket of `leases` runs out. */
  leasesUntilMs: number;
  /** Requests in flight, by when their lease runs out. */
  leases: number[];
}

/** A host nothing is known of. */
export function freshHost(nowMs: number, settings: Settings): Host {
  const rate = 1000 / settings.baseIntervalMs;
  return {
    seenMs: nowMs,
    startMs: NEVER_MS,
    spacing: 1,
    cooldownUntilMs: NEVER_MS,
    cooldownReason: "cooldown",
    rate,
    ceiling: 0,
    ceilingBefore: 0,
    backUntilMs: NEVER_MS,
    depth: 1,
    holdMs: 0,
    grownMs: nowMs,
    grownClean: 0,
    sent: 0,
    accepted: 0,
    acceptedFromMs: nowMs,
    windowAccepted: 0,
    windowFromMs: nowMs,
    windowBefore: 0,
    eventMs: NEVER_MS,
    failures: 0,
    refusals: 0,
    rejections: 0,
    pauseMs: 0,
    spellMs: NEVER_MS,
    limit: settings.startConcurrency,
    provenInFlight: 0,
    limitHeldUntilMs: NEVER_MS,
    limitHoldMs: 0,
    latencyCount: 0,
    latencySum: 0,
    latencySquares: 0,
    windowInFlight: 0,
    baselineMs: 0,
    baselineSeenMs: nowMs,
    crawlDelayMs: 0,
    hintIntervalMs: 0,
    hintUntilMs: NEVER_MS,
    leasesUntilMs: NEVER_MS,
    leases: [],
  };
}
