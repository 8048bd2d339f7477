import { checkNumber } from "../common/check.ts";
import { systemClock, type Clock } from "../common/clock.ts";
import { steadyClock } from "../common/steady-clock.ts";

/** The two numbers of a bucket. */
export interface BucketRule {
  /** The most tokens it holds: the largest burst. */
  readonly capacity: number;
  /** Tokens that come back each second. */
  readonly refillPerSecond: number;
}

/** What a bucket remembers. */
export interface BucketState {
  /** Tokens at `atMs`; below 0 when some were taken in advance. */
  readonly tokens: number;
  /** When they were counted. */
  readonly atMs: number;
}

/** So much may be missing from a token: sums of fractions do not come out even. */
const ROUNDING = 1e-9;

/** The bucket at `nowMs`: time fills it up to its capacity; a clock that went back, or shows no number, adds nothing. */
export function refill(state: BucketState, nowMs: number, rule: BucketRule): BucketState {
  if (!Number.isFinite(nowMs)) return state;
  const { tokens, atMs } = state;
  const gained = (Math.max(0, nowMs - atMs) * rule.refillPerSecond) / 1000;
  return { tokens: Math.min(rule.capacity, tokens + gained), atMs: nowMs };
}

/** Milliseconds from `state.atMs` until `count` tokens are there; 0 when they are, `Infinity` when it never holds as many. */
export function fillTimeMs({ tokens }: BucketState, count: number, rule: BucketRule): number {
  if (count > rule.capacity) return Infinity;
  const missing = count - tokens;
  return missing <= ROUNDING ? 0 : (missing / rule.refillPerSecond) * 1000;
}

/** What a {@link TokenBucket} takes. */
export interface TokenBucketOptions extends BucketRule {
  /** Tokens it starts with. @defaultValue `capacity` */
  readonly tokens?: number;
  /** Its time. @defaultValue the platform's */
  readonly clock?: Clock;
}

/**
 * A bucket that grants, over any span of t seconds, at most `capacity + refillPerSecond × t` tokens.
 *
 * It answers at once and never waits by itself: {@link TokenBucket.waitMs} says how long to. For a pace that
 * learns from what a server answers use `LearnedRateLimiter`.
 *
 * @throws RangeError when capacity is below 1, the refill is not above 0, or `tokens` is outside 0 to capacity.
 */
export class TokenBucket {
  readonly #rule: BucketRule;
  readonly #clock: Clock;
  #state: BucketState;

  constructor(options: TokenBucketOptions) {
    const capacity = checkNumber("capacity", options.capacity, { min: 1 });
    const refillPerSecond = checkNumber("refillPerSecond", options.refillPerSecond, {
      min: Number.MIN_VALUE,
    });
    const tokens = checkNumber("tokens", options.tokens ?? capacity, { min: 0, max: capacity });
    this.#rule = { capacity, refillPerSecond };
    this.#clock = steadyClock(options.clock ?? systemClock);
    this.#state = { tokens, atMs: this.#clock.now() };
  }

  /** Tokens there now, fractions included. */
  get tokens(): number {
    return this.#refilled().tokens;
  }

  /**
   * Takes `count` tokens when they are all there, and says whether it did.
   *
   * @throws RangeError when `count` is not above 0.
   */
  tryTake(count = 1): boolean {
    if (this.waitMs(count) > 0) return false;
    const { tokens, atMs } = this.#state;
    this.#state = { tokens: tokens - count, atMs };
    return true;
  }

  /**
   * Whole milliseconds until `count` tokens would be there if nobody took any; `Infinity` for more than the
   * capacity. Rounded up, since timers cut fractions off.
   *
   * @throws RangeError when `count` is not above 0.
   */
  waitMs(count = 1): number {
    checkNumber("count", count, { min: Number.MIN_VALUE });
    return Math.ceil(fillTimeMs(this.#refilled(), count, this.#rule));
  }

  #refilled(): BucketState {
    this.#state = refill(this.#state, this.#clock.now(), this.#rule);
    return this.#state;
  }
}
