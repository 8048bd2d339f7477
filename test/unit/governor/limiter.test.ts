import { describe, expect, it } from "vitest";
import { CrawlError } from "../../../src/common/errors.ts";
import { LearnedRateLimiter } from "../../../src/governor/learned-rate-limiter.ts";
import type { Lease } from "../../../src/governor/lease.ts";
import { pacedLimiter, watch } from "../../support/limiter.ts";

describe("a lease", () => {
  it("is there at once for a host that nobody asked before", async () => {
    const { limiter } = pacedLimiter();

    const lease = await limiter.acquire("a.test");

    expect(lease).toMatchObject({ host: "a.test", waitedMs: 0, waitedFor: "none" });
  });

  it("waits for the interval, and says so", async () => {
    const { limiter, clock } = pacedLimiter();
    await limiter.acquire("a.test");
    const second = watch(limiter.acquire("a.test"));

    await clock.advanceAsync(999);
    const early = second.isSettled;
    await clock.advanceAsync(1);

    expect(early).toBe(false);
    expect(second.value).toMatchObject({ waitedMs: 1000, waitedFor: "interval" });
  });

  it("waits for another to end when as many are in flight as may be", async () => {
    const { limiter, clock } = pacedLimiter({ startConcurrency: 1, maxConcurrency: 1 });
    const first = await limiter.acquire("a.test");
    const second = watch(limiter.acquire("a.test"));
    await clock.advanceAsync(5000);
    const early = second.isSettled;

    await first.release();
    await clock.advanceAsync(0);

    expect(early).toBe(false);
    expect(second.value).toMatchObject({ waitedMs: 5000, waitedFor: "concurrency" });
  });

  it("frees one slot when it is released twice", async () => {
    const { limiter, clock } = pacedLimiter({ startConcurrency: 2, maxConcurrency: 2 });
    const first = await limiter.acquire("a.test");
    const held = watch(limiter.acquire("a.test"));
    await clock.advanceAsync(1000);
    await first.release({ status: 200, latencyMs: 10 });
    await first.release({ status: 429 });
    const waiters = [watch(limiter.acquire("a.test")), watch(limiter.acquire("a.test"))];

    await clock.advanceAsync(10_000);

    expect(held.isSettled).toBe(true);
    expect(waiters.map(({ isSettled }) => isSettled)).toEqual([true, false]);
    expect(limiter.cooldownMsFor("a.test")).toBe(0);
  });

  it("is released at the end of its block without teaching anything", async () => {
    const { limiter } = pacedLimiter();
    const before = limiter.intervalMsFor("a.test");

    const lease = await limiter.acquire("a.test");
    await lease[Symbol.asyncDispose]();

    expect(limiter.stats().inFlight).toBe(0);
    expect(limiter.intervalMsFor("a.test")).toBe(before);
  });

  it("runs out when nobody releases it, says so, and frees its slot", async () => {
    const { limiter, clock } = pacedLimiter({ startConcurrency: 1, maxConcurrency: 1, leaseMs: 60_000 });
    const expired: unknown[] = [];
    limiter.on("lease-expired", (event) => expired.push(event));
    const leaked = await limiter.acquire("a.test");
    const next = watch(limiter.acquire("a.test"));

    await clock.advanceAsync(59_999);
    const early = next.isSettled;
    await clock.advanceAsync(1);

    expect(early).toBe(false);
    expect(next.isSettled).toBe(true);
    expect(expired).toEqual([{ type: "lease-expired", host: "a.test", heldMs: 60_000 }]);
    await leaked.release();
    const third = watch(limiter.acquire("a.test"));
    await clock.advanceAsync(5000);
    expect(third.isSettled).toBe(false);
  });

  it("says that it ran out also when nobody waits", async () => {
    const { limiter, clock } = pacedLimiter({ leaseMs: 60_000 });
    const expired: unknown[] = [];
    limiter.on("lease-expired", (event) => expired.push(event.host));
    await limiter.acquire("a.test");

    clock.advance(60_000);

    expect(expired).toEqual(["a.test"]);
    expect(limiter.stats()).toMatchObject({ inFlight: 0, expired: 1 });
  });
});

describe("run", () => {
  it("gives the task its lease and its result to the caller", async () => {
    const { limiter } = pacedLimiter();

    const result = await limiter.run("a.test", async (lease: Lease) => {
      await lease.release({ status: 200, latencyMs: 5 });
      return lease.host;
    });

    expect(result).toBe("a.test");
    expect(limiter.stats().inFlight).toBe(0);
  });

  it("releases when the task throws", async () => {
    const { limiter } = pacedLimiter();

    const failing = limiter.run("a.test", () => Promise.reject(new Error("task")));

    await expect(failing).rejects.toThrow("task");
    expect(limiter.stats().inFlight).toBe(0);
  });
});

describe("tryAcquire", () => {
  it("gives a lease, or what it would wait for and until when", async () => {
    const { limiter, clock } = pacedLimiter();

    const lease = limiter.tryAcquire("a.test");
    const denial = limiter.tryAcquire("a.test");

    expect(lease).toMatchObject({ granted: true, host: "a.test" });
    expect(denial).toEqual({
      granted: false,
      host: "a.test",
      reason: "interval",
      waitMs: 1000,
      retryAtMs: clock.wall() + 1000,
    });
  });

  it("does not pass those who wait", async () => {
    const { limiter, clock } = pacedLimiter();
    await limiter.acquire("a.test");
    const waiter = watch(limiter.acquire("a.test"));
    clock.stall(1500);

    const denial = limiter.tryAcquire("a.test");

    expect(denial).toMatchObject({ granted: false, reason: "queue", waitMs: Infinity });
    await clock.advanceAsync(0);
    expect(waiter.isSettled).toBe(true);
  });
});

describe("a cooldown", () => {
  it("keeps the Retry-After of an answer to the millisecond", async () => {
    const { limiter, clock } = pacedLimiter();
    const first = await limiter.acquire("a.test");
    await first.release({ status: 429, headers: { "retry-after": "7" } });
    const next = watch(limiter.acquire("a.test"));

    await clock.advanceAsync(6999);
    const early = next.isSettled;
    await clock.advanceAsync(3000);

    expect(early).toBe(false);
    expect(next.value).toMatchObject({ waitedFor: "cooldown" });
  });

  it("that is longer than anybody is to wait turns away at once, with its end", async () => {
    const { limiter, clock } = pacedLimiter({ maxCooldownMs: 60_000 });
    const parked: unknown[] = [];
    limiter.on("parked", ({ turnedAway }) => parked.push(turnedAway));
    const waiting = watch(limiter.acquire("a.test"));
    const queued = watch(limiter.acquire("a.test"));
    await clock.advanceAsync(0);

    await waiting.value?.release({ status: 503, headers: { "Retry-After": "3600" } });
    await clock.advanceAsync(0);
    const later = watch(limiter.acquire("a.test"));
    await clock.advanceAsync(0);

    for (const { error } of [queued, later]) {
      expect(error).toBeInstanceOf(CrawlError);
      expect(error).toMatchObject({ code: "cooldown" });
      expect((error as CrawlError).retryAtMs).toBeGreaterThanOrEqual(clock.wall() + 3_600_000);
    }
    expect(parked).toEqual([1, 1]);
    expect(limiter.stats().waiting).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("Crawl-delay", () => {
  it("from robots is kept, however long", async () => {
    const { limiter, clock } = pacedLimiter({ robots: { crawlDelayMs: () => 120_000 } });
    await limiter.acquire("a.test");
    const next = watch(limiter.acquire("a.test"));

    await clock.advanceAsync(119_999);
    const early = next.isSettled;
    await clock.advanceAsync(1);

    expect(early).toBe(false);
    expect(next.value).toMatchObject({ waitedMs: 120_000, waitedFor: "crawl-delay" });
    expect(limiter.intervalMsFor("a.test")).toBe(120_000);
  });

  it("as a Request-rate counts as the interval it comes to", () => {
    const { limiter } = pacedLimiter({
      robots: { crawlDelayMs: () => undefined, requestIntervalMs: () => 15_000 },
    });

    expect(limiter.intervalMsFor("a.test")).toBe(15_000);
  });

  it.each([NaN, -1, 0, undefined])("of %s is none", (crawlDelayMs) => {
    const { limiter } = pacedLimiter({ robots: { crawlDelayMs: () => crawlDelayMs } });

    expect(limiter.intervalMsFor("a.test")).toBe(1000);
  });

  it("above what the user allows refuses the host where the user wants that", async () => {
    const { limiter } = pacedLimiter({
      robots: { crawlDelayMs: (host) => (host === "slow.test" ? 90_000 : undefined) },
      maxCrawlDelayMs: 60_000,
      longCrawlDelay: "reject",
    });

    const refused = limiter.acquire("slow.test");

    await expect(refused).rejects.toMatchObject({ code: "crawl-delay-too-long" });
    await expect(limiter.acquire("a.test")).resolves.toBeDefined();
  });

  it("that cannot be told lets nothing start", async () => {
    const { limiter, clock } = pacedLimiter({
      robots: {
        crawlDelayMs: () => {
          throw new Error("cache is broken");
        },
      },
    });

    await expect(limiter.acquire("a.test")).rejects.toThrow("cache is broken");
    expect(limiter.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("wrong use", () => {
  it.each([
    ["an empty host", "", {}],
    ["a host that is no text", 7 as unknown as string, {}],
    ["a negative wait", "a.test", { maxWaitMs: -1 }],
    ["a wait that is no number", "a.test", { maxWaitMs: NaN }],
    ["a priority beyond bounds", "a.test", { priority: 1e9 }],
  ])("of acquire is rejected: %s", async (_, host, options) => {
    const { limiter } = pacedLimiter();

    await expect(limiter.acquire(host, options)).rejects.toThrow(/must be/);
  });

  it("of observe throws", () => {
    const { limiter } = pacedLimiter();

    expect(() => limiter.observe("a.test", null as never)).toThrow(TypeError);
  });
});

describe("close", () => {
  it("rejects all who wait and all who come, and leaves no timer", async () => {
    const { limiter, clock } = pacedLimiter();
    const lease = await limiter.acquire("a.test");
    const waiting = watch(limiter.acquire("a.test"));

    await limiter.close();

    await clock.advanceAsync(0);
    expect(waiting.error).toMatchObject({ code: "closed" });
    await expect(limiter.acquire("b.test")).rejects.toMatchObject({ code: "closed" });
    expect(() => limiter.tryAcquire("b.test")).toThrow(expect.objectContaining({ code: "closed" }) as Error);
    expect(clock.pendingTimers).toBe(0);
    await lease.release({ status: 200 });
    await limiter.close();
  });
});

it("needs no options", async () => {
  const limiter = new LearnedRateLimiter();

  const lease = await limiter.acquire("a.test");
  await lease.release({ status: 200, latencyMs: 20 });

  expect(limiter.stats()).toMatchObject({ granted: 1, inFlight: 0 });
});
