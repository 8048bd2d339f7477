import { describe, expect, it } from "vitest";
import { allKnowing } from "../../bench/governor/optimum.ts";
import { scenarios } from "../../bench/governor/scenarios.ts";
import { play } from "../../bench/governor/score.ts";
import { lawPacer, seededRandom } from "../../src/testing/index.ts";

const SEED = 5;

describe.each(scenarios(seededRandom(SEED)).map((scenario) => [scenario.family, scenario] as const))(
  "in the scenario %s",
  (_family, scenario) => {
    it("a client that knows the server gets nearly all there is: the scenario can be won", () => {
      const { score } = play(scenario, SEED, () => allKnowing({ ...scenario, workers: 16 }));

      expect(score).toBeGreaterThanOrEqual(0.97);
    });

    it("the law keeps its promises and gets most of it", () => {
      const crawlDelayMs = scenario.server.crawlDelayMs ?? 0;
      const result = play(scenario, SEED, (_scenario, client) =>
        lawPacer({}, crawlDelayMs, seededRandom(SEED + client)),
      );

      expect(result).toMatchObject({ banned: 0, gapsBroken: 0 });
      expect(result.fairness).toBeGreaterThanOrEqual(0.9);
      expect(result.othersStay).toBeLessThanOrEqual(1.5);
      expect(result.score).toBeGreaterThanOrEqual(0.7);
    });
  },
);
