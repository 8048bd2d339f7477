import { LearnedRateLimiter } from "../../src/governor/learned-rate-limiter.ts";
import type { LimiterOptions } from "../../src/governor/limiter-options.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";

/** A limiter on a manual clock whose pace stays at one start a second, so that what is enforced shows alone. */
export function pacedLimiter(options: LimiterOptions = {}): {
  limiter: LearnedRateLimiter;
  clock: ManualClock;
} {
  const clock = new ManualClock();
  const limiter = new LearnedRateLimiter({
    clock,
    minIntervalMs: 1000,
    baseIntervalMs: 1000,
    random: () => 0,
    ...options,
  });
  return { limiter, clock };
}

/** What became of a promise so far. */
export interface Watched<T> {
  value?: T;
  error?: unknown;
  isSettled: boolean;
}

/** Follows a promise without waiting for it. */
export function watch<T>(promise: Promise<T>): Watched<T> {
  const watched: Watched<T> = { isSettled: false };
  const follow = async (): Promise<void> => {
    try {
      watched.value = await promise;
    } catch (error) {
      watched.error = error;
    }
    watched.isSettled = true;
  };
  void follow();
  return watched;
}
