import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readState } from "../../src/governor/index.ts";
import { anyHappening, LawRun } from "../support/law-run.ts";

const turns = fc.array(
  fc.record({
    happening: anyHappening,
    /** What the process and its platform go through before it. */
    before: fc.constantFrom("nothing", "nothing", "restart", "clock back"),
    passMs: fc.nat(20_000),
  }),
  { maxLength: 150 },
);

it("restarts, clocks that jump back and a burst of slots never bring two starts nearer than the Crawl-delay", () => {
  fc.assert(
    fc.property(turns, fc.integer({ min: 1, max: 60_000 }), (all, crawlDelayMs) => {
      const run = new LawRun({ startConcurrency: 16, minIntervalMs: 10, jitter: 0.3 });
      const starts: number[] = [];
      let trueMs = 0;
      for (const { happening, before, passMs } of all) {
        trueMs += passMs;
        run.nowMs += before === "clock back" ? -86_400_000 : passMs;
        if (before === "restart") run.state = readState(JSON.parse(JSON.stringify(run.state ?? null)));
        if (run.tryStart(crawlDelayMs)) starts.push(trueMs);
        run.see(happening.observation, happening.ends);
      }

      const gaps = starts.slice(1).map((startMs, index) => startMs - (starts[index] ?? startMs));
      expect(Math.min(Infinity, ...gaps)).toBeGreaterThanOrEqual(crawlDelayMs - 0.02);
    }),
  );
});
