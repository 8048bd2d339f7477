import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptMs, lifetimeOf, retryDelayMs } from "../../../src/cache/freshness.ts";
import { HeaderFields } from "../../../src/cache/headers.ts";
import { RobotsCache } from "../../../src/cache/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";

const DAY_MS = 86_400_000;
const BOUNDS = { ttlMs: 3_600_000, minTtlMs: 60_000, maxTtlMs: DAY_MS };
const WALL_MS = Date.UTC(2026, 0, 1);

const number = fc.oneof(fc.integer(), fc.double(), fc.constant("9".repeat(400)), fc.string()).map(String);
const directive = fc.oneof(
  number.map((value) => `max-age=${value}`),
  number.map((value) => `max-age="${value}"`),
  fc.constantFrom("no-store", "no-cache", "must-revalidate", "max-age", "=", ",", "max-age==1"),
  fc.string(),
);
const date = fc
  .date({ min: new Date(0), max: new Date(Date.UTC(9999, 0, 1)), noInvalidDate: true })
  .map((date) => date.toUTCString());
const field = fc.oneof(
  fc.tuple(
    fc.constant("cache-control"),
    fc.array(directive).map((parts) => parts.join(",")),
  ),
  fc.tuple(fc.constantFrom("expires", "date", "age", "retry-after"), fc.oneof(number, date)),
);

describe("whatever the headers hold", () => {
  it("a file is kept for a time within the bounds", () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 6 }), (fields) => {
        const lifetime = lifetimeOf(new HeaderFields(fields as [string, string][]), WALL_MS);
        const forMs = keptMs(lifetime, BOUNDS);

        expect(forMs).toBeGreaterThanOrEqual(BOUNDS.minTtlMs);
        expect(forMs).toBeLessThanOrEqual(BOUNDS.maxTtlMs);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a failing site is left alone for a time between the least and a day", () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 6 }), (fields) => {
        const forMs = retryDelayMs(new HeaderFields(fields as [string, string][]), WALL_MS, 300_000);

        expect(forMs).toBeGreaterThanOrEqual(300_000);
        expect(forMs).toBeLessThanOrEqual(DAY_MS);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** What a cache writes of a site that is closed by its rules. */
async function storedText(): Promise<string> {
  const store = new Map<string, string>();
  const body = "User-agent: *\nDisallow: /\n";
  const fetcher = async (): Promise<{ status: number; body: string }> => ({ status: 200, body });
  await new RobotsCache({ store, fetcher, clock: new ManualClock() }).get("https://a.test/");
  return store.get("robots.txt:https://a.test") ?? "";
}

describe("whatever a store holds", () => {
  it("a site that cannot be asked stays closed unless the store knows it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.json(), fc.string()), async (value) => {
        const store = { get: () => value, set: () => true, delete: () => true };
        const cache = new RobotsCache({
          store,
          clock: new ManualClock(),
          fetcher: async () => ({ status: 503 }),
        });

        const entry = await cache.lookup("https://a.test/");

        expect([entry.state, entry.source]).toEqual(["unreachable", "fetch"]);
      }),
    );
  });

  it("half a record, or one with a hole, never rejects and never opens a site", async () => {
    const text = await storedText();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: text.length }), fc.nat({ max: 30 }), async (start, length) => {
        const damaged = text.slice(0, start) + text.slice(start + length);
        const store = { get: () => damaged, set: () => true, delete: () => true };
        const cache = new RobotsCache({
          store,
          clock: new ManualClock(),
          fetcher: async () => ({ status: 503 }),
        });

        const { state } = await cache.lookup("https://a.test/");

        expect(["rules", "stale", "unreachable"]).toContain(state);
      }),
      { numRuns: 500 },
    );
  });
});
