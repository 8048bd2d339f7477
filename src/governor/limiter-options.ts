import { checkNumber } from "../common/check.ts";
import { systemClock, type Clock } from "../common/clock.ts";
import type { StateStore } from "../common/state-store.ts";
import { keyFrom, keysFrom, type KeyOption, type KeysOf } from "./keys.ts";
import { checkDuration, checkOrder, settingsFrom, type LawOptions, type Settings } from "./settings.ts";

/** Anything that knows what robots.txt asks of a host's pace. Numbers that are no durations are ignored. */
export interface RobotsDelays {
  /** The Crawl-delay that applies to us; `undefined` when there is none. */
  crawlDelayMs(host: string): number | undefined;
  /** The interval that a Request-rate comes to; `undefined` when there is none. */
  requestIntervalMs?(host: string): number | undefined;
}

/** What a `LearnedRateLimiter` takes. What is left out has a default. */
export interface LimiterOptions extends LawOptions {
  /** Where state lives. The limiter closes only a store it made itself. @defaultValue a new `MemoryStore` */
  store?: StateStore;
  /** Who knows the Crawl-delay: a `RobotsCache`, or anything like it. @defaultValue nobody */
  robots?: RobotsDelays;
  /** What shares a pace. @defaultValue "host" */
  key?: KeyOption;
  /** The most requests in flight to all hosts together. @defaultValue no limit but that of each host */
  globalConcurrency?: number;
  /** The most callers that may wait for one host. @defaultValue 10000 */
  maxQueue?: number;
  /** The most callers that may wait in all. @defaultValue 1000000 */
  maxWaiting?: number;
  /** A cooldown that leaves more than this to wait is not waited for: callers are turned away with its end. @defaultValue 600000 */
  maxCooldownMs?: number;
  /** What is too long for a Crawl-delay, where `longCrawlDelay` is "reject". */
  maxCrawlDelayMs?: number;
  /** A Crawl-delay above `maxCrawlDelayMs` is obeyed all the same, or its host is refused. Never cut. @defaultValue "obey" */
  longCrawlDelay?: "obey" | "reject";
  /** Having waited this long counts as much as one step of priority. @defaultValue 30000 */
  agingMs?: number;
  /** A store that does not answer for this long has failed. @defaultValue 2000 */
  storeTimeoutMs?: number;
  /** When the store fails: go on alone, more slowly, or refuse. @defaultValue "local" */
  onStoreFailure?: "local" | "refuse";
  /** @defaultValue the platform's */
  clock?: Clock;
  /** Chance, from 0 to below 1. @defaultValue Math.random */
  random?: () => number;
}

/** {@link LimiterOptions}, complete and checked; what is optional here has no default. */
export interface LimiterSettings {
  readonly settings: Settings;
  readonly store: StateStore | undefined;
  readonly robots: RobotsDelays | undefined;
  readonly keysOf: KeysOf;
  readonly keyOf: (name: string) => string;
  readonly globalConcurrency: number;
  readonly maxQueue: number;
  readonly maxWaiting: number;
  readonly maxCooldownMs: number;
  /** Infinity where every Crawl-delay is obeyed. */
  readonly maxCrawlDelayMs: number;
  readonly agingMs: number;
  readonly storeTimeoutMs: number;
  readonly onStoreFailure: "local" | "refuse";
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Completes and checks what a user set.
 *
 * @throws TypeError or RangeError, naming rule and value.
 */
export function limiterSettingsFrom(options: LimiterOptions = {}): LimiterSettings {
  const count = { min: 1, max: 2 ** 31 - 1, integer: true };
  const maxQueue = checkNumber(
    "maxQueue",
    options.maxQueue ?? Math.min(10_000, options.maxWaiting ?? 10_000),
    count,
  );
  const maxWaiting = checkNumber("maxWaiting", options.maxWaiting ?? Math.max(1_000_000, maxQueue), count);
  checkOrder("maxQueue", maxQueue, "maxWaiting", maxWaiting);
  if (options.store !== undefined) checkMethod("store", options.store, "update");
  if (options.robots !== undefined) checkMethod("robots", options.robots, "crawlDelayMs");
  return {
    settings: settingsFrom(options),
    store: options.store,
    robots: options.robots,
    keysOf: keysFrom(options.key),
    keyOf: keyFrom(options.key),
    globalConcurrency:
      options.globalConcurrency === undefined
        ? Infinity
        : checkNumber("globalConcurrency", options.globalConcurrency, count),
    maxQueue,
    maxWaiting,
    maxCooldownMs: checkDuration(
      "maxCooldownMs",
      options.maxCooldownMs ?? 600_000,
      1000,
      "servers ask for whole seconds",
    ),
    maxCrawlDelayMs: maxCrawlDelayFrom(options),
    agingMs: checkDuration("agingMs", options.agingMs ?? 30_000, 100, "priorities would mean nothing"),
    storeTimeoutMs: checkDuration(
      "storeTimeoutMs",
      options.storeTimeoutMs ?? 2000,
      10,
      "no store far away is that quick",
    ),
    onStoreFailure: checkOneOf("onStoreFailure", options.onStoreFailure ?? "local", ["local", "refuse"]),
    clock: options.clock ?? systemClock,
    random: chanceFrom(options.random),
  };
}

/**
 * The law's settings for one key: what `own` names replaces what `general` says, and what it does not name gives way where
 * the two would contradict each other.
 *
 * @throws TypeError or RangeError, naming rule and value.
 */
export function ownSettingsFrom(general: Settings, own: LawOptions): Settings {
  const { minIntervalMs, baseIntervalMs, maxIntervalMs, startConcurrency, maxConcurrency } = {
    ...general,
    ...own,
  };
  const least = own.minIntervalMs ?? 0;
  const most = own.maxIntervalMs ?? Infinity;
  const fitting = {
    minIntervalMs: Math.min(minIntervalMs, most, own.baseIntervalMs ?? Infinity),
    baseIntervalMs: Math.min(Math.max(baseIntervalMs, least), most),
    maxIntervalMs: Math.max(maxIntervalMs, least, own.baseIntervalMs ?? 0),
    startConcurrency: Math.min(startConcurrency, own.maxConcurrency ?? Infinity),
    maxConcurrency: Math.max(maxConcurrency, own.startConcurrency ?? 1),
  };
  return settingsFrom({ ...general, ...fitting, ...own });
}

function maxCrawlDelayFrom({ maxCrawlDelayMs, longCrawlDelay = "obey" }: LimiterOptions): number {
  checkOneOf("longCrawlDelay", longCrawlDelay, ["obey", "reject"]);
  if (maxCrawlDelayMs === undefined) {
    if (longCrawlDelay === "reject")
      throw new TypeError('longCrawlDelay "reject" needs maxCrawlDelayMs, got none');
    return Infinity;
  }
  checkDuration("maxCrawlDelayMs", maxCrawlDelayMs, 100, "a Crawl-delay counts seconds");
  return longCrawlDelay === "reject" ? maxCrawlDelayMs : Infinity;
}

function checkOneOf<T extends string>(name: string, value: T, allowed: readonly T[]): T {
  if (!allowed.includes(value)) {
    throw new TypeError(`${name} must be ${allowed.map((word) => `"${word}"`).join(" or ")}, got ${value}`);
  }
  return value;
}

function checkMethod<T extends object>(name: string, value: T, method: keyof T & string): void {
  if (typeof value?.[method] !== "function") {
    throw new TypeError(
      `${name} must have a method ${method}, got ${value === null ? "null" : typeof value}`,
    );
  }
}

/** Chance that stays within 0 to 1 whatever its source gives: below 0 it would shorten waits, and what is no number would lose them. */
function chanceFrom(source: (() => number) | undefined): () => number {
  if (source === undefined) return Math.random;
  if (typeof source !== "function") throw new TypeError(`random must be a function, got ${typeof source}`);
  return () => {
    const value = source();
    return value > 0 ? Math.min(1, value) : 0;
  };
}
