import { CheerioCrawler, Configuration, log } from "@crawlee/cheerio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { crawleeHooks, domainThrottling } from "../../../src/adapters/crawlee.ts";
import type { CrawlGate } from "../../../src/gate/index.ts";
import { manualGate, USER_AGENT } from "../../support/gate.ts";
import { redirectTo, reset, Site } from "../../support/site.ts";
import { swiftGate } from "../../support/swift-gate.ts";

log.setLevel(log.LEVELS.OFF);

let site: Site;
let other: Site;
let gate: CrawlGate;
let failures = 0;

beforeEach(async () => {
  failures = 0;
  other = await Site.start({ robots: "User-agent: *\nDisallow: /\n" });
  site = await Site.start({
    robots: "User-agent: *\nDisallow: /private\n",
    pages: {
      "/": '<a href="/about">1</a><a href="/private">2</a><a href="/moved">3</a><a href="/away">4</a>',
      "/about": "about",
      "/moved": redirectTo("/there"),
      "/there": "there",
      "/away": redirectTo(`${other.origin}/`),
      "/busy": (response) => void response.writeHead(429, { "retry-after": "120" }).end(),
      "/shaky": (response) =>
        void response.writeHead(failures++ < 2 ? 503 : 200, { "content-type": "text/html" }).end("there"),
      "/reset": reset,
      "/hang": () => undefined,
    },
  });
  gate = swiftGate();
});

afterEach(async () => {
  await site.close();
  await other.close();
});

/** Crawls from `path` and tells which pages were handled and what the others failed of. */
async function crawl(
  path: string,
  options: { maxRequestRetries?: number; navigationTimeoutSecs?: number } = {},
): Promise<{ handled: string[]; failed: Record<string, unknown> }> {
  const handled: string[] = [];
  const failed: Record<string, unknown> = {};
  const hooks = crawleeHooks(gate);
  const crawler = new CheerioCrawler(
    {
      ...hooks,
      maxRequestRetries: 0,
      requestHandler: async ({ request, enqueueLinks }) => {
        handled.push(new URL(request.loadedUrl).pathname);
        await enqueueLinks();
      },
      failedRequestHandler: async (context, error) => {
        await hooks.failedRequestHandler(context, error);
        failed[new URL(context.request.url).pathname] = (error as { code?: string }).code;
      },
      ...options,
    },
    new Configuration({ persistStorage: false }),
  );
  await crawler.run([site.origin + path]);
  await crawler.teardown();
  return { handled, failed };
}

describe("a crawl of Crawlee with the hooks", () => {
  it("reads what is allowed, skips what is not, and obeys other origins", async () => {
    const { handled, failed } = await crawl("/", { maxRequestRetries: 3 });

    expect(handled.sort()).toEqual(["/", "/about", "/there"]);
    expect(Object.keys(failed).sort()).toEqual(["/away", "/private"]);
    expect(site.paths.slice().sort()).toEqual(["/", "/about", "/away", "/moved", "/robots.txt", "/there"]);
    expect(other.paths).toEqual(["/robots.txt"]);
    expect(site.seen.map(({ headers }) => headers["user-agent"])).toEqual(site.seen.map(() => USER_AGENT));
    expect(gate.stats).toMatchObject({ permitted: 5, open: 0, refused: { "robots-disallowed": 2 } });
  });

  it("lets the governor hear of 429 and Retry-After", async () => {
    await crawl("/busy");

    expect(gate.governor.cooldownMsFor(new URL(site.origin).host)).toBeGreaterThan(100_000);
    expect(gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  it("enters for each of its retries", async () => {
    const { handled } = await crawl("/shaky", { maxRequestRetries: 3 });

    expect(handled).toEqual(["/shaky"]);
    expect(site.paths).toEqual(["/robots.txt", "/shaky", "/shaky", "/shaky"]);
    expect(gate.governor.stats()).toMatchObject({ granted: 3, inFlight: 0 });
  });

  it.each(["/reset", "/hang"])("leaves nothing behind after %s", async (path) => {
    const { failed } = await crawl(path, { navigationTimeoutSecs: 1 });

    expect(Object.keys(failed)).toEqual([path]);
    expect(gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(gate.stats.open).toBe(0);
  });
});

describe("the throttling interface of Crawlee 4", () => {
  it("brings delays to the governor", async () => {
    const { gate: manual, governor } = manualGate();
    const throttling = domainThrottling(manual);

    const heard = [
      throttling.recordDomainDelay("https://a.test/x", 90_000),
      throttling.setCrawlDelay("https://b.test/", 7),
    ];
    await throttling.assertNoStalledDomains();

    expect(heard).toEqual([true, true]);
    await expect.poll(() => governor.cooldownMsFor("a.test")).toBe(90_000);
    expect(governor.intervalMsFor("b.test")).toBe(7000);
  });
});
