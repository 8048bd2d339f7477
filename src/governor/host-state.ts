import type { Settings } from "./settings.ts";

/** A moment longer ago than anything the law remembers; finite, so that sums with it are. */
export const NEVER_MS = -1e13;

/** Leases are counted in this many buckets by the time they run out, so that a state cannot grow. */
export const LEASE_BUCKETS = 4;

/**
 * What is known of one host: plain numbers, no history. Times are the store's milliseconds. States are
 * never changed in place; {@link packState} makes the short form that stores keep.
 */
export interface HostState {
  /** The latest time this state has seen: a clock that reads less has jumped back. */
  readonly seenMs: number;
  /** The last start that was granted; ahead of `seenMs` when it was booked. */
  readonly startMs: number;
  /** Nothing starts before this. */
  readonly cooldownUntilMs: number;
  /** The learned interval between starts. */
  readonly intervalMs: number;
  /** The learned in-flight limit; the whole part counts. */
  readonly limit: number;
  /** The last decrease: answers to what started before it belong to the same event. */
  readonly decreasedMs: number;
  /** The largest Crawl-delay observed; 0 when none. */
  readonly crawlDelayMs: number;
  /** When the first bucket of `leases` runs out. */
  readonly leasesUntilMs: number;
  /** Requests in flight, by when their lease runs out, one bucket per quarter of a lease. */
  readonly leases: readonly number[];
}

/** A state being worked on within one step. */
export type Draft = { -readonly [Key in keyof HostState]: HostState[Key] };

/** The state of a host nothing is known of. */
export function freshState(nowMs: number, settings: Settings): Draft {
  return {
    seenMs: nowMs,
    startMs: NEVER_MS,
    cooldownUntilMs: NEVER_MS,
    intervalMs: settings.baseIntervalMs,
    limit: settings.startConcurrency,
    decreasedMs: NEVER_MS,
    crawlDelayMs: 0,
    leasesUntilMs: NEVER_MS,
    leases: [],
  };
}

/**
 * A copy of `state` to work on, at `nowMs`. When the clock reads less than it did, all times move back with it:
 * the jump itself lets nothing pass and delays nothing.
 */
export function settle(state: HostState | undefined, nowMs: number, settings: Settings): Draft {
  if (state === undefined) return freshState(nowMs, settings);
  const draft: Draft = { ...state };
  const back = state.seenMs - nowMs;
  if (back > 0) {
    draft.startMs -= back;
    draft.cooldownUntilMs -= back;
    draft.decreasedMs -= back;
    draft.leasesUntilMs -= back;
  }
  draft.seenMs = nowMs;
  return draft;
}

/** Requests in flight, leases that ran out not counted. */
export function inFlight(state: HostState, nowMs: number, settings: Settings): number {
  const width = settings.leaseMs / LEASE_BUCKETS;
  let sum = 0;
  for (const [index, count] of state.leases.entries()) {
    if (state.leasesUntilMs + index * width > nowMs) sum += count;
  }
  return sum;
}
