import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RobotsCache } from "../../../src/cache/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";
import { HandFetcher } from "../../support/hand-fetcher.ts";
import { turns } from "../../support/turns.ts";

const SITES = ["https://a.test", "http://a.test", "https://b.test:8443"] as const;

/** A cache whose requests are answered by hand, and everyone who asked it. */
class World {
  readonly clock = new ManualClock();
  readonly fetcher = new HandFetcher();
  readonly cache = new RobotsCache({ fetcher: this.fetcher.fetch, clock: this.clock });
  readonly controllers: AbortController[] = [];
  asked = 0;
  answered = 0;

  ask(site: string, withSignal: boolean): void {
    const controller = new AbortController();
    if (withSignal) this.controllers.push(controller);
    this.asked++;
    const lookup = this.cache.lookup(`${site}/page`, withSignal ? { signal: controller.signal } : {});
    const count = (): void => void this.answered++;
    lookup.then(count, count);
  }

  /** How many requests to one address are under way. */
  inFlight(site: string): number {
    return this.fetcher.requests.filter((request) => !request.isOver() && request.url.startsWith(`${site}/`))
      .length;
  }
}

type Step = (world: World) => void;

const site = fc.constantFrom(...SITES);
const answer = fc.constantFrom(
  "",
  { status: 404 },
  { status: 503 },
  { status: 302, headers: { location: "/x" } },
);
const index = fc.nat({ max: 20 });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(site, fc.boolean()).map<Step>(
    ([site, withSignal]) =>
      (world) =>
        world.ask(site, withSignal),
  ),
  index.map<Step>((index) => (world) => world.controllers[index]?.abort()),
  fc.tuple(index, answer).map<Step>(
    ([index, answer]) =>
      (world) =>
        world.fetcher.requests[index]?.answer(answer),
  ),
  index.map<Step>((index) => (world) => world.fetcher.requests[index]?.fail(new Error("reset"))),
  fc.integer({ min: 0, max: 20_000 }).map<Step>((ms) => (world) => world.clock.advance(ms)),
  site.map<Step>((site) => (world) => world.cache.invalidate(site)),
);

describe("a cache under any mix of askers, aborts, answers and time", () => {
  it("has at most one fetch in flight for a site, and leaves nobody waiting for ever", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world = new World();
        for (const step of steps) {
          step(world);
          for (const site of SITES) expect(world.inFlight(site)).toBeLessThanOrEqual(1);
          await turns(1);
          for (const site of SITES) expect(world.inFlight(site)).toBeLessThanOrEqual(1);
        }

        await world.clock.advanceAsync(10_000);
        await turns();

        expect(world.answered).toBe(world.asked);
        expect([world.fetcher.inFlight, world.clock.pendingTimers]).toEqual([0, 0]);
      }),
    );
  });
});

const MAX_ENTRIES = 5;
const MAX_TOTAL_BYTES = 40_000;

describe("the bounds of a cache", () => {
  it("hold under any sequence of sites, sizes and failures, but for one entry that is too large by itself", async () => {
    const visit = fc.record({
      host: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
      length: fc.oneof(fc.integer({ min: 0, max: 9_000 }), fc.constant(50_000)),
      status: fc.constantFrom(200, 200, 404, 503),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { maxLength: 40 }), async (visits) => {
        let next: (typeof visits)[number] | undefined;
        const cache = new RobotsCache({
          fetcher: async () => ({ status: next?.status ?? 0, body: "#\n".repeat((next?.length ?? 0) / 2) }),
          clock: new ManualClock(),
          maxEntries: MAX_ENTRIES,
          maxTotalBytes: MAX_TOTAL_BYTES,
        });
        for (const visit of visits) {
          next = visit;
          await cache.get(`https://${visit.host}.test/`);
          const { entries, bytes, evicted, misses } = cache.stats;
          expect(entries).toBeLessThanOrEqual(MAX_ENTRIES);
          expect(bytes <= MAX_TOTAL_BYTES || entries === 1).toBe(true);
          expect(entries + evicted).toBe(misses);
        }
      }),
    );
  });
});
