/** A pending timer, as the clock that made it wants it back. */
export type Timer = unknown;

/**
 * The one source of time. Everything in this package that waits, expires or measures takes one, and
 * the real one ({@link systemClock}) is the default.
 */
export interface Clock {
  /** Monotonic milliseconds from an arbitrary origin: what decisions and differences use. */
  now(): number;
  /** Milliseconds since the Unix epoch: only for times that leave the process. May jump. */
  wall(): number;
  /** Runs `task` once after at least `ms` milliseconds. */
  setTimeout(task: () => void, ms: number): Timer;
  /** Forgets a timer; one that already ran or was forgotten is ignored. */
  clearTimeout(timer: Timer): void;
}

/** The clock of the platform: `performance.now`, `Date.now` and its timers. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  setTimeout: (task, ms) => setTimeout(task, ms),
  clearTimeout: (timer) => clearTimeout(timer as number),
};
