import { systemClock, type Clock } from "../common/clock.ts";
import type { Json, StateStore } from "../common/state-store.ts";
import { viewOf } from "./host-view.ts";
import {
  BLOCKED_FROM,
  FIRST_BLOCK_MS,
  FIRST_PAUSE_MS,
  MOST_BLOCK_MS,
  PARKED_FROM,
  PAUSE_GROWTH,
} from "./outage.ts";
import { settingsFrom, type Settings } from "./settings.ts";
import { open, readState } from "./stored-state.ts";

/**
 * What is remembered of a host, for those who keep their own records. Everything may be missing; what is no number
 * of at least 0 counts as missing.
 */
export interface HostRecord {
  /** Refusals (429, 503, 430, 529, 408, time-outs, resets) in a row, with no good answer since. */
  readonly refusals?: number;
  /** Other 5xx in a row. */
  readonly failures?: number;
  /** 401 and 403 in a row. */
  readonly rejections?: number;
  /** Milliseconds since the last refusal; missing: there was none. */
  readonly refusedAgoMs?: number;
  /** The status of the last answer. */
  readonly lastStatus?: number;
  /** Milliseconds for which nothing is to start, such as what is left of a `Retry-After`. */
  readonly cooldownMs?: number;
  /** The interval between starts that is learned. @defaultValue the base interval */
  readonly intervalMs?: number;
  /** A Crawl-delay: a floor. */
  readonly crawlDelayMs?: number;
}

/** How signals are derived. Durations are milliseconds. */
export interface SignalOptions {
  /** The interval for a host with a clean record. @defaultValue 1000 */
  readonly baseIntervalMs?: number;
  /** No record recommends more, but a Crawl-delay may. @defaultValue 300000, or the base */
  readonly maxIntervalMs?: number;
}

/** What to do about a host. */
export interface Signals {
  /** Least time between two starts; at least the Crawl-delay. */
  readonly recommendedIntervalMs: number;
  /** For how long nothing is to start; 0 for not at all. */
  readonly cooldownMs: number;
  /** Whether `cooldownMs` is above 0. */
  readonly shouldCooldown: boolean;
  /** Whether it said, not long ago, that it was asked too much. */
  readonly rateLimited: boolean;
  /** What is left of the usual number of requests in flight: 0.25 to 1. */
  readonly concurrencyFactor: number;
  /** 1 for a clean record, towards 0 the worse it is. */
  readonly health: number;
}

const LEAST_FACTOR = 0.25;
/** After this long half of the doubt that a refusal left is gone; it is forgotten once this little is left. */
const DOUBT_HALF_LIFE_MS = 300_000;
const DOUBT_FORGOTTEN = 0.05;
/** What a single refusal, just now, leaves of the health once a good answer came. */
const HEALTH_AFTER_REFUSAL = 0.75;
/** So many of a kind in a row halve the health. */
const FAILURES_HALVE = 3;
const REJECTIONS_HALVE = BLOCKED_FROM;
const REFUSED: ReadonlySet<number | undefined> = new Set([408, 429, 430, 503, 529]);

const known = (value: number | undefined): number =>
  value !== undefined && value >= 0 && value < Infinity ? value : 0;

/** The pause for a host that refuses everything, or will not have us. */
function pauseMs(refusals: number, rejections: number, maxIntervalMs: number): number {
  const parkedMs =
    refusals < PARKED_FROM ? 0 : FIRST_PAUSE_MS * PAUSE_GROWTH ** Math.min(64, refusals - PARKED_FROM);
  const blockedMs =
    rejections < BLOCKED_FROM ? 0 : FIRST_BLOCK_MS * 2 ** Math.min(64, rejections - BLOCKED_FROM);
  return Math.max(Math.min(maxIntervalMs, parkedMs), Math.min(MOST_BLOCK_MS, blockedMs));
}

/**
 * Tells from what is remembered of a host how to go on with it. Pure: it keeps nothing and asks no clock. A clean
 * record gives health 1, factor 1, no cooldown and the base interval (or the learned one); a refusal gives an
 * interval above the base and a factor below 1, which fade as it recedes. `LearnedRateLimiter` does all this by itself;
 * signals are for those who pace by other means.
 *
 * @throws TypeError or RangeError for options that break their rule.
 */
export function deriveSignals(record: HostRecord, options: SignalOptions = {}): Signals {
  const { baseIntervalMs, maxIntervalMs } = settingsFrom(options);
  const refusals = Math.max(known(record.refusals), REFUSED.has(record.lastStatus) ? 1 : 0);
  const rejections = known(record.rejections);
  const agoMs = record.refusedAgoMs;
  const faded = agoMs !== undefined && agoMs >= 0 ? 2 ** (-agoMs / DOUBT_HALF_LIFE_MS) : 0;
  const doubt = refusals > 0 ? 1 : faded < DOUBT_FORGOTTEN ? 0 : faded;
  const health =
    2 ** -(refusals + known(record.failures) / FAILURES_HALVE + rejections / REJECTIONS_HALVE) *
    (1 - (1 - HEALTH_AFTER_REFUSAL) * doubt);
  const rateLimited = doubt > 0;
  const carefulMs = rateLimited ? baseIntervalMs * (2 - health) : 0;
  const learnedMs = known(record.intervalMs) || baseIntervalMs;
  const cooldownMs = Math.max(known(record.cooldownMs), pauseMs(refusals, rejections, maxIntervalMs));
  return {
    recommendedIntervalMs: Math.max(
      Math.min(maxIntervalMs, Math.max(learnedMs, carefulMs)),
      known(record.crawlDelayMs),
    ),
    cooldownMs,
    shouldCooldown: cooldownMs > 0,
    rateLimited,
    concurrencyFactor: Math.max(LEAST_FACTOR, Math.min(1, health)),
    health: Math.min(1, health),
  };
}

/**
 * What a stored state says about a host, as a record; an empty one for a state that is missing or cannot be read.
 *
 * @param nowMs - the time of the store that the state is from.
 */
function recordOf(stored: Json | undefined, nowMs: number, settings: Settings): HostRecord {
  const state = readState(stored);
  if (state === undefined) return {};
  const host = open(state, nowMs, settings);
  const view = viewOf(state, {}, nowMs, settings);
  return {
    refusals: host.refusals,
    failures: host.failures,
    rejections: host.rejections,
    ...(host.ceiling > 0 || host.refusals > 0 ? { refusedAgoMs: Math.max(0, nowMs - host.eventMs) } : {}),
    cooldownMs: Math.max(0, host.cooldownUntilMs - nowMs),
    intervalMs: view.intervalMs,
    crawlDelayMs: host.crawlDelayMs,
  };
}

/** What a {@link SignalAdvisor} takes, besides how signals are derived. */
export interface SignalAdvisorOptions extends SignalOptions {
  /** Its time: `now()` for a store in this process, `wall()` for one that others share. @defaultValue the platform's */
  readonly clock?: Clock;
}

/** Reads a store that limiters write, and tells what to do about a host. It never writes. */
export class SignalAdvisor {
  readonly #store: StateStore;
  readonly #options: SignalOptions;
  readonly #settings: Settings;
  readonly #clock: Clock;

  /** @throws TypeError or RangeError for options that break their rule. */
  constructor(store: StateStore, options: SignalAdvisorOptions = {}) {
    const { clock = systemClock, ...rest } = options;
    this.#store = store;
    this.#options = rest;
    this.#settings = settingsFrom(rest);
    this.#clock = clock;
  }

  /**
   * The signals for a host, or for whatever key the limiters use; those of a clean record for one that the store
   * does not know. At once where the store answers at once, else a promise, which rejects as the store does.
   */
  signalsFor(host: string): Signals | Promise<Signals> {
    const stored = this.#store.read(host);
    return stored instanceof Promise ? stored.then((state) => this.#derive(state)) : this.#derive(stored);
  }

  #derive(stored: Json | undefined): Signals {
    const nowMs = this.#store.isSteady === true ? this.#clock.now() : this.#clock.wall();
    return deriveSignals(recordOf(stored, nowMs, this.#settings), this.#options);
  }
}
