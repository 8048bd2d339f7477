import { describe, expect, it } from "vitest";
import { AdaptiveInterval, AIMDLimiter, TokenBucket } from "../../../src/governor/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";

describe("TokenBucket", () => {
  it("grants a burst of its capacity and then as fast as it refills", () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ capacity: 3, refillPerSecond: 2, clock });

    const burst = [1, 2, 3, 4].map(() => bucket.tryTake());
    const waitMs = bucket.waitMs();
    clock.advance(waitMs);

    expect(burst).toEqual([true, true, true, false]);
    expect(waitMs).toBe(500);
    expect(bucket.tryTake()).toBe(true);
  });

  it("never holds more than its capacity", () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ capacity: 2, refillPerSecond: 1, tokens: 0, clock });

    clock.advance(3_600_000);

    expect(bucket.tokens).toBe(2);
    expect(bucket.waitMs(3)).toBe(Infinity);
    expect(bucket.tryTake(3)).toBe(false);
  });

  it("gains nothing by a clock that jumps back", () => {
    const clock = new ManualClock({ nowMs: 10_000 });
    const bucket = new TokenBucket({ capacity: 1, refillPerSecond: 1, tokens: 0, clock });

    clock.stall(-5000);
    const before = bucket.tryTake();
    clock.advance(1000);

    expect(before).toBe(false);
    expect(bucket.tryTake()).toBe(true);
  });

  it.each([
    [{ capacity: 0, refillPerSecond: 1 }, "capacity must be a number of at least 1, got 0"],
    [{ capacity: NaN, refillPerSecond: 1 }, "capacity must be a number of at least 1, got NaN"],
    [{ capacity: 1, refillPerSecond: 0 }, "refillPerSecond must be"],
    [{ capacity: 1, refillPerSecond: 1, tokens: 2 }, "tokens must be a number from 0 to 1, got 2"],
  ])("refuses %j", (options, message) => {
    expect(() => new TokenBucket(options)).toThrow(message);
  });
});

describe("AIMDLimiter", () => {
  it("bounds what is in flight", () => {
    const limiter = new AIMDLimiter({ initialLimit: 2 });

    const permits = [limiter.tryAcquire(), limiter.tryAcquire(), limiter.tryAcquire()];
    permits[0]?.release("ignored");
    permits[0]?.release("ignored");

    expect(permits[2]).toBeUndefined();
    expect(limiter.inFlight).toBe(1);
    expect(limiter.limit).toBe(2);
  });

  it("grows by at most one a round while it is in use", () => {
    const limiter = new AIMDLimiter({ initialLimit: 4 });

    for (let round = 0; round < 4; round++) {
      const permits = Array.from({ length: limiter.limit }, () => limiter.tryAcquire());
      for (const permit of permits) permit?.release("success");
    }

    expect(limiter.limit).toBeGreaterThan(4);
    expect(limiter.limit).toBeLessThanOrEqual(8);
  });

  it("does not grow when it is hardly used", () => {
    const limiter = new AIMDLimiter({ initialLimit: 10 });

    for (let round = 0; round < 100; round++) limiter.tryAcquire()?.release("success");

    expect(limiter.limit).toBe(10);
  });

  it("shrinks once for one overload, however many requests it hits", () => {
    const limiter = new AIMDLimiter({ initialLimit: 8 });
    const permits = Array.from({ length: 8 }, () => limiter.tryAcquire());

    for (const permit of permits) permit?.release("overload");

    expect(limiter.limit).toBe(4);
    limiter.tryAcquire()?.release("overload");
    expect(limiter.limit).toBe(2);
  });

  it("stays within its bounds", () => {
    const limiter = new AIMDLimiter({ minLimit: 2, maxLimit: 3, initialLimit: 3 });

    for (let round = 0; round < 10; round++) limiter.tryAcquire()?.release("overload");
    const least = limiter.limit;
    for (let round = 0; round < 50; round++) limiter.tryAcquire()?.release("success");

    expect([least, limiter.limit]).toEqual([2, 3]);
  });

  it.each([
    [{ minLimit: 0 }, "minLimit must be a number from 1"],
    [{ minLimit: 5, maxLimit: 4 }, "minLimit must be a number from 1 to 4, got 5"],
    [{ initialLimit: 100, maxLimit: 10 }, "initialLimit must be a number from 1 to 10, got 100"],
    [{ decreaseFactor: 1 }, "decreaseFactor must be"],
    [{ increase: NaN }, "increase must be"],
  ])("refuses %j", (options, message) => {
    expect(() => new AIMDLimiter(options)).toThrow(message);
  });
});

describe("AdaptiveInterval", () => {
  it("keeps starts apart", () => {
    const clock = new ManualClock();
    const interval = new AdaptiveInterval({ baseIntervalMs: 100, clock });

    const starts = [interval.tryStart(), interval.tryStart()];
    clock.advance(interval.waitMs());

    expect(starts).toEqual([true, false]);
    expect(interval.tryStart()).toBe(true);
  });

  it("grows once an overload and relaxes with time towards the base", () => {
    const clock = new ManualClock();
    const interval = new AdaptiveInterval({ baseIntervalMs: 1000, halfLifeMs: 10_000, clock });
    clock.advance(1000);

    interval.observe("overload", { latencyMs: 100 });
    interval.observe("overload", { latencyMs: 100 });
    const grown = interval.intervalMs;
    clock.advance(10_000);
    const unseen = interval.intervalMs;
    interval.observe("success");

    expect([grown, unseen, interval.intervalMs]).toEqual([2000, 2000, 1500]);
  });

  it("starts nothing before Retry-After is over", () => {
    const clock = new ManualClock();
    const interval = new AdaptiveInterval({ baseIntervalMs: 100, clock });

    interval.observe("overload", { retryAfterMs: 30_000 });

    expect(interval.waitMs()).toBe(30_000);
    clock.advance(29_999);
    expect(interval.tryStart()).toBe(false);
    clock.advance(1);
    expect(interval.tryStart()).toBe(true);
  });

  it("stays below its maximum", () => {
    const clock = new ManualClock();
    const interval = new AdaptiveInterval({ baseIntervalMs: 1000, maxIntervalMs: 5000, clock });

    for (let round = 0; round < 20; round++) {
      clock.advance(1);
      interval.observe("overload");
    }

    expect(interval.intervalMs).toBe(5000);
  });

  it.each([
    [{ baseIntervalMs: 0 }, "baseIntervalMs must be"],
    [{ baseIntervalMs: 10, maxIntervalMs: 5 }, "baseIntervalMs must be a number from 1 to 5, got 10"],
    [{ growth: 1 }, "growth must be"],
    [{ halfLifeMs: -1 }, "halfLifeMs must be"],
  ])("refuses %j", (options, message) => {
    expect(() => new AdaptiveInterval(options)).toThrow(message);
  });
});
