import { describe, expect, it } from "vitest";
import { RobotsCache } from "../../../src/cache/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";
import { HandFetcher } from "../../support/hand-fetcher.ts";
import { turns } from "../../support/turns.ts";

const URL_A = "https://a.test/";

function setUp(): { cache: RobotsCache; fetcher: HandFetcher; clock: ManualClock } {
  const fetcher = new HandFetcher();
  const clock = new ManualClock();
  return { cache: new RobotsCache({ fetcher: fetcher.fetch, clock }), fetcher, clock };
}

describe("askers of one site", () => {
  it("are all served by one request", async () => {
    const { cache, fetcher } = setUp();

    const asked = Array.from({ length: 50 }, (_, index) => cache.get(`https://a.test/${index}`));
    fetcher.last.answer("User-agent: *\nDisallow: /7\n");
    const policies = await Promise.all(asked);

    expect(fetcher.requests).toHaveLength(1);
    expect(new Set(policies).size).toBe(1);
    expect(cache.stats).toMatchObject({ misses: 1, coalesced: 49, hits: 0, fetches: 1 });
  });

  it("are asked for as soon as the lookup is made", () => {
    const { cache, fetcher } = setUp();

    void cache.get(URL_A);

    expect(fetcher.requests).toHaveLength(1);
  });

  it("may abort and leave the others waiting", async () => {
    const { cache, fetcher } = setUp();
    const controller = new AbortController();

    const leaving = cache.get(URL_A, { signal: controller.signal });
    const staying = cache.get(URL_A, { signal: new AbortController().signal });
    controller.abort(new Error("enough"));

    await expect(leaving).rejects.toThrow("enough");
    expect(fetcher.last.signal.aborted).toBe(false);
    fetcher.last.answer("");
    await expect(staying).resolves.toBeDefined();
  });

  it("end the fetch when the last one aborts, and leave no entry behind", async () => {
    const { cache, fetcher, clock } = setUp();
    const controller = new AbortController();

    const first = cache.get(URL_A, { signal: controller.signal });
    const second = cache.lookup(URL_A, { signal: controller.signal });
    controller.abort(new Error("enough"));

    await expect(first).rejects.toThrow("enough");
    await expect(second).rejects.toThrow("enough");
    await turns();
    expect(fetcher.last.signal.reason).toEqual(new Error("enough"));
    expect([cache.stats.entries, cache.stats.failures, clock.pendingTimers]).toEqual([0, 0, 0]);
  });

  it("get a new fetch after an aborted one, whose late answer counts for nothing", async () => {
    const { cache, fetcher } = setUp();
    const controller = new AbortController();
    const aborted = cache.get(URL_A, { signal: controller.signal });
    const [late] = fetcher.requests;
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });

    const again = cache.lookup(URL_A);
    fetcher.last.answer("User-agent: *\nDisallow: /\n");
    late?.answer("");

    expect(fetcher.requests).toHaveLength(2);
    expect((await again).policy.isAllowed(URL_A)).toBe(false);
  });

  it("keep an old copy when the fetch that was to renew it is aborted", async () => {
    const { cache, fetcher, clock } = setUp();
    const first = cache.get(URL_A);
    fetcher.last.answer({ status: 200, headers: { etag: '"one"' }, body: "" });
    await first;
    await clock.advanceAsync(2 * 3_600_000);
    const controller = new AbortController();
    const aborted = cache.get(URL_A, { signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toBeDefined();

    void cache.get(URL_A);

    expect(fetcher.last.headers["if-none-match"]).toBe('"one"');
  });

  it("that come with an aborted signal get its reason, also where the answer is in memory", async () => {
    const { cache, fetcher } = setUp();
    const signal = AbortSignal.abort(new Error("before it began"));

    await expect(cache.get(URL_A, { signal })).rejects.toThrow("before it began");
    expect(fetcher.requests).toHaveLength(0);
    const asked = cache.get(URL_A);
    fetcher.last.answer("");
    await asked;

    await expect(cache.get(URL_A, { signal })).rejects.toThrow("before it began");
  });

  it("may abort after the answer without effect", async () => {
    const { cache, fetcher } = setUp();
    const controller = new AbortController();
    const asked = cache.get(URL_A, { signal: controller.signal });
    fetcher.last.answer("");
    await asked;

    controller.abort();
    await turns();

    expect(cache.stats.entries).toBe(1);
  });

  it("are answered when the fetcher asks the cache for the same site: by the deadline, not by a new fetch", async () => {
    const clock = new ManualClock();
    const cache: RobotsCache = new RobotsCache({
      clock,
      fetcher: async (url) => {
        await cache.get(url);
        return "";
      },
    });

    const asked = cache.lookup(URL_A);
    await clock.advanceAsync(10_000);

    expect(await asked).toMatchObject({ state: "unreachable", failure: { code: "timeout" } });
    expect(cache.stats.fetches).toBe(1);
  });
});

describe("invalidate during a fetch", () => {
  it("disturbs nobody, and the answer counts", async () => {
    const { cache, fetcher } = setUp();
    const asked = cache.get(URL_A);

    cache.invalidate(URL_A);
    void cache.get(URL_A);
    fetcher.last.answer("");
    await asked;
    await cache.get(URL_A);

    expect(fetcher.requests).toHaveLength(1);
  });
});
