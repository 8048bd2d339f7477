import { describe, expect, it } from "vitest";
import type { Clock } from "../../../src/common/clock.ts";
import type { ManualClock } from "../../../src/testing/manual-clock.ts";
import type { Lease } from "../../../src/governor/lease.ts";
import { pacedLimiter, watch } from "../../support/limiter.ts";

/** `clock` with the delays of its timers changed. */
const through = (clock: ManualClock, delayOf: (ms: number) => number): Clock => ({
  now: () => clock.now(),
  wall: () => clock.wall(),
  setTimeout: (task, ms) => clock.setTimeout(task, delayOf(ms)),
  clearTimeout: (timer) => clock.clearTimeout(timer),
});

const hastyClock = (clock: ManualClock): Clock => through(clock, (ms) => Math.max(0, ms - 1));

describe("the queue of a host", () => {
  it("serves first in, first out", async () => {
    const { limiter, clock } = pacedLimiter();
    const order: number[] = [];
    for (const name of [0, 1, 2, 3]) {
      void limiter.run("a.test", async () => void order.push(name));
    }

    await clock.advanceAsync(10_000);

    expect(order).toEqual([0, 1, 2, 3]);
  });

  it("serves a higher priority first, until others have waited long enough", async () => {
    const { limiter, clock } = pacedLimiter({ agingMs: 2000 });
    const order: string[] = [];
    const join = (name: string, priority: number): void => {
      void limiter.run("a.test", async () => void order.push(name), { priority });
    };
    join("now", 0);
    join("low", 0);
    join("high", 1);
    await clock.advanceAsync(2500);
    join("late high", 1);
    join("late low", 0);

    await clock.advanceAsync(10_000);

    expect(order).toEqual(["now", "high", "low", "late high", "late low"]);
  });

  it("lets an old request with low priority pass a younger one with high priority", async () => {
    const { limiter, clock } = pacedLimiter({ agingMs: 1000, robots: { crawlDelayMs: () => 5000 } });
    const order: string[] = [];
    const join = (name: string, priority: number): void => {
      void limiter.run("a.test", async () => void order.push(name), { priority });
    };
    join("now", 0);
    join("old", 0);
    await clock.advanceAsync(3000);
    join("young", 2);

    await clock.advanceAsync(20_000);

    expect(order).toEqual(["now", "old", "young"]);
  });

  it("is bounded", async () => {
    const { limiter } = pacedLimiter({ maxQueue: 2 });
    await limiter.acquire("a.test");
    void limiter.acquire("a.test");
    void limiter.acquire("a.test");

    await expect(limiter.acquire("a.test")).rejects.toMatchObject({ code: "queue-full" });
    await expect(limiter.acquire("b.test")).resolves.toBeDefined();
  });

  it("is bounded for all hosts together", async () => {
    const { limiter } = pacedLimiter({ maxQueue: 1, maxWaiting: 2 });
    for (const host of ["a.test", "b.test", "c.test"]) await limiter.acquire(host);
    void limiter.acquire("a.test");
    void limiter.acquire("b.test");

    await expect(limiter.acquire("c.test")).rejects.toMatchObject({ code: "queue-full" });
  });

  it("delays no other host", async () => {
    const { limiter, clock } = pacedLimiter({
      robots: { crawlDelayMs: (host) => (host === "a.test" ? 60_000 : 0) },
    });
    for (let index = 0; index < 5; index++) void limiter.acquire("a.test");

    const other = watch(limiter.acquire("b.test"));
    await clock.advanceAsync(0);

    expect(other.isSettled).toBe(true);
  });
});

describe("an abort", () => {
  it("takes the waiter out at once and rejects with the signal's own reason", async () => {
    const { limiter, clock } = pacedLimiter();
    await limiter.acquire("a.test");
    const controller = new AbortController();
    const reason = { why: "changed my mind" };
    const waiter = watch(limiter.acquire("a.test", { signal: controller.signal }));

    controller.abort(reason);
    const waiting = limiter.stats().waiting;
    await clock.advanceAsync(0);

    expect(waiting).toBe(0);
    expect(waiter.error).toBe(reason);
  });

  it("before the call rejects without asking", async () => {
    const { limiter } = pacedLimiter();
    const signal = AbortSignal.abort("no");

    await expect(limiter.acquire("a.test", { signal })).rejects.toBe("no");
    expect(limiter.tryAcquire("a.test")).toMatchObject({ granted: true });
  });

  it("leaves the place to the next", async () => {
    const { limiter, clock } = pacedLimiter();
    await limiter.acquire("a.test");
    const controller = new AbortController();
    void watch(limiter.acquire("a.test", { signal: controller.signal }));
    const next = watch(limiter.acquire("a.test"));

    controller.abort();
    await clock.advanceAsync(1000);

    expect(next.isSettled).toBe(true);
  });

  it("leaves no listener behind, whatever becomes of the call", async () => {
    const { limiter, clock } = pacedLimiter();
    const controller = new AbortController();
    const { signal } = controller;
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    const atOnce = await limiter.acquire("a.test", { signal });
    const served = watch(limiter.acquire("a.test", { signal }));
    const late = watch(limiter.acquire("a.test", { signal, maxWaitMs: 1500 }));
    const aborted = watch(limiter.acquire("a.test", { signal }));

    await clock.advanceAsync(1000);
    await atOnce.release();
    controller.abort();
    await clock.advanceAsync(0);

    expect(served.isSettled && late.isSettled && aborted.isSettled).toBe(true);
    expect(listeners).toBe(0);
  });
});

describe("maxWaitMs", () => {
  it("turns away at once who would have to wait longer, with the time at which it would be possible", async () => {
    const { limiter, clock } = pacedLimiter();
    await limiter.acquire("a.test");

    const refused = watch(limiter.acquire("a.test", { maxWaitMs: 500 }));
    await clock.advanceAsync(0);

    expect(refused.error).toMatchObject({ code: "wait-too-long", retryAtMs: clock.wall() + 1000 });
  });

  it("counts those who wait before", async () => {
    const { limiter, clock } = pacedLimiter();
    for (let index = 0; index < 3; index++) void limiter.run("a.test", () => Promise.resolve());

    const refused = watch(limiter.acquire("a.test", { maxWaitMs: 2500 }));
    const patient = watch(limiter.acquire("a.test", { maxWaitMs: 3000 }));
    await clock.advanceAsync(0);
    const early = patient.isSettled;
    await clock.advanceAsync(3000);

    expect(refused.error).toMatchObject({ code: "wait-too-long", retryAtMs: 1_700_000_000_000 + 3000 });
    expect(early).toBe(false);
    expect(patient.value).toBeDefined();
  });

  it("ends a wait whose length nobody knew", async () => {
    const { limiter, clock } = pacedLimiter({ startConcurrency: 1, maxConcurrency: 1 });
    await limiter.acquire("a.test");
    const waiter = watch(limiter.acquire("a.test", { maxWaitMs: 4000 }));

    await clock.advanceAsync(3999);
    const early = waiter.isSettled;
    await clock.advanceAsync(1);

    expect(early).toBe(false);
    expect(waiter.error).toMatchObject({ code: "wait-too-long" });
  });

  it("of zero is as good as not waiting", async () => {
    const { limiter } = pacedLimiter();

    await expect(limiter.acquire("a.test", { maxWaitMs: 0 })).resolves.toBeDefined();
    await expect(limiter.acquire("a.test", { maxWaitMs: 0 })).rejects.toMatchObject({
      code: "wait-too-long",
    });
  });

  it("turns away who waits already when a cooldown comes up", async () => {
    const { limiter, clock } = pacedLimiter();
    const first = await limiter.acquire("a.test");
    const waiter = watch(limiter.acquire("a.test", { maxWaitMs: 5000 }));

    await first.release({ status: 429, headers: { "retry-after": "30" } });
    await clock.advanceAsync(0);

    expect(waiter.error).toMatchObject({ code: "wait-too-long" });
  });
});

describe("timers", () => {
  it("are one, however many wait, and none when nobody does", async () => {
    const { limiter, clock } = pacedLimiter({ maxConcurrency: 4 });
    const leases: Lease[] = [];
    const collect = async (host: string): Promise<void> => void leases.push(await limiter.acquire(host));
    for (let index = 0; index < 100; index++) void collect(`${index % 10}.test`);
    await clock.advanceAsync(0);
    const timers = clock.pendingTimers;

    while (leases.length > 0 || limiter.stats().waiting > 0) {
      await leases.pop()?.release();
      await clock.advanceAsync(500);
    }

    expect(timers).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it("that fire a millisecond early start nothing early", async () => {
    const { clock } = pacedLimiter();
    const early = pacedLimiter({ clock: hastyClock(clock) }).limiter;
    await early.acquire("a.test");
    const next = watch(early.acquire("a.test"));

    await clock.advanceAsync(999);
    const settledAt999 = next.isSettled;
    await clock.advanceAsync(2);

    expect(settledAt999).toBe(false);
    expect(next.isSettled).toBe(true);
  });

  it("that fire late serve all that fell due, still one interval apart", async () => {
    const { limiter, clock } = pacedLimiter();
    const starts: number[] = [];
    for (let index = 0; index < 3; index++) {
      void limiter.run("a.test", async () => void starts.push(clock.now()));
    }
    await clock.advanceAsync(0);

    clock.stall(10_000);
    await clock.advanceAsync(2000);

    expect(starts).toEqual([0, 10_000, 11_000]);
  });

  it("longer than a platform can count are split", async () => {
    const month = 30 * 86_400_000;
    const delays: number[] = [];
    const { clock } = pacedLimiter();
    const limited = through(clock, (ms) => {
      delays.push(ms);
      return ms;
    });
    const { limiter } = pacedLimiter({
      clock: limited,
      robots: { crawlDelayMs: () => month },
      leaseMs: 1000,
    });
    await limiter.run("a.test", () => Promise.resolve());
    const next = watch(limiter.acquire("a.test"));

    await clock.advanceAsync(month - 1);
    const early = next.isSettled;
    await clock.advanceAsync(1);

    expect(early).toBe(false);
    expect(next.isSettled).toBe(true);
    expect(Math.max(...delays)).toBe(2 ** 31 - 1);
  });
});

describe("what was waited for", () => {
  it("is summed by reason", async () => {
    const { limiter, clock } = pacedLimiter();
    const first = await limiter.acquire("a.test");
    void limiter.run("a.test", () => Promise.resolve());
    await clock.advanceAsync(500);
    await first.release({ status: 429, headers: { "retry-after": "60" } });

    await clock.advanceAsync(70_000);

    const { waitedMs } = limiter.stats();
    expect(waitedMs.interval).toBe(500);
    expect(waitedMs.cooldown).toBeGreaterThanOrEqual(60_000);
  });
});
