import * as fc from "fast-check";
import { expect, it } from "vitest";
import { LearnedRateLimiter, MemoryStore, type Lease } from "../../src/governor/index.ts";
import { ManualClock } from "../../src/testing/index.ts";
import { AsyncStore } from "../support/async-store.ts";
import { FailingStore } from "../support/failing-store.ts";

const HOST = "a.test";
const INTERVAL_MS = 1000;

type Act =
  | { do: "acquire"; aborts: boolean }
  | { do: "release"; retrySeconds: number | undefined }
  | { do: "observe"; retrySeconds: number }
  | { do: "advance"; ms: number }
  | { do: "answer"; count: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("acquire" as const), aborts: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("release" as const),
      retrySeconds: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("observe" as const),
      retrySeconds: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.nat(1900) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("answer" as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
);

const refusal = (seconds: number) => ({ status: 429, headers: { "retry-after": String(seconds) } });

it("a store that answers late and out of order changes no promise", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(act, { maxLength: 50 }), async (scheduler, acts) => {
      const clock = new ManualClock();
      const memory = new MemoryStore({ clock });
      const store = new AsyncStore(memory, async (task) => {
        await scheduler.schedule(Promise.resolve());
        return task();
      });
      const limiter = new LearnedRateLimiter({
        clock,
        store,
        minIntervalMs: INTERVAL_MS,
        baseIntervalMs: INTERVAL_MS,
        maxConcurrency: 2,
        storeTimeoutMs: 3_600_000,
        random: () => 0,
      });
      const leases: Lease[] = [];
      const early: string[] = [];
      const count = { acquired: 0, settled: 0 };
      let notBeforeMs = 0;
      let lastStartMs = -Infinity;
      limiter.on("grant", () => {
        const nowMs = clock.now();
        if (nowMs - lastStartMs < INTERVAL_MS - 0.02) early.push(`gap ${nowMs - lastStartMs}`);
        if (nowMs < notBeforeMs - 0.02) early.push(`cooldown ${notBeforeMs - nowMs}`);
        if (limiter.stats().inFlight > 2) early.push("in flight");
        lastStartMs = nowMs;
      });
      const follow = async (controller: AbortController): Promise<void> => {
        try {
          leases.push(await limiter.acquire(HOST, { signal: controller.signal }));
        } catch (error) {
          if (error !== "enough") throw error;
        }
        count.settled++;
      };
      const forbid = (seconds: number): void => {
        notBeforeMs = Math.max(notBeforeMs, clock.now() + seconds * 1000);
      };
      const answerAll = async (): Promise<void> => {
        await clock.advanceAsync(0);
        for (; scheduler.count() > 0; await clock.advanceAsync(0)) await scheduler.waitOne();
      };
      const controllers: AbortController[] = [];
      const following: Promise<void>[] = [];
      for (const each of acts) {
        if (each.do === "acquire") {
          const controller = new AbortController();
          count.acquired++;
          following.push(follow(controller));
          if (each.aborts) controllers.push(controller);
        } else if (each.do === "release") {
          controllers.pop()?.abort("enough");
          if (each.retrySeconds !== undefined && leases.length > 0) forbid(each.retrySeconds);
          const seen =
            each.retrySeconds === undefined ? { status: 200, latencyMs: 9 } : refusal(each.retrySeconds);
          void leases.shift()?.release(seen);
        } else if (each.do === "observe") {
          forbid(each.retrySeconds);
          void limiter.observe(HOST, refusal(each.retrySeconds));
        } else if (each.do === "advance") {
          await clock.advanceAsync(each.ms);
        } else {
          for (let count = 0; count < each.count && scheduler.count() > 0; count++) await scheduler.waitOne();
        }
        await clock.advanceAsync(0);
        expect(early).toEqual([]);
        expect(clock.pendingTimers).toBeLessThanOrEqual(1);
      }

      for (
        let round = 0;
        round < 2000 && (count.settled < count.acquired || scheduler.count() > 0);
        round++
      ) {
        await answerAll();
        void leases.shift()?.release({ status: 200, latencyMs: 9 });
        await clock.advanceAsync(500);
      }
      await Promise.all(following);
      for (const lease of leases) void lease.release();
      await answerAll();

      expect(early).toEqual([]);
      expect(count.settled).toBe(count.acquired);
      expect(limiter.stats()).toMatchObject({ waiting: 0, inFlight: 0 });
      expect(new LearnedRateLimiter({ clock, store: memory }).inspect(HOST).inFlight).toBe(0);
      expect(clock.pendingTimers).toBe(0);
    }),
    { numRuns: 150 },
  );
});

it("a store that fails now and then makes the pace slower, never faster", async () => {
  const spells = fc.array(
    fc.record({
      failure: fc.constantFrom("reject" as const, "hang" as const, undefined),
      ms: fc.integer({ min: 200, max: 20_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(spells, fc.integer({ min: 1, max: 4 }), async (all, members) => {
      const clock = new ManualClock();
      const store = new FailingStore(clock, members);
      const limiter = new LearnedRateLimiter({
        clock,
        store,
        minIntervalMs: INTERVAL_MS,
        baseIntervalMs: INTERVAL_MS,
        storeTimeoutMs: 700,
        random: () => 0,
      });
      const starts: { atMs: number; isDegraded: boolean }[] = [];
      limiter.on("grant", () => starts.push({ atMs: clock.now(), isDegraded: limiter.stats().isDegraded }));
      const crawling = new AbortController();
      const crawl = async (): Promise<void> => {
        while (!crawling.signal.aborted)
          await limiter.run(HOST, (lease) => Promise.resolve(lease.release({ status: 200, latencyMs: 9 })));
      };
      const workers = [crawl(), crawl(), crawl()];

      for (const { failure, ms } of all) {
        store.failure = failure;
        if (failure !== "hang") store.answerHeld();
        await clock.advanceAsync(ms);
      }
      store.failure = undefined;
      store.answerHeld();
      const before = starts.length;
      await clock.advanceAsync(120_000);
      const after = starts.length;
      crawling.abort();
      await clock.advanceAsync(60_000);
      await Promise.all(workers);

      const gaps = starts.slice(1).map(({ atMs, isDegraded }, index) => {
        const last = starts[index];
        const factor = isDegraded && last?.isDegraded === true ? members : 1;
        return (atMs - (last?.atMs ?? -Infinity)) / factor;
      });
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS - 0.02);
      expect(after - before).toBeGreaterThan(20);
      expect(limiter.stats()).toMatchObject({ inFlight: 0, waiting: 0, isDegraded: false });
    }),
    { numRuns: 60 },
  );
});
