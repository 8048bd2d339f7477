import fc from "fast-check";
import { expect, it } from "vitest";
import { MemoryStore } from "../../src/governor/index.ts";
import { anyAct, Trial } from "../support/trial.ts";

const delays = fc.record({
  "a.test": fc.constantFrom(0, 500, 10_000),
  "b.test": fc.constant(0),
  "c.test": fc.constantFrom(0, 2500),
});
const acts = fc.array(anyAct, { maxLength: 60 });

it("whatever happens, starts keep their gap, cooldowns and order, and everybody is served or turned away", async () => {
  await fc.assert(
    fc.asyncProperty(delays, acts, (crawlDelayMs, all) => new Trial(crawlDelayMs).run(all)),
    { numRuns: 150 },
  );
});

it("also when timers fire a millisecond early or ten seconds late", async () => {
  const slacks = fc.infiniteStream(fc.constantFrom(-1, 0, 0, 10_000));
  await fc.assert(
    fc.asyncProperty(delays, acts, slacks, (crawlDelayMs, all, slack) =>
      new Trial(
        crawlDelayMs,
        () => ({}),
        () => slack.next().value ?? 0,
      ).run(all),
    ),
    { numRuns: 100 },
  );
});

it("also for hosts that share an address, with a limit for all", async () => {
  const limits = fc.integer({ min: 1, max: 4 });
  await fc.assert(
    fc.asyncProperty(delays, acts, limits, async (crawlDelayMs, all, globalConcurrency) => {
      const key = (name: string): string[] => (name === "c.test" ? [name] : [name, "203.0.113.7"]);
      const trial = new Trial(crawlDelayMs, () => ({ globalConcurrency, key }));
      trial.onGrant(() => {
        expect(trial.limiter.stats().inFlight).toBeLessThanOrEqual(globalConcurrency);
      });
      await trial.run(all);
    }),
    { numRuns: 100 },
  );
});

it("also when the memory store forgets idle hosts to make room", async () => {
  await fc.assert(
    fc.asyncProperty(delays, acts, (crawlDelayMs, all) =>
      new Trial(crawlDelayMs, (clock) => ({ store: new MemoryStore({ maxEntries: 2, clock }) })).run(
        all.filter((each) => each.do !== "try" && each.do !== "back"),
      ),
    ),
    { numRuns: 100 },
  );
});
