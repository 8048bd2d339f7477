import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CrawlError, LearnedRateLimiter, MemoryStore } from "../../src/governor/index.ts";
import { ManualClock } from "../../src/testing/index.ts";

const HOSTS = ["a.test", "b.test"] as const;
const visits = fc.array(
  fc.record({
    host: fc.constantFrom(...HOSTS),
    afterMs: fc.nat(3000),
    heldMs: fc.integer({ min: 1, max: 900 }),
    status: fc.constantFrom(200, 200, 200, 404, 429, 500, 503),
    priority: fc.integer({ min: -2, max: 2 }),
  }),
  { maxLength: 40 },
);
type Visits = typeof visits extends fc.Arbitrary<infer All> ? All : never;

/** When the requests to one host started, while all of `all` or only those to it were made. */
async function startsOf(host: string, all: Visits, isAlone: boolean): Promise<number[]> {
  const clock = new ManualClock();
  const limiter = new LearnedRateLimiter({ clock, random: () => 0 });
  const starts: number[] = [];
  const visit = async ({ host: name, heldMs, status, priority }: Visits[number]): Promise<void> => {
    const lease = await limiter.acquire(name, { priority });
    if (name === host) starts.push(clock.now());
    clock.setTimeout(() => void lease.release({ status, latencyMs: heldMs }), heldMs);
  };
  for (const each of all) {
    await clock.advanceAsync(each.afterMs);
    if (!isAlone || each.host === host) void visit(each);
  }
  await clock.advanceAsync(3_600_000);
  return starts;
}

it("two hosts never delay each other", async () => {
  await fc.assert(
    fc.asyncProperty(visits, async (all) => {
      for (const host of HOSTS) {
        expect(await startsOf(host, all, false)).toEqual(await startsOf(host, all, true));
      }
    }),
    { numRuns: 50 },
  );
});

it("a Crawl-delay is kept over restarts, whatever the wall clock does meanwhile", async () => {
  const lives = fc.array(
    fc.record({
      waitMs: fc.nat(15_000),
      wallMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
      status: fc.constantFrom(undefined, 200, 429),
    }),
    { minLength: 2, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(lives, fc.integer({ min: 1000, max: 10_000 }), async (all, crawlDelayMs) => {
      const clock = new ManualClock();
      const store = new MemoryStore({ clock });
      let lastStartMs = -Infinity;
      const gapsMs: number[] = [];
      for (const { waitMs, wallMs, status } of all) {
        const limiter = new LearnedRateLimiter({
          clock,
          store,
          robots: { crawlDelayMs: () => crawlDelayMs },
        });
        clock.stepWall(wallMs);
        await clock.advanceAsync(waitMs);
        const lease = limiter.tryAcquire("a.test");
        if (lease instanceof Promise) throw new Error("the memory store answers at once");
        if (lease.granted) {
          gapsMs.push(clock.now() - lastStartMs);
          lastStartMs = clock.now();
          void lease.release(status === undefined ? undefined : { status });
        }
        await limiter.close();
      }
      expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(crawlDelayMs);
    }),
    { numRuns: 100 },
  );
});

it("close turns away everybody who waits, once, and leaves no timer", async () => {
  const callers = fc.array(fc.record({ host: fc.constantFrom(...HOSTS), maxWaitMs: fc.nat(60_000) }), {
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(callers, fc.nat(5000), async (all, afterMs) => {
      const clock = new ManualClock();
      const limiter = new LearnedRateLimiter({ clock });
      let served = 0;
      const codes: (string | undefined)[] = [];
      const follow = async (host: string, maxWaitMs: number): Promise<void> => {
        try {
          await limiter.acquire(host, { maxWaitMs });
          served++;
        } catch (error) {
          codes.push(error instanceof CrawlError ? error.code : undefined);
        }
      };
      for (const { host, maxWaitMs } of all) void follow(host, maxWaitMs);
      await clock.advanceAsync(afterMs);
      const { waiting } = limiter.stats();

      await limiter.close();
      await clock.advanceAsync(0);

      expect(codes.filter((code) => code === "closed")).toHaveLength(waiting);
      expect(served + codes.length).toBe(all.length);
      expect(codes.every((code) => code === "closed" || code === "wait-too-long")).toBe(true);
      expect(clock.pendingTimers).toBe(0);
      await expect(limiter.acquire("a.test")).rejects.toMatchObject({ code: "closed" });
    }),
    { numRuns: 100 },
  );
});
