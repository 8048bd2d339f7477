import { describe, expect, it } from "vitest";
import { RobotsCache, type CacheEvent, type RobotsResponse } from "../../../src/cache/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";

const HOUR_MS = 3_600_000;
const TYPES = ["fetched", "failed", "stale", "evicted", "store-failed"] as const;

/** A cache over one site, whose answers are taken one by one, and everything it tells. */
function setUp(
  answers: (RobotsResponse | Error)[],
  options: { maxEntries?: number } = {},
): { cache: RobotsCache; clock: ManualClock; events: CacheEvent[] } {
  const clock = new ManualClock();
  const fetcher = async (): Promise<RobotsResponse> => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? { status: 404 };
  };
  const cache = new RobotsCache({ clock, fetcher, ...options });
  const events: CacheEvent[] = [];
  for (const type of TYPES) cache.on(type, (event) => events.push(event));
  return { cache, clock, events };
}

const namesOf = (events: readonly CacheEvent[]): string[] =>
  events.map(({ type, origin }) => `${type} ${origin}`);

describe("the events of a cache", () => {
  it("tell of an answer, with what holds now", async () => {
    const { cache, events } = setUp([{ status: 200, body: "" }]);

    await cache.get("https://a.test/");
    await cache.get("https://a.test/");

    expect(events).toMatchObject([
      { type: "fetched", origin: "https://a.test", entry: { state: "rules", source: "fetch" } },
    ]);
  });

  it("tell of a failure, with what the fetcher threw", async () => {
    const cause = new Error("no route");
    const { cache, events } = setUp([cause]);

    await cache.get("https://a.test/");

    expect(events).toMatchObject([{ type: "failed", entry: { state: "unreachable" }, cause }]);
  });

  it("tell of a failure that old rules outlive twice: that it failed, and that they go on holding", async () => {
    const { cache, clock, events } = setUp([{ status: 200, body: "" }, { status: 503 }]);
    await cache.get("https://a.test/");
    await clock.advanceAsync(HOUR_MS);

    await cache.get("https://a.test/");
    await cache.get("https://a.test/");

    expect(namesOf(events)).toEqual(["fetched", "failed", "stale"].map((type) => `${type} https://a.test`));
    expect(cache.stats).toMatchObject({ failures: 1, stale: 1, hits: 1, misses: 2 });
  });

  it("tell of what had to go", async () => {
    const { cache, events } = setUp([], { maxEntries: 1 });

    await cache.get("https://a.test/");
    await cache.get("https://b.test/");

    expect(namesOf(events)).toEqual([
      "fetched https://a.test",
      "evicted https://a.test",
      "fetched https://b.test",
    ]);
    expect(cache.stats).toMatchObject({ evicted: 1, entries: 1 });
  });

  it("are no longer told to a listener that has ended", async () => {
    const { cache } = setUp([]);
    let count = 0;
    const end = cache.on("fetched", () => count++);
    await cache.get("https://a.test/");

    end();
    await cache.get("https://b.test/");

    expect(count).toBe(1);
  });
});

describe("the stats of a cache", () => {
  it("count every lookup once: as hit, miss or coalesced", async () => {
    const { cache } = setUp([]);

    await Promise.all([
      cache.get("https://a.test/1"),
      cache.get("https://a.test/2"),
      cache.get("https://b.test/"),
    ]);
    await cache.get("https://a.test/3");

    expect(cache.stats).toMatchObject({ hits: 1, misses: 2, coalesced: 1, fetches: 2, entries: 2 });
  });

  it("count each redirect followed as a request", async () => {
    const { cache } = setUp([
      { status: 302, headers: { location: "/other" } },
      { status: 200, body: "" },
    ]);

    await cache.get("https://a.test/");

    expect(cache.stats.fetches).toBe(2);
  });

  it("count the octets of addresses as well, so that long redirects cannot fill memory unseen", async () => {
    const { cache } = setUp([
      { status: 302, headers: { location: `/${"long".repeat(1_000)}` } },
      { status: 404 },
    ]);

    await cache.get("https://a.test/");

    expect(cache.stats.bytes).toBeGreaterThan(4_000);
  });

  it("are a copy that does not change", async () => {
    const { cache } = setUp([]);
    const before = cache.stats;

    await cache.get("https://a.test/");

    expect(before.misses).toBe(0);
  });
});
