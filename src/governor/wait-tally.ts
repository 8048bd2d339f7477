import type { WaitReason } from "./admit.ts";

/** How long was waited, by reason, in milliseconds. */
export type WaitedMs = Record<WaitReason, number>;

/** No time at all. */
export const noWait = (): WaitedMs => ({
  none: 0,
  interval: 0,
  "crawl-delay": 0,
  "rate-limit": 0,
  concurrency: 0,
  cooldown: 0,
  parked: 0,
  blocked: 0,
  queue: 0,
  "global-concurrency": 0,
  paused: 0,
  store: 0,
});

/** Adds up for what a queue waited: at any time it waits for one thing. */
export class WaitTally {
  readonly #totals = noWait();
  #reason: WaitReason = "none";
  #sinceMs: number;

  constructor(nowMs: number) {
    this.#sinceMs = nowMs;
  }

  /** From now on `reason` is what is waited for. */
  turn(reason: WaitReason, nowMs: number): void {
    this.#totals[this.#reason] += nowMs - this.#sinceMs;
    this.#sinceMs = nowMs;
    this.#reason = reason;
  }

  /** What has been waited for until now, as it stands. */
  reading(nowMs: number): WaitedMs {
    this.turn(this.#reason, nowMs);
    return { ...this.#totals };
  }
}

/** What was waited between two readings. */
export function waitedBetween(before: WaitedMs, after: WaitedMs): WaitedMs {
  const waited = noWait();
  for (const reason of Object.keys(waited) as WaitReason[]) waited[reason] = after[reason] - before[reason];
  return waited;
}

/** What took longest; `none` when nothing was waited for. */
export function mainReason(waited: WaitedMs): WaitReason {
  let main: WaitReason = "none";
  for (const reason of Object.keys(waited) as WaitReason[]) {
    if (reason !== "none" && waited[reason] > (main === "none" ? 0 : waited[main])) main = reason;
  }
  return main;
}
