import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CrawlGate } from "../../src/gate/index.ts";
import { USER_AGENT } from "./gate.ts";
import { redirectTo, reset, Site } from "./site.ts";
import { swiftGate } from "./swift-gate.ts";

/** One page of a browser that was put behind a gate. */
interface GovernedPage {
  goto(url: string, timeoutMs?: number): Promise<{ status: number; url: string; text: string }>;
  close(): Promise<void>;
}

/** A browser that opens such pages. */
export interface GovernedBrowser {
  open(gate: CrawlGate): Promise<GovernedPage>;
  close(): Promise<void>;
}

const asked = (from: Site): string[] => from.paths.filter((path) => path !== "/favicon.ico");

/** What an adapter for a browser owes. `extraRequests` are sent for a redirected document, beyond one for each hop. */
export function describeBrowser(
  name: string,
  launch: () => Promise<GovernedBrowser>,
  { extraRequests }: { extraRequests: number },
): void {
  describe(`through ${name}`, () => {
    let browser: GovernedBrowser;
    let site: Site;
    let other: Site;
    let gate: CrawlGate;
    let page: GovernedPage;

    const goto = (path: string, timeoutMs?: number): ReturnType<GovernedPage["goto"]> =>
      page.goto(site.origin + path, timeoutMs);
    const expectNothingHeld = async (): Promise<void> => {
      await expect.poll(() => gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
      expect(gate.stats.open).toBe(0);
    };

    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser.close());
    beforeEach(async () => {
      other = await Site.start({
        robots: "User-agent: *\nDisallow: /closed\n",
        pages: { "/open": "<p>other</p>" },
      });
      site = await Site.start({
        robots: "User-agent: *\nDisallow: /private\n",
        pages: {
          "/page": "<p>hello</p><script src=/script.js></script>",
          "/script.js": "",
          "/busy": (response) => void response.writeHead(429, { "retry-after": "120" }).end("later"),
          "/reset": reset,
          "/hang": () => undefined,
          "/moved": redirectTo("/page"),
          "/moved-twice": redirectTo("/moved"),
          "/away": redirectTo(`${other.origin}/open`),
          "/away-closed": redirectTo(`${other.origin}/closed`),
          "/away-later": redirectTo("/away-closed"),
        },
      });
      gate = swiftGate();
      page = await browser.open(gate);
    });
    afterEach(async () => {
      await page.close();
      await site.close();
      await other.close();
    });

    it("loads what is allowed, after robots.txt and under the gate's name", async () => {
      const { status, text } = await goto("/page");

      expect([status, text]).toEqual([200, "hello"]);
      expect(asked(site)).toEqual(["/robots.txt", "/page", "/script.js"]);
      expect(site.seen.map(({ headers }) => headers["user-agent"])).toEqual(site.seen.map(() => USER_AGENT));
      await expectNothingHeld();
    });

    it("does not load what is disallowed", async () => {
      await expect(goto("/private")).rejects.toThrow("ERR_BLOCKED_BY_CLIENT");
      expect(asked(site)).toEqual(["/robots.txt"]);
      expect(gate.stats.refused).toEqual({ "robots-disallowed": 1 });
      await expectNothingHeld();
    });

    it("lets the governor hear of 429 and Retry-After", async () => {
      expect((await goto("/busy")).status).toBe(429);
      expect(gate.governor.cooldownMsFor(new URL(site.origin).host)).toBeGreaterThan(100_000);
      await expectNothingHeld();
    });

    it("enters for each redirect, and ends where they lead", async () => {
      const { url, text } = await goto("/moved-twice");

      expect([url, text]).toEqual([`${site.origin}/page`, "hello"]);
      const hops = asked(site).filter((path) => path !== "/script.js");
      expect(hops.slice(0, 4)).toEqual(["/robots.txt", "/moved-twice", "/moved", "/page"]);
      expect(hops).toHaveLength(4 + extraRequests);
      expect(gate.governor.stats().granted).toBe(3 + extraRequests);
      await expectNothingHeld();
    });

    it.each(["/away-closed", "/away-later"])(
      "obeys the robots.txt of the origin that %s leads to",
      async (path) => {
        await expect(goto(path)).rejects.toThrow("ERR_BLOCKED_BY_CLIENT");
        expect(asked(other)).toEqual(["/robots.txt"]);
        await expectNothingHeld();
      },
    );

    it("follows to another origin that allows it", async () => {
      const { url, text } = await goto("/away");

      expect([url, text]).toEqual([`${other.origin}/open`, "other"]);
      await expectNothingHeld();
    });

    it("leaves nothing behind when a connection is cut", async () => {
      await expect(goto("/reset")).rejects.toThrow(/ERR_/);
      await expectNothingHeld();
    });

    it("leaves nothing behind when the time is up and the page is closed", async () => {
      await expect(goto("/hang", 500)).rejects.toThrow(/timeout/i);
      await page.close();
      await expectNothingHeld();
    });

    it("leaves nothing behind when the page is closed while it waits for its turn", async () => {
      gate.governor.pause(new URL(site.origin).host);
      const loading = goto("/page").catch((error: unknown) => error);
      await expect.poll(() => gate.governor.stats().waiting).toBe(1);

      await page.close();

      expect(await loading).toBeInstanceOf(Error);
      expect(asked(site)).toEqual(["/robots.txt"]);
      await expectNothingHeld();
    });
  });
}
