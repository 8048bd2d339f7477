import * as fc from "fast-check";
import { expect, it } from "vitest";
import { MemoryStore } from "../../src/governor/index.ts";
import { anyAct, Trial } from "../support/trial.ts";

const delays = fc.record({
  "a.test": fc.constantFrom(0, 500, 10_000),
  "b.test": fc.constant(0),
  "c.test": fc.constantFrom(0, 2500),
});
const byAddress = (name: string): string[] => (name === "c.test" ? [name] : [name, "203.0.113.7"]);
const acts = fc.array(anyAct, { maxLength: 60 });

it("whatever happens, starts keep their gap, cooldowns and order, and everybody is served or turned away", async () => {
  await fc.assert(
    fc.asyncProperty(delays, acts, async (crawlDelayMs, all) => {
      expect(await new Trial(crawlDelayMs).run(all)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

it("also when timers fire a millisecond early or ten seconds late", async () => {
  const slacks = fc.infiniteStream(fc.constantFrom(-1, 0, 0, 10_000));
  await fc.assert(
    fc.asyncProperty(delays, acts, slacks, async (crawlDelayMs, all, slack) => {
      const slackOf = (): number => slack.next().value ?? 0;
      expect(await new Trial(crawlDelayMs, () => ({}), slackOf).run(all)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it("also for hosts that share an address, with a limit for all", async () => {
  const limits = fc.integer({ min: 1, max: 4 });
  await fc.assert(
    fc.asyncProperty(delays, acts, limits, async (crawlDelayMs, all, globalConcurrency) => {
      const trial = new Trial(crawlDelayMs, () => ({ globalConcurrency, key: byAddress }));
      trial.limiter.on("grant", () => {
        trial.holds("global limit", trial.limiter.stats().inFlight <= globalConcurrency);
      });
      expect(await trial.run(all)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it("also when the memory store forgets idle hosts to make room", async () => {
  await fc.assert(
    fc.asyncProperty(delays, acts, async (crawlDelayMs, all) => {
      const trial = new Trial(crawlDelayMs, (clock) => ({
        store: new MemoryStore({ maxEntries: 2, clock }),
      }));
      const usual = all.filter((each) => each.do !== "try" && each.do !== "back");
      expect(await trial.run(usual)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
