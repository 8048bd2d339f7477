import { describe, expect, it } from "vitest";
import { RobotsCache, type RobotsResponse } from "../../../src/cache/index.ts";
import { CrawlError } from "../../../src/common/errors.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";

const HOUR_MS = 3_600_000;
const RULES = "User-agent: *\nDisallow: /private\nCrawl-delay: 2\n\nUser-agent: ExampleBot\nCrawl-delay: 5\n";

/** A cache over sites that answer by address; what is not listed is a 404. */
function setUp(
  answers: Record<string, string | RobotsResponse> = {},
  options: ConstructorParameters<typeof RobotsCache>[0] = {},
): { cache: RobotsCache; asked: string[]; clock: ManualClock } {
  const asked: string[] = [];
  const clock = new ManualClock();
  const fetcher = async (url: string): Promise<string | RobotsResponse> => {
    asked.push(url);
    return answers[url] ?? { status: 404 };
  };
  return { cache: new RobotsCache({ fetcher, clock, ...options }), asked, clock };
}

const SITE = { "https://a.test/robots.txt": RULES };

describe("RobotsCache", () => {
  it("fetches nothing and sets no timer when it is made", () => {
    const { asked, clock } = setUp();

    expect([asked, clock.pendingTimers]).toEqual([[], 0]);
  });

  it("leaves no timer behind after a lookup", async () => {
    const { cache, clock } = setUp(SITE);

    await cache.lookup("https://a.test/");

    expect(clock.pendingTimers).toBe(0);
  });

  it("gives the policy of the site a URL belongs to", async () => {
    const { cache } = setUp(SITE);

    const policy = await cache.get(new URL("https://a.test/private/page"));

    expect(policy.isAllowed("https://a.test/private/page")).toBe(false);
    expect(policy.isAllowed("https://a.test/open")).toBe(true);
  });

  it("gives the same policy to all who ask, parsed once", async () => {
    const { cache } = setUp(SITE);

    const first = await cache.get("https://a.test/1");
    const entry = await cache.lookup("https://a.test/2");

    expect(entry.policy).toBe(first);
    expect(await cache.get("https://a.test/3")).toBe(first);
  });

  it("holds a policy to its own site", async () => {
    const { cache } = setUp(SITE);

    const policy = await cache.get("https://a.test/");

    expect(policy.explain("https://b.test/open").verdict).toBe("out-of-scope");
  });

  it("says where an answer came from and until when it holds", async () => {
    const { cache, clock } = setUp(SITE);
    const startMs = clock.wall();

    const fetched = await cache.lookup("https://a.test/");
    await clock.advanceAsync(1_000);
    const kept = await cache.lookup("https://a.test/");

    expect(fetched).toMatchObject({
      origin: "https://a.test",
      state: "rules",
      source: "fetch",
      status: 200,
      fetchedAtMs: startMs,
      expiresAtMs: startMs + HOUR_MS,
      redirects: [],
      truncated: false,
    });
    expect(kept).toEqual({ ...fetched, source: "memory" });
  });

  it("keeps a site for which there is no file under its own origin", async () => {
    const { cache } = setUp();

    const entry = await cache.lookup("https://b.test:8443/x");

    expect(entry).toMatchObject({ origin: "https://b.test:8443", state: "unavailable", status: 404 });
  });

  it.each(["ftp://a.test/", "/path", "", "https://"])("refuses %j and asks nobody", async (url) => {
    const { cache, asked } = setUp();

    await expect(cache.get(url)).rejects.toMatchObject({ name: "CrawlError", code: "bad-url" });
    await expect(cache.lookup(url)).rejects.toBeInstanceOf(CrawlError);
    expect(asked).toEqual([]);
  });

  it("never repeats a refused URL, which may hold a password", async () => {
    const { cache } = setUp();

    const refusal = await cache.get("ftp://me:secret@a.test/").catch(String);

    expect(refusal).not.toContain("secret");
  });

  it.each<unknown>([undefined, null, 17, {}, []])("rejects %j as no URL at all", async (url) => {
    const { cache } = setUp();

    await expect(cache.get(url as string)).rejects.toBeInstanceOf(TypeError);
  });

  it("shows what is in memory without fetching, expired or not", async () => {
    const { cache, asked, clock } = setUp(SITE);

    expect(cache.peek("https://a.test/")).toBeUndefined();
    await cache.lookup("https://a.test/");
    await clock.advanceAsync(2 * HOUR_MS);

    expect(cache.peek("https://a.test/x")).toMatchObject({ state: "rules" });
    expect(cache.peek("nonsense")).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it("asks again for a site that was invalidated, and for that alone", async () => {
    const { cache, asked } = setUp();
    await cache.lookup("https://a.test/");
    await cache.lookup("https://b.test/");

    cache.invalidate("https://A.test:443/any/page");
    cache.invalidate("nonsense");
    await cache.lookup("https://a.test/");
    await cache.lookup("https://b.test/");

    expect(asked).toEqual(["a", "b", "a"].map((name) => `https://${name}.test/robots.txt`));
  });

  it("asks again for every site after clear", async () => {
    const { cache, asked } = setUp();
    await cache.lookup("https://a.test/");

    cache.clear();
    await cache.lookup("https://a.test/");

    expect(asked).toHaveLength(2);
    expect(cache.stats.entries).toBe(1);
  });

  it("sends the user agent it was given, and none of its own", async () => {
    const sent: Record<string, string>[] = [];
    const fetcher = async (_url: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers);
      return "";
    };

    await new RobotsCache({ fetcher, userAgent: "ExampleBot/1.0 (+https://example.com/bot)" }).get(
      "https://a.test/",
    );
    await new RobotsCache({ fetcher }).get("https://a.test/");

    expect(sent[0]?.["user-agent"]).toBe("ExampleBot/1.0 (+https://example.com/bot)");
    expect(sent[1]).not.toHaveProperty("user-agent");
  });

  it("reads files as it was told to", async () => {
    const file = "User-agent: *\n\nDisallow: /x\n";
    const { cache } = setUp({ "https://a.test/robots.txt": file }, { parse: { blankLineEndsGroup: true } });

    const policy = await cache.get("https://a.test/");

    expect(policy.isAllowed("https://a.test/x")).toBe(true);
  });
});

describe("RobotsCache.crawlDelayMs", () => {
  it("tells the delay of a host whose file is in memory, for the cache's agent", async () => {
    const { cache } = setUp(SITE, { agent: "ExampleBot" });
    await cache.get("https://a.test/");

    expect(cache.crawlDelayMs("a.test")).toBe(5_000);
  });

  it("speaks for a crawler nobody names when no agent was given", async () => {
    const { cache } = setUp(SITE);
    await cache.get("https://a.test/");

    expect(cache.crawlDelayMs("A.TEST")).toBe(2_000);
  });

  it("knows nothing of a host that was never asked, and asks nobody", () => {
    const { cache, asked } = setUp(SITE);

    expect([cache.crawlDelayMs("a.test"), cache.crawlDelayMs("no host")]).toEqual([undefined, undefined]);
    expect(asked).toEqual([]);
  });

  it("takes the longer one where http and https differ", async () => {
    const { cache } = setUp({
      "http://a.test/robots.txt": "User-agent: *\nCrawl-delay: 7\n",
      "https://a.test/robots.txt": "User-agent: *\nCrawl-delay: 3\n",
    });
    await cache.get("http://a.test/");
    await cache.get("https://a.test/");

    expect(cache.crawlDelayMs("a.test")).toBe(7_000);
    expect(cache.crawlDelayMs("https://a.test")).toBe(3_000);
  });

  it("keeps two ports of a host apart", async () => {
    const { cache } = setUp({ "https://a.test:8443/robots.txt": RULES });
    await cache.get("https://a.test:8443/");

    expect([cache.crawlDelayMs("a.test:8443"), cache.crawlDelayMs("a.test")]).toEqual([2_000, undefined]);
  });

  it("still knows the delay when the file has expired", async () => {
    const { cache, clock } = setUp(SITE);
    await cache.get("https://a.test/");

    await clock.advanceAsync(48 * HOUR_MS);

    expect(cache.crawlDelayMs("a.test")).toBe(2_000);
  });

  it("still knows it when the rules must not be used unconfirmed and cannot be confirmed", async () => {
    const headers = { "cache-control": "must-revalidate" };
    const answers: Record<string, RobotsResponse> = {
      "https://a.test/robots.txt": { status: 200, headers, body: RULES },
    };
    const { cache, clock } = setUp(answers);
    await cache.get("https://a.test/");

    answers["https://a.test/robots.txt"] = { status: 503 };
    await clock.advanceAsync(HOUR_MS);
    const entry = await cache.lookup("https://a.test/");

    expect([entry.state, cache.crawlDelayMs("a.test")]).toEqual(["unreachable", 2_000]);
  });
});
