import { describe, expect, it } from "vitest";
import {
  deriveSignals,
  LearnedRateLimiter,
  MemoryStore,
  SignalAdvisor,
} from "../../../src/governor/index.ts";
import { ManualClock } from "../../../src/testing/index.ts";

describe("deriveSignals", () => {
  it("finds nothing to do about a clean record", () => {
    const clean = {
      recommendedIntervalMs: 1000,
      cooldownMs: 0,
      shouldCooldown: false,
      rateLimited: false,
      concurrencyFactor: 1,
      health: 1,
    };

    expect(deriveSignals({})).toEqual(clean);
    expect(deriveSignals({ lastStatus: 404, refusals: 0, cooldownMs: 0 })).toEqual(clean);
  });

  it("slows down after a 429 on record", () => {
    const signals = deriveSignals({ lastStatus: 429 });

    expect(signals).toMatchObject({ rateLimited: true, shouldCooldown: false });
    expect(signals.recommendedIntervalMs).toBeGreaterThan(1000);
    expect(signals.concurrencyFactor).toBeLessThan(1);
  });

  it("forgets a refusal as it recedes", () => {
    const [now, later, muchLater] = [0, 600_000, 3_600_000].map((refusedAgoMs) =>
      deriveSignals({ refusedAgoMs }),
    );

    expect(now?.health).toBe(0.75);
    expect(later?.health).toBeGreaterThan(0.9);
    expect(muchLater).toMatchObject({ rateLimited: false, health: 1, recommendedIntervalMs: 1000 });
  });

  it("keeps what is left of a Retry-After, and pauses longer with each refusal in a row", () => {
    expect(deriveSignals({ lastStatus: 429, cooldownMs: 120_000 })).toMatchObject({
      cooldownMs: 120_000,
      shouldCooldown: true,
    });
    expect(deriveSignals({ refusals: 3 }).cooldownMs).toBe(750);
    expect(deriveSignals({ refusals: 99 }).cooldownMs).toBe(300_000);
  });

  it("stays away from a host that will not have us", () => {
    expect(deriveSignals({ rejections: 5 }).cooldownMs).toBe(300_000);
    expect(deriveSignals({ rejections: 50 }).cooldownMs).toBe(86_400_000);
  });

  it("recommends no less than a Crawl-delay, however long", () => {
    expect(deriveSignals({ crawlDelayMs: 600_000 }).recommendedIntervalMs).toBe(600_000);
  });

  it("refuses seconds given for milliseconds", () => {
    expect(() => deriveSignals({}, { baseIntervalMs: 1 })).toThrow(
      /baseIntervalMs must be at least 10, got 1/,
    );
  });
});

describe("SignalAdvisor", () => {
  it("tells what a limiter on the same store has learned, and writes nothing", async () => {
    const clock = new ManualClock();
    const store = new MemoryStore({ clock });
    const limiter = new LearnedRateLimiter({ store, clock });
    const advisor = new SignalAdvisor(store, { clock });
    const lease = await limiter.acquire("example.com");
    await lease.release({ status: 429, headers: { "retry-after": "60" } });
    const before = JSON.stringify(store.read("example.com"));

    const signals = advisor.signalsFor("example.com");

    expect(signals).toMatchObject({ rateLimited: true, shouldCooldown: true });
    expect((await signals).cooldownMs).toBeGreaterThanOrEqual(60_000);
    expect(JSON.stringify(store.read("example.com"))).toBe(before);
    await limiter.close();
  });

  it("gives the signals of a clean record for a host nobody knows, and for a state it cannot read", async () => {
    const store = new MemoryStore();
    store.update("odd", () => ({ state: { version: 99 }, result: undefined }));
    const advisor = new SignalAdvisor(store);

    expect(await advisor.signalsFor("unknown")).toMatchObject({ health: 1, recommendedIntervalMs: 1000 });
    expect(await advisor.signalsFor("odd")).toMatchObject({ health: 1, recommendedIntervalMs: 1000 });
  });

  it("waits for a store that answers later", async () => {
    const inner = new MemoryStore();
    const slow = {
      update: async <T>(key: string, step: Parameters<typeof inner.update<T>>[1]): Promise<T> =>
        inner.update(key, step),
      read: async (key: string) => inner.read(key),
      keys: () => inner.keys(),
      delete: (key: string) => inner.delete(key),
      close: () => inner.close(),
    };

    const signals = new SignalAdvisor(slow).signalsFor("example.com");

    expect(signals).toBeInstanceOf(Promise);
    expect((await signals).health).toBe(1);
  });
});
