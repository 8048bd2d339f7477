import { checkNumber } from "../common/check.ts";
import { systemClock, type Clock } from "../common/clock.ts";
import { steadyClock } from "../common/steady-clock.ts";
import type { LoadOutcome } from "./aimd-limiter.ts";
import { NEVER_MS } from "./host-state.ts";

/** How an interval moves. */
export interface IntervalRule {
  /** Where it starts and what it relaxes towards. */
  readonly baseIntervalMs: number;
  /** Never longer. */
  readonly maxIntervalMs: number;
  /** What an overload multiplies it by; above 1. */
  readonly growth: number;
  /** Time in which, while answers are good, half of what it is above the base goes. */
  readonly halfLifeMs: number;
}

/** What is remembered of an interval. */
export interface IntervalState {
  readonly intervalMs: number;
  /** When it last moved. */
  readonly movedMs: number;
  /** When it last grew: answers to what started before belong to the same event. */
  readonly grewMs: number;
}

/** One request that ended. */
export interface IntervalEvent {
  readonly outcome: LoadOutcome;
  /** When it started. */
  readonly startMs: number;
}

/**
 * The interval after a request ended. It grows at most once an event, and relaxes with the time since it last
 * moved, not with the number of answers; only a success lets it.
 */
export function adjustInterval(
  state: IntervalState,
  event: IntervalEvent,
  nowMs: number,
  rule: IntervalRule,
): IntervalState {
  // A start nobody knows the time of counts: when in doubt, slower.
  if (event.outcome === "overload" && !(event.startMs < state.grewMs)) {
    const intervalMs = Math.min(rule.maxIntervalMs, state.intervalMs * rule.growth);
    const atMs = Number.isFinite(nowMs) ? nowMs : state.movedMs;
    return { intervalMs, movedMs: atMs, grewMs: atMs };
  }
  if (event.outcome === "success" && nowMs > state.movedMs && nowMs < Infinity) {
    const left = 2 ** -((nowMs - state.movedMs) / rule.halfLifeMs);
    const intervalMs = rule.baseIntervalMs + (state.intervalMs - rule.baseIntervalMs) * left;
    return { intervalMs, movedMs: nowMs, grewMs: state.grewMs };
  }
  return state;
}

/** What an {@link AdaptiveInterval} takes. */
export interface AdaptiveIntervalOptions extends Partial<IntervalRule> {
  /** Its time. @defaultValue the platform's */
  readonly clock?: Clock;
}

/**
 * A distance between starts that grows on overload and relaxes towards its base.
 *
 * It bounds how often things start, not how many run at once: see {@link AIMDLimiter}. It never waits by itself:
 * {@link AdaptiveInterval.waitMs} says how long to.
 *
 * Defaults: `baseIntervalMs` 1000, `maxIntervalMs` 300000 (or the base), `growth` 2, `halfLifeMs` 30000.
 *
 * @throws RangeError when a number is outside its rule or the base above the maximum.
 */
export class AdaptiveInterval {
  readonly #rule: IntervalRule;
  readonly #clock: Clock;
  #state: IntervalState;
  #lastStartMs = -Infinity;
  #notBeforeMs = -Infinity;

  constructor(options: AdaptiveIntervalOptions = {}) {
    const maxIntervalMs = checkNumber(
      "maxIntervalMs",
      options.maxIntervalMs ?? Math.max(300_000, options.baseIntervalMs ?? 0),
      { min: 1 },
    );
    this.#rule = {
      baseIntervalMs: checkNumber("baseIntervalMs", options.baseIntervalMs ?? Math.min(1000, maxIntervalMs), {
        min: 1,
        max: maxIntervalMs,
      }),
      maxIntervalMs,
      growth: checkNumber("growth", options.growth ?? 2, { min: 1 + Number.EPSILON }),
      halfLifeMs: checkNumber("halfLifeMs", options.halfLifeMs ?? 30_000, { min: 1 }),
    };
    this.#clock = steadyClock(options.clock ?? systemClock);
    this.#state = { intervalMs: this.#rule.baseIntervalMs, movedMs: this.#clock.now(), grewMs: NEVER_MS };
  }

  /** The interval now. */
  get intervalMs(): number {
    return this.#state.intervalMs;
  }

  /** Whole milliseconds, rounded up, until the next start may be; 0 when it may be now. */
  waitMs(): number {
    const nextMs = Math.max(this.#lastStartMs + this.#state.intervalMs, this.#notBeforeMs);
    return Math.max(0, Math.ceil(nextMs - this.#clock.now()));
  }

  /** Starts, when an interval has passed since the last start, and says whether it did. */
  tryStart(): boolean {
    if (this.waitMs() > 0) return false;
    this.#lastStartMs = this.#clock.now();
    return true;
  }

  /**
   * Takes in how a request ended that started `latencyMs` ago. With `retryAfterMs` nothing starts
   * before that time is over, whatever the interval.
   *
   * @throws RangeError when a duration is negative or no number.
   */
  observe(
    outcome: LoadOutcome,
    { latencyMs = 0, retryAfterMs = 0 }: { latencyMs?: number; retryAfterMs?: number } = {},
  ): void {
    const nowMs = this.#clock.now();
    const startMs = nowMs - checkNumber("latencyMs", latencyMs, { min: 0 });
    const notBeforeMs = nowMs + checkNumber("retryAfterMs", retryAfterMs, { min: 0 });
    this.#notBeforeMs = Math.max(this.#notBeforeMs, notBeforeMs);
    this.#state = adjustInterval(this.#state, { outcome, startMs }, nowMs, this.#rule);
  }
}
