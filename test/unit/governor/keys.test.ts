import { describe, expect, it } from "vitest";
import { keysFrom } from "../../../src/governor/keys.ts";
import { pacedLimiter, watch } from "../../support/limiter.ts";

describe("the key of a request", () => {
  it.each([
    ["host", "A.Test", "a.test"],
    ["host", "a.test:8080", "a.test:8080"],
    ["host", "https://A.test:8443/page?x=1", "a.test:8443"],
    ["host", "tenant/1", "tenant/1"],
    ["origin", "https://A.test/page", "https://a.test"],
  ] as const)("by %s of %s is %s", (option, name, key) => {
    expect(keysFrom(option)(name)).toEqual([key]);
  });

  it("may be several, each once, in the same order for all", () => {
    expect(keysFrom((host) => ["z", host, "z"])("a.test")).toEqual(["a.test", "z"]);
  });

  it("must be named", () => {
    expect(() => keysFrom(() => [])("a.test")).toThrow("key must name at least one key for a.test");
    expect(() => keysFrom(() => "")("a.test")).toThrow(TypeError);
    expect(() => keysFrom("domain" as "host")).toThrow('key must be "host", "origin" or a function');
  });
});

describe("several keys", () => {
  const byAddress = { key: (host: string) => [host, "203.0.113.7"] };

  it("must all grant: hosts at one address share its pace", async () => {
    const { limiter, clock } = pacedLimiter(byAddress);
    const starts: [string, number][] = [];
    for (const host of ["a.test", "b.test", "a.test", "b.test"]) {
      void limiter.run(host, async () => void starts.push([host, clock.now()]));
    }

    await clock.advanceAsync(10_000);

    expect(starts).toEqual([
      ["a.test", 0],
      ["b.test", 1000],
      ["a.test", 2000],
      ["b.test", 3000],
    ]);
  });

  it("take nothing from one when another does not grant", async () => {
    const { limiter, clock } = pacedLimiter({
      key: (host) => (host === "both" ? ["a.test", "b.test"] : host),
      robots: { crawlDelayMs: (host) => (host === "b.test" ? 60_000 : undefined) },
    });
    await limiter.run("b.test", () => Promise.resolve());
    await limiter.observe("b.test", { crawlDelayMs: 60_000 });

    const denial = limiter.tryAcquire("both");

    expect(denial).toMatchObject({ granted: false, reason: "crawl-delay", waitMs: 60_000 });
    expect(limiter.tryAcquire("a.test")).toMatchObject({ granted: true });
    expect(limiter.stats().inFlight).toBe(1);
    await clock.advanceAsync(0);
  });

  it("do not let one host's cooldown delay another at the same address", async () => {
    const { limiter, clock } = pacedLimiter(byAddress);
    const first = await limiter.acquire("a.test");
    // The address answers for both, so only the host itself is told to stay away.
    await first.release();
    limiter.pause("a.test");
    const waiting = watch(limiter.acquire("a.test"));
    const other = watch(limiter.acquire("b.test"));

    await clock.advanceAsync(1000);

    expect(waiting.isSettled).toBe(false);
    expect(other.isSettled).toBe(true);
    limiter.resume("a.test");
    await clock.advanceAsync(1000);
    expect(waiting.isSettled).toBe(true);
  });

  it("never pass by one for ever who waits for a slot of another key", async () => {
    const { limiter, clock } = pacedLimiter({ ...byAddress, maxConcurrency: 1, startConcurrency: 1 });
    limiter.update("203.0.113.7", { maxConcurrency: 2, startConcurrency: 2 });
    const held = await limiter.acquire("a.test");
    const elder = watch(limiter.acquire("a.test"));
    let passed = 0;
    const others = async (): Promise<void> => {
      while (!elder.isSettled) await limiter.run("b.test", async () => void passed++);
    };
    void others();
    await clock.advanceAsync(60_000);

    const passedBefore = passed;
    await held.release();
    await clock.advanceAsync(2000);

    expect(passedBefore).toBeGreaterThan(0);
    expect(passedBefore).toBeLessThanOrEqual(17);
    expect(elder.isSettled).toBe(true);
  });

  it("crosswise do not lock each other out", async () => {
    const rings: Record<string, string[]> = { ab: ["a", "b"], bc: ["b", "c"], ca: ["c", "a"] };
    const { limiter, clock } = pacedLimiter({
      key: (host) => rings[host] ?? host,
      maxConcurrency: 1,
      startConcurrency: 1,
    });
    const done: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (const host of Object.keys(rings)) void limiter.run(host, async () => void done.push(host));
    }

    await clock.advanceAsync(60_000);

    expect(done).toHaveLength(9);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("all hosts together", () => {
  it("have no more in flight than the global limit, and take turns", async () => {
    const { limiter, clock } = pacedLimiter({ globalConcurrency: 2 });
    const leases = [await limiter.acquire("a.test"), await limiter.acquire("b.test")];
    const third = watch(limiter.acquire("c.test"));
    const fourth = watch(limiter.acquire("d.test"));
    const denial = limiter.tryAcquire("e.test");
    await clock.advanceAsync(5000);
    const early = third.isSettled || fourth.isSettled;

    await leases[0]?.release();
    await clock.advanceAsync(0);

    expect(denial).toMatchObject({ granted: false, reason: "global-concurrency" });
    expect(early).toBe(false);
    expect(third.value).toMatchObject({ waitedFor: "global-concurrency", waitedMs: 5000 });
    expect(fourth.isSettled).toBe(false);
  });

  it("get a slot back when a lease runs out", async () => {
    const { limiter, clock } = pacedLimiter({ globalConcurrency: 1, leaseMs: 10_000 });
    await limiter.acquire("a.test");
    const next = watch(limiter.acquire("b.test"));

    await clock.advanceAsync(10_000);

    expect(next.isSettled).toBe(true);
  });
});

describe("at run time", () => {
  it("a key can be paused and resumed", async () => {
    const { limiter, clock } = pacedLimiter();
    limiter.pause("A.test");
    const waiting = watch(limiter.acquire("a.test"));
    await clock.advanceAsync(60_000);
    const early = waiting.isSettled;
    const snapshot = limiter.inspect("a.test");
    const denial = limiter.tryAcquire("a.test");

    limiter.resume("a.test");
    await clock.advanceAsync(0);

    expect(early).toBe(false);
    expect(snapshot).toMatchObject({
      isPaused: true,
      waitsFor: "paused",
      nextStartInMs: Infinity,
      waiting: 1,
    });
    expect(denial).toMatchObject({ granted: false });
    expect(waiting.value).toMatchObject({ waitedMs: 60_000, waitedFor: "paused" });
    limiter.resume("never paused");
  });

  it("a key can have settings of its own, and lose them again", async () => {
    const { limiter, clock } = pacedLimiter();
    await limiter.acquire("a.test");
    const waiting = watch(limiter.acquire("a.test"));

    limiter.update("a.test", { minIntervalMs: 5000 });
    await clock.advanceAsync(4999);
    const early = waiting.isSettled;
    await clock.advanceAsync(1);

    expect(early).toBe(false);
    expect(waiting.isSettled).toBe(true);
    expect(limiter.intervalMsFor("b.test")).toBe(1000);
    limiter.update("b.test", { minIntervalMs: 5000 });
    limiter.update("b.test");
    expect(limiter.intervalMsFor("b.test")).toBe(1000);
  });

  it("narrower settings forget no cooldown", async () => {
    const { limiter } = pacedLimiter({ maxConcurrency: 8, startConcurrency: 8 });
    const lease = await limiter.acquire("a.test");
    await lease.release({ status: 429, headers: { "retry-after": "60" } });
    const before = limiter.cooldownMsFor("a.test");

    limiter.update("a.test", { maxConcurrency: 1, minIntervalMs: 1500 });

    expect(before).toBeGreaterThanOrEqual(60_000);
    expect(limiter.cooldownMsFor("a.test")).toBe(before);
    expect(limiter.concurrencyFor("a.test")).toBe(1);
  });

  it("bad settings are refused and change nothing", () => {
    const { limiter } = pacedLimiter();

    expect(() => limiter.update("a.test", { minIntervalMs: 0 })).toThrow(RangeError);
    expect(limiter.intervalMsFor("a.test")).toBe(1000);
  });
});
