import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AdaptiveInterval,
  adjustInterval,
  adjustLimit,
  AIMDLimiter,
  fillTimeMs,
  refill,
  TokenBucket,
  type AimdState,
  type BucketState,
  type IntervalState,
  type LoadOutcome,
} from "../../src/governor/index.ts";
import { ManualClock } from "../../src/testing/index.ts";

const NUMBERS = [NaN, -1, 1e308, -1e308, Infinity, -Infinity, 0];
/** A number from a world that keeps no promise. */
const anyNumber = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constantFrom(...NUMBERS));
const outcome = fc.constantFrom<LoadOutcome>("success", "overload", "ignored");
const throughJson = <T>(state: T): T => JSON.parse(JSON.stringify(state)) as T;

describe("whatever it is told, and at whatever time", () => {
  it("a bucket stays finite, within its capacity, and the same through JSON", () => {
    const rule = { capacity: 5, refillPerSecond: 2 };
    fc.assert(
      fc.property(fc.array(fc.tuple(anyNumber, fc.boolean())), (all) => {
        let state: BucketState = { tokens: 5, atMs: 0 };
        for (const [nowMs, takes] of all) {
          state = refill(state, nowMs, rule);
          if (takes && fillTimeMs(state, 1, rule) === 0) state = { ...state, tokens: state.tokens - 1 };

          expect(state.tokens).toBeGreaterThanOrEqual(-1e-9);
          expect(state.tokens).toBeLessThanOrEqual(5);
          expect(throughJson(state)).toEqual(state);
        }
      }),
    );
  });

  it("an in-flight limit stays finite, within its bounds, and the same through JSON", () => {
    const rule = { minLimit: 1, maxLimit: 9, increase: 1, decreaseFactor: 0.5 };
    const event = fc.record({ outcome, inFlight: anyNumber, decreases: anyNumber });
    fc.assert(
      fc.property(fc.array(event), (all) => {
        let state: AimdState = { limit: 4, decreases: 0 };
        for (const each of all) {
          const next = adjustLimit(state, each, rule);

          expect(each.outcome !== "overload" || next.limit <= state.limit).toBe(true);
          expect(next.limit).toBeGreaterThanOrEqual(1);
          expect(next.limit).toBeLessThanOrEqual(9);
          expect(throughJson(next)).toEqual(next);
          state = next;
        }
      }),
    );
  });

  it("an interval stays finite, within its bounds, never shorter by an overload, and the same through JSON", () => {
    const rule = { baseIntervalMs: 500, maxIntervalMs: 20_000, growth: 2, halfLifeMs: 30_000 };
    fc.assert(
      fc.property(fc.array(fc.record({ outcome, startMs: anyNumber, nowMs: anyNumber })), (all) => {
        let state: IntervalState = { intervalMs: 500, movedMs: 0, grewMs: -Number.MAX_VALUE };
        for (const { nowMs, ...event } of all) {
          const next = adjustInterval(state, event, nowMs, rule);

          expect(event.outcome !== "overload" || next.intervalMs >= state.intervalMs).toBe(true);
          expect(next.intervalMs).toBeGreaterThanOrEqual(500);
          expect(next.intervalMs).toBeLessThanOrEqual(20_000);
          expect(throughJson(next)).toEqual(next);
          state = next;
        }
      }),
    );
  });

  it("a clock that shows no number lets nothing pass", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(NaN, Infinity, -Infinity), { minLength: 1 }), (readings) => {
        let reading = 0;
        const clock = Object.assign(Object.create(new ManualClock()) as ManualClock, {
          now: () => readings[reading++ % readings.length] ?? NaN,
        });
        const bucket = new TokenBucket({ capacity: 1, refillPerSecond: 1000, clock });
        const interval = new AdaptiveInterval({ baseIntervalMs: 10, clock });

        const grants = Array.from({ length: 20 }, () => [bucket.tryTake(), interval.tryStart()]);

        expect(grants.slice(1).flat()).not.toContain(true);
      }),
    );
  });
});

describe("enough good answers, and time", () => {
  it("bring an interval back to its base", () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 60 }), (all) => {
        const clock = new ManualClock();
        const interval = new AdaptiveInterval({ baseIntervalMs: 500, clock });
        for (const each of all) {
          clock.advance(100);
          interval.observe(each);
        }

        for (let minute = 0; minute < 60; minute++) {
          clock.advance(60_000);
          interval.observe("success");
        }

        expect(interval.intervalMs).toBeCloseTo(500);
      }),
    );
  });

  it("bring an in-flight limit back to its maximum", () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 60 }), (all) => {
        const limiter = new AIMDLimiter({ maxLimit: 8 });
        for (const each of all) limiter.tryAcquire()?.release(each);

        for (let round = 0; round < 100; round++) {
          const permits = Array.from({ length: limiter.limit }, () => limiter.tryAcquire());
          for (const permit of permits) permit?.release("success");
        }

        expect(limiter.limit).toBe(8);
        expect(limiter.inFlight).toBe(0);
      }),
    );
  });

  it("find one step down for one overload, however many requests it hit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 16 }), (count) => {
        const clock = new ManualClock();
        const limiter = new AIMDLimiter({ initialLimit: 16 });
        const interval = new AdaptiveInterval({ baseIntervalMs: 100, clock });
        const permits = Array.from({ length: count }, () => limiter.tryAcquire());
        clock.advance(1000);

        for (const [index, permit] of permits.entries()) {
          permit?.release("overload");
          interval.observe("overload", { latencyMs: 1000 + index });
          clock.advance(1);
        }

        expect(limiter.limit).toBe(8);
        expect(interval.intervalMs).toBe(200);
      }),
    );
  });
});
