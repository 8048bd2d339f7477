import { checkNumber } from "../common/check.ts";

/** How an in-flight limit moves. */
export interface AimdRule {
  /** Never less. At least 1. */
  readonly minLimit: number;
  /** Never more. */
  readonly maxLimit: number;
  /** Added, at most, once as many successes came as the limit counts. */
  readonly increase: number;
  /** What an overload leaves of the limit: a factor above 0 and below 1. */
  readonly decreaseFactor: number;
}

/** What is remembered of an in-flight limit. */
export interface AimdState {
  /** The limit; its whole part counts. */
  readonly limit: number;
  /** How often it was decreased. */
  readonly decreases: number;
}

/** How a request ended: `ignored` says nothing about load, as a cancelled call does. */
export type LoadOutcome = "success" | "overload" | "ignored";

/** One request that ended. */
export interface AimdEvent {
  readonly outcome: LoadOutcome;
  /** Requests in flight when it started, itself included. */
  readonly inFlight: number;
  /** {@link AimdState.decreases} when it started. */
  readonly decreases: number;
}

/**
 * The limit after a request ended. It grows only on a success that started while at least half the limit was in
 * use, and shrinks only when no decrease came since the request started: one overload is one event, however many requests it hits.
 */
export function adjustLimit(state: AimdState, event: AimdEvent, rule: AimdRule): AimdState {
  const { limit, decreases } = state;
  if (event.outcome === "overload" && event.decreases === decreases) {
    return { limit: Math.max(rule.minLimit, limit * rule.decreaseFactor), decreases: decreases + 1 };
  }
  if (event.outcome === "success" && event.inFlight * 2 >= Math.floor(limit)) {
    return { limit: Math.min(rule.maxLimit, limit + rule.increase / limit), decreases };
  }
  return state;
}

/** What an {@link AIMDLimiter} takes. */
export interface AimdLimiterOptions extends Partial<AimdRule> {
  /** Where it starts. @defaultValue the larger of 2 and `minLimit`, at most `maxLimit` */
  readonly initialLimit?: number;
}

/** A place in flight. */
export interface AimdPermit {
  /** Gives the place back and teaches the limit; a second call does nothing. */
  release(outcome: LoadOutcome): void;
}

/**
 * A limit on requests in flight that grows by at most `increase` a round while it is in use and answers come, and
 * falls to `decreaseFactor` of itself on an overload, within `minLimit` and `maxLimit`.
 *
 * It needs no time. It bounds what runs at once, not how often things start: see {@link AdaptiveInterval}.
 *
 * Defaults: `minLimit` 1, `maxLimit` 64, `increase` 1, `decreaseFactor` 0.5.
 *
 * @throws RangeError when a number is outside its rule or the minimum above the maximum.
 */
export class AIMDLimiter {
  readonly #rule: AimdRule;
  #state: AimdState;
  #inFlight = 0;

  constructor(options: AimdLimiterOptions = {}) {
    const maxLimit = checkNumber("maxLimit", options.maxLimit ?? Math.max(64, options.minLimit ?? 1), {
      min: 1,
    });
    const minLimit = checkNumber("minLimit", options.minLimit ?? 1, { min: 1, max: maxLimit });
    const increase = checkNumber("increase", options.increase ?? 1, { min: Number.MIN_VALUE });
    const decreaseFactor = checkNumber("decreaseFactor", options.decreaseFactor ?? 0.5, {
      min: Number.MIN_VALUE,
      max: 1 - Number.EPSILON,
    });
    const start = options.initialLimit ?? Math.min(maxLimit, Math.max(2, minLimit));
    this.#rule = { minLimit, maxLimit, increase, decreaseFactor };
    this.#state = {
      limit: checkNumber("initialLimit", start, { min: minLimit, max: maxLimit }),
      decreases: 0,
    };
  }

  /** How many may be in flight now: at least 1. */
  get limit(): number {
    return Math.floor(this.#state.limit);
  }

  /** How many are in flight. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** A place in flight, or `undefined` when the limit is reached. */
  tryAcquire(): AimdPermit | undefined {
    if (this.#inFlight >= this.limit) return undefined;
    const inFlight = ++this.#inFlight;
    const { decreases } = this.#state;
    let isHeld = true;
    return {
      release: (outcome) => {
        if (!isHeld) return;
        isHeld = false;
        this.#inFlight--;
        this.#state = adjustLimit(this.#state, { outcome, inFlight, decreases }, this.#rule);
      },
    };
  }
}
