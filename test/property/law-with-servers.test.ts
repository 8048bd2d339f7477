import * as fc from "fast-check";
import { expect, it } from "vitest";
import { randomServers } from "../../bench/governor/random-servers.ts";
import { scenarios, type Scenario } from "../../bench/governor/scenarios.ts";
import { watched } from "../../bench/governor/watched.ts";
import type { LawOptions } from "../../src/governor/index.ts";
import { lawPacer, ScriptedServer, seededRandom, simulate } from "../../src/testing/index.ts";

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const settings: fc.Arbitrary<LawOptions> = fc.record(
  {
    baseIntervalMs: fc.integer({ min: 100, max: 5000 }),
    minIntervalMs: fc.integer({ min: 10, max: 100 }),
    maxConcurrency: fc.integer({ min: 2, max: 64 }),
    jitter: fc.constantFrom(0, 0.1, 1),
  },
  { requiredKeys: [] },
);

/** Runs the law with a server for a while, and gives the promises it broke. */
function brokenIn({ server, clients }: Scenario, minutes: number, seed: number, law: LawOptions): string[] {
  const { crawlDelayMs = 0 } = server;
  const watches = Array.from({ length: clients }, (_, client) =>
    watched(lawPacer(law, crawlDelayMs, seededRandom(seed + client)), crawlDelayMs),
  );
  simulate({
    pacers: watches.map(({ pacer }) => pacer),
    server: new ScriptedServer(server, seededRandom(seed)),
    durationMs: minutes * 60_000,
  });
  return watches.flatMap(({ broken }) => broken);
}

it.each(scenarios(seededRandom(11)).map((scenario) => [scenario.family, scenario] as const))(
  "in the scenario %s every start keeps the interval, the in-flight limit, the cooldown, Retry-After and the Crawl-delay",
  (_family, scenario) => {
    expect(brokenIn(scenario, 14, 11, {})).toEqual([]);
  },
);

it("with any server and any settings every start keeps them too", () => {
  fc.assert(
    fc.property(seeds, settings, (seed, law) => {
      const [scenario] = randomServers(seededRandom(seed), 1);

      expect(scenario === undefined ? ["no server"] : brokenIn(scenario, 5, seed, law)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

it("a client that keeps nothing is found out", () => {
  const crawlDelayMs = 1000;
  const pace = {
    intervalMs: 500,
    concurrency: 1,
    cooldownUntilMs: 9000,
    cooldownReason: "cooldown",
  } as const;
  const { pacer, broken } = watched(
    { tryStart: () => ({ ticket: undefined }), end: () => undefined, pace: () => pace },
    crawlDelayMs,
  );

  pacer.tryStart(10_000);
  pacer.end(undefined, { status: 429, headers: { "Retry-After": "3" } }, 10_000);
  pacer.tryStart(10_100);
  pacer.tryStart(13_500);

  expect(broken).toEqual([
    "interval at 10100 ms",
    "Crawl-delay at 10100 ms",
    "Retry-After at 10100 ms",
    "in-flight limit at 13500 ms",
  ]);
});
