import { describe, expect, it } from "vitest";
import { MemoryStore, type LearnedRateLimiter, type LimiterOptions } from "../../../src/governor/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";
import { FailingStore } from "../../support/failing-store.ts";
import { pacedLimiter, watch } from "../../support/limiter.ts";

interface Scene {
  clock: ManualClock;
  store: FailingStore;
  limiter: LearnedRateLimiter;
  events: string[];
}

function scene(options: LimiterOptions = {}, members = 1): Scene {
  const clock = new ManualClock();
  const store = new FailingStore(clock, members);
  const { limiter } = pacedLimiter({ ...options, clock, store });
  const events: string[] = [];
  limiter.on("degraded", ({ isDegraded }) => events.push(isDegraded ? "degraded" : "back"));
  limiter.on("store-error", () => events.push("store-error"));
  return { clock, store, limiter, events };
}

async function startsOf({ limiter, clock }: Scene, count: number, withinMs: number): Promise<number[]> {
  const starts: number[] = [];
  for (let index = 0; index < count; index++) {
    void limiter.run("a.test", async () => void starts.push(clock.now()));
  }
  await clock.advanceAsync(withinMs);
  return starts;
}

describe("a store that answers later", () => {
  it("keeps the pace as one that answers at once", async () => {
    const at = scene();

    const starts = await startsOf(at, 4, 10_000);

    expect(starts).toEqual([0, 1000, 2000, 3000]);
    expect(at.clock.pendingTimers).toBe(0);
    expect(at.events).toEqual([]);
  });

  it("tells tryAcquire by promise", async () => {
    const { limiter } = scene();

    const answers = [await limiter.tryAcquire("a.test"), await limiter.tryAcquire("a.test")];

    expect(answers).toMatchObject([{ granted: true }, { granted: false, reason: "interval", waitMs: 1000 }]);
  });

  it("gives back what was granted to one who gave up meanwhile", async () => {
    const { limiter, clock } = scene({ maxConcurrency: 1, startConcurrency: 1 });
    const controller = new AbortController();
    const aborted = watch(limiter.acquire("a.test", { signal: controller.signal }));

    controller.abort("no");
    await clock.advanceAsync(0);

    expect(aborted.error).toBe("no");
    expect(limiter.inspect("a.test").inFlight).toBe(0);
    expect(limiter.stats()).toMatchObject({ inFlight: 0, granted: 0 });
  });

  it("lets nothing start on a grant that a refusal has overtaken", async () => {
    const { limiter, clock } = scene({ maxConcurrency: 4, startConcurrency: 4 });
    const first = watch(limiter.acquire("a.test"));
    await clock.advanceAsync(0);
    await clock.advanceAsync(1000);

    const second = watch(limiter.acquire("a.test"));
    void first.value?.release({ status: 429, headers: { "retry-after": "30" } });
    await clock.advanceAsync(29_000);

    expect(second.isSettled).toBe(false);
    await clock.advanceAsync(120_000);
    expect(second.isSettled).toBe(true);
  });
});

describe.each(["reject", "hang"] as const)("a store whose calls %s", (failure) => {
  it("is gone on without, at the pace divided by those who share it, and says so", async () => {
    const at = scene({ storeTimeoutMs: 500 }, 4);
    await startsOf(at, 1, 1000);

    at.store.failure = failure;
    const starts = await startsOf(at, 3, 30_000);

    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(starts).toHaveLength(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4000);
    expect(at.events.slice(0, 2)).toEqual(["store-error", "degraded"]);
    expect(at.limiter.stats().isDegraded).toBe(true);
    expect(at.limiter.inspect("a.test").summary).toContain("state store fails");
  });

  it("is tried again, and rejoined", async () => {
    const at = scene({ storeTimeoutMs: 500 });
    await startsOf(at, 1, 1000);
    at.store.failure = failure;
    await startsOf(at, 2, 5000);

    at.store.failure = undefined;
    const starts = await startsOf(at, 60, 120_000);

    expect(at.events.at(-1)).toBe("back");
    expect(starts).toHaveLength(60);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(999.9);
    expect(at.limiter.stats()).toMatchObject({ isDegraded: false, inFlight: 0 });
  });

  it("loses no cooldown that was learned meanwhile", async () => {
    const at = scene({ storeTimeoutMs: 500 });
    const lease = await acquire(at);
    at.store.failure = failure;

    void lease.release({ status: 429, headers: { "retry-after": "60" } });
    await at.clock.advanceAsync(5000);
    at.store.failure = undefined;
    const next = watch(at.limiter.acquire("a.test"));
    await at.clock.advanceAsync(54_000);

    expect(next.isSettled).toBe(false);
    await at.clock.advanceAsync(90_000);
    expect(next.isSettled).toBe(true);
    expect(await at.store.read("a.test")).toBeDefined();
  });

  it("frees in it, once it is back, what was released meanwhile", async () => {
    const at = scene({ storeTimeoutMs: 500, maxConcurrency: 1, startConcurrency: 1 });
    const lease = await acquire(at);
    at.store.failure = failure;
    void lease.release();
    await at.clock.advanceAsync(1000);

    at.store.failure = undefined;
    const starts = await startsOf(at, 3, 20_000);

    expect(starts).toHaveLength(3);
  });

  it("refuses where that is wanted, without hanging", async () => {
    const at = scene({ storeTimeoutMs: 500, onStoreFailure: "refuse" });
    at.store.failure = failure;
    const refused = [watch(at.limiter.acquire("a.test")), watch(at.limiter.acquire("a.test"))];

    await at.clock.advanceAsync(1100);

    for (const { error } of refused) expect(error).toMatchObject({ code: "store-failed" });
    expect(at.limiter.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  it("leaves observe and release without an error", async () => {
    const at = scene({ storeTimeoutMs: 500 });
    const lease = await acquire(at);
    at.store.failure = failure;

    const told = watch(Promise.all([at.limiter.observe("a.test", { status: 200 }), lease.release()]));
    await at.clock.advanceAsync(1000);

    expect(told).toMatchObject({ isSettled: true });
    expect(told.error).toBeUndefined();
  });
});

async function acquire({ limiter, clock }: Scene) {
  const acquired = limiter.acquire("a.test");
  await clock.advanceAsync(0);
  return acquired;
}

it("a grant that comes after the deadline is given back", async () => {
  const at = scene({ storeTimeoutMs: 500, maxConcurrency: 1, startConcurrency: 1, onStoreFailure: "refuse" });
  at.store.failure = "hang";
  const refused = watch(at.limiter.acquire("a.test"));
  await at.clock.advanceAsync(500);

  at.store.failure = undefined;
  at.store.answerHeld();
  await at.clock.advanceAsync(2000);
  const next = watch(at.limiter.acquire("a.test"));
  await at.clock.advanceAsync(0);

  expect(refused.error).toMatchObject({ code: "store-failed" });
  expect(next.isSettled).toBe(true);
});

it("a store that throws at once is a store that fails", async () => {
  const clock = new ManualClock();
  const store = new MemoryStore({ clock });
  const broken = Object.assign(Object.create(store) as MemoryStore, {
    isSteady: false,
    update: () => {
      throw new Error("disk full");
    },
  });
  const { limiter } = pacedLimiter({ clock, store: broken });
  const errors: unknown[] = [];
  limiter.on("store-error", ({ error }) => errors.push(error));

  const lease = await limiter.acquire("a.test");

  expect(lease.host).toBe("a.test");
  expect(errors).toEqual([new Error("disk full")]);
});

it("a full memory store refuses new hosts and keeps the old", async () => {
  const clock = new ManualClock();
  const { limiter } = pacedLimiter({ clock, store: new MemoryStore({ clock, maxEntries: 1 }) });
  const lease = await limiter.acquire("a.test");

  const refused = limiter.acquire("b.test");

  await expect(refused).rejects.toMatchObject({ code: "store-failed" });
  await lease.release({ status: 200, latencyMs: 10 });
  await clock.advanceAsync(1000);
  await expect(limiter.acquire("a.test")).resolves.toBeDefined();
});
