import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { LearnedRateLimiter, MemoryStore, type LimiterOptions } from "../../../src/governor/index.ts";
import { ManualClock } from "../../../src/testing/index.ts";
import { pacedLimiter, watch } from "../../support/limiter.ts";

describe("chance that is none", () => {
  it.each([NaN, -5, -0.1])("%d neither shortens nor loses a Retry-After", async (value) => {
    const { limiter } = pacedLimiter({ random: () => value });
    await limiter.acquire("a.test");

    void limiter.observe("a.test", { status: 429, headers: { "retry-after": "5" } });

    expect(limiter.cooldownMsFor("a.test")).toBe(5000);
  });

  it.each([7, Infinity])("%d lengthens it no more than jitter may", (value) => {
    const { limiter } = pacedLimiter({ random: () => value });

    void limiter.observe("a.test", { status: 429, headers: { "retry-after": "5" } });

    expect(limiter.cooldownMsFor("a.test")).toBeCloseTo(5500, 1);
  });
});

describe("one signal for many callers", () => {
  it("has one listener while somebody waits with it, and none after", async () => {
    const { limiter, clock } = pacedLimiter();
    const { signal } = new AbortController();
    await limiter.acquire("a.test", { signal });

    const waiting = Array.from({ length: 20 }, (_, index) =>
      watch(limiter.acquire(`${index % 2}.test`, { signal })),
    );
    const whileWaiting = getEventListeners(signal, "abort").length;
    await clock.advanceAsync(1000);
    for (const { value } of waiting) await value?.release();
    await limiter.close();

    expect(whileWaiting).toBe(1);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("turns all of them away before anybody is served in their place", async () => {
    const { limiter, clock } = pacedLimiter();
    const controller = new AbortController();
    const leases = [await limiter.acquire("a.test")];
    await clock.advanceAsync(1000);
    leases.push(await limiter.acquire("a.test"));
    const all = Array.from({ length: 5 }, () =>
      watch(limiter.acquire("a.test", { signal: controller.signal })),
    );
    const other = watch(limiter.acquire("a.test"));
    await clock.advanceAsync(5000);

    controller.abort("enough");
    await leases[0]?.release();
    await clock.advanceAsync(0);

    expect(all.map(({ error }) => error)).toEqual(Array(5).fill("enough"));
    expect(other.value?.granted).toBe(true);
  });
});

describe("what is no signal", () => {
  it("is refused, and leaves nothing behind", async () => {
    const { limiter, clock } = pacedLimiter();
    await limiter.acquire("a.test");

    await expect(limiter.acquire("a.test", { signal: {} as AbortSignal })).rejects.toThrow(
      "signal must be an AbortSignal, got object",
    );

    expect(limiter.stats().waiting).toBe(0);
    expect(clock.pendingTimers).toBe(1);
  });
});

describe("a key function that returns no names", () => {
  it.each([[undefined], [null], [5], [{}]])("is refused by name: %s", async (junk) => {
    const key = (() => junk) as unknown as NonNullable<LimiterOptions["key"]>;
    const { limiter } = pacedLimiter({ key });

    await expect(limiter.acquire("a.test")).rejects.toThrow("key must return a text or a list of texts");
  });
});

const thenable = <T>(value: T): Promise<T> =>
  // oxlint-disable-next-line unicorn/no-thenable -- what is tested
  ({ then: (onValue: (value: T) => void) => onValue(value) }) as unknown as Promise<T>;

it("a store that answers with a thenable of its own is understood", async () => {
  const clock = new ManualClock();
  const memory = new MemoryStore({ clock });
  const limiter = new LearnedRateLimiter({
    clock,
    store: {
      update: (key, step) => thenable(memory.update(key, step)),
      read: (key) => memory.read(key),
      keys: () => memory.keys(),
      delete: (key) => memory.delete(key),
      close: () => memory.close(),
    },
  });

  const lease = await limiter.acquire("a.test");
  await lease.release({ status: 200 });

  expect(limiter.stats()).toMatchObject({ granted: 1, inFlight: 0, isDegraded: false });
});

it("starts are in time to the millisecond at any base interval", () => {
  for (let intervalMs = 11; intervalMs < 5000; intervalMs += 7) {
    const clock = new ManualClock();
    const limiter = new LearnedRateLimiter({
      clock,
      baseIntervalMs: intervalMs,
      minIntervalMs: intervalMs,
      random: () => 0,
    });
    void limiter.tryAcquire("a.test");
    clock.advance(intervalMs);

    expect(limiter.tryAcquire("a.test")).toMatchObject({ granted: true });
  }
});
