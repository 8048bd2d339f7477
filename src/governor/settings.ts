import { checkNumber } from "../common/check.ts";

/** What a user may set of the law. Every duration is in milliseconds; what is left out has a default. */
export interface LawOptions {
  /** Interval between starts to a host nothing is known of. @defaultValue 1000 */
  baseIntervalMs?: number;
  /** No host is asked more often than this, whatever it bears. @defaultValue 5 */
  minIntervalMs?: number;
  /** What is learned never slows a host down further than this; a Crawl-delay may. @defaultValue 300000 */
  maxIntervalMs?: number;
  /** In-flight requests to a host nothing is known of. @defaultValue 2 */
  startConcurrency?: number;
  /** The most requests in flight to one host. @defaultValue 16 */
  maxConcurrency?: number;
  /** A lease that is not released for this long is taken back. @defaultValue 300000 */
  leaseMs?: number;
  /** Share by which a random part lengthens each interval, 0 to 1. @defaultValue 0 */
  jitter?: number;
}

/** {@link LawOptions}, complete and checked. */
export type Settings = Readonly<Required<LawOptions>>;

/** The longest duration a setting may name: a year. */
const YEAR_MS = 365 * 86_400_000;

/**
 * Returns a duration that is a number above zero and at least `leastMs`; `what` says why less must be a mistake.
 *
 * @throws TypeError or RangeError, with the rule and what came.
 */
export function checkDuration(name: string, value: number, leastMs: number, what: string): number {
  checkNumber(name, value, { min: Number.MIN_VALUE, max: YEAR_MS });
  if (value < leastMs) {
    throw new RangeError(
      `${name} must be at least ${leastMs}, got ${value}: ${what}; all durations are milliseconds, not seconds`,
    );
  }
  return value;
}

/** @throws RangeError when `lowValue` is above `highValue`. */
export function checkOrder(low: string, lowValue: number, high: string, highValue: number): void {
  if (lowValue > highValue) {
    throw new RangeError(`${low} must be at most ${high}, got ${lowValue} and ${highValue}`);
  }
}

/**
 * Completes and checks what a user set. A default gives way to what was set: a minimum of two seconds
 * alone makes the base two seconds too.
 *
 * @throws TypeError for a setting that is no number, RangeError for one that breaks its rule or can only
 * be a mistake of unit; both name the rule and what came.
 */
export function settingsFrom(options: LawOptions = {}): Settings {
  const minIntervalMs = checkDuration(
    "minIntervalMs",
    options.minIntervalMs ?? Math.min(5, options.baseIntervalMs ?? 5),
    1,
    "less is more than a thousand requests a second",
  );
  const maxIntervalMs = checkDuration(
    "maxIntervalMs",
    options.maxIntervalMs ?? Math.max(300_000, options.baseIntervalMs ?? 0, minIntervalMs),
    100,
    "a host in trouble needs longer pauses",
  );
  const baseIntervalMs = checkDuration(
    "baseIntervalMs",
    options.baseIntervalMs ?? Math.min(maxIntervalMs, Math.max(1000, minIntervalMs)),
    10,
    "an unknown host is not asked more than a hundred times a second",
  );
  checkOrder("minIntervalMs", minIntervalMs, "maxIntervalMs", maxIntervalMs);
  checkOrder("minIntervalMs", minIntervalMs, "baseIntervalMs", baseIntervalMs);
  checkOrder("baseIntervalMs", baseIntervalMs, "maxIntervalMs", maxIntervalMs);
  const count = { min: 1, max: 1000, integer: true };
  const maxConcurrency = checkNumber("maxConcurrency", options.maxConcurrency ?? 16, count);
  const startConcurrency = checkNumber(
    "startConcurrency",
    options.startConcurrency ?? Math.min(2, maxConcurrency),
    count,
  );
  checkOrder("startConcurrency", startConcurrency, "maxConcurrency", maxConcurrency);
  return {
    baseIntervalMs,
    minIntervalMs,
    maxIntervalMs,
    startConcurrency,
    maxConcurrency,
    leaseMs: checkDuration("leaseMs", options.leaseMs ?? 300_000, 100, "no answer is that quick"),
    jitter: checkNumber("jitter", options.jitter ?? 0, { min: 0, max: 1 }),
  };
}
