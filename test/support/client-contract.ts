import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CrawlGate } from "../../src/gate/index.ts";
import { USER_AGENT } from "./gate.ts";
import { redirectTo, reset, Site } from "./site.ts";
import { swiftGate } from "./swift-gate.ts";

/** What a test asks of a client. */
interface ClientCall {
  signal?: AbortSignal;
  /** After which the client gives up by itself. */
  timeoutMs?: number;
  /** How often the client tries again by itself. */
  retries?: number;
}

/** A client that was put behind a gate. What it fails with, or the cause of it, is what the gate or the client says. */
export interface GovernedClient {
  get(url: string, call: ClientCall): Promise<{ status: number; body: string }>;
  close?(): Promise<void>;
}

/** The code of a refusal, wherever the client put it. */
function refusalCodeOf(error: unknown): unknown {
  for (let at = error as { code?: unknown; cause?: unknown; refusal?: { code: unknown } } | undefined; at;) {
    if (at.refusal !== undefined) return at.refusal.code;
    at = at.cause as typeof at;
  }
  return undefined;
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error ?? "nothing",
  );

/** What an adapter owes, whichever client it is for, against real servers. */
export function describeClient(name: string, connect: (gate: CrawlGate) => GovernedClient): void {
  describe(`through ${name}`, () => {
    let site: Site;
    let other: Site;
    let gate: CrawlGate;
    let client: GovernedClient;
    let failures = 0;

    const get = (path: string, call: ClientCall = {}): ReturnType<GovernedClient["get"]> =>
      client.get(site.origin + path, call);
    const host = (): string => new URL(site.origin).host;
    const expectNothingHeld = async (): Promise<void> => {
      await expect.poll(() => gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
      expect(gate.stats.open).toBe(0);
    };

    beforeEach(async () => {
      failures = 0;
      other = await Site.start({
        robots: "User-agent: *\nDisallow: /closed\n",
        pages: { "/open": (response, { headers }) => void response.end(JSON.stringify(headers)) },
      });
      site = await Site.start({
        robots: "User-agent: *\nDisallow: /private\nDisallow: /*?secret=\n",
        pages: {
          "/page": "hello",
          "/busy": (response) => void response.writeHead(429, { "retry-after": "120" }).end(),
          "/shaky": (response) => void response.writeHead(failures++ < 2 ? 503 : 200).end("there"),
          "/reset": reset,
          "/hang": () => undefined,
          "/moved": redirectTo("/page"),
          "/moved-twice": redirectTo("/moved"),
          "/away": redirectTo(`${other.origin}/open`),
          "/away-closed": redirectTo(`${other.origin}/closed`),
        },
      });
      gate = swiftGate();
      client = connect(gate);
    });

    afterEach(async () => {
      await client.close?.();
      await site.close();
      await other.close();
    });

    it("gets what is allowed, after robots.txt and under the gate's name", async () => {
      expect(await get("/page")).toEqual({ status: 200, body: "hello" });
      expect(site.paths).toEqual(["/robots.txt", "/page"]);
      expect(site.seen.at(-1)?.headers["user-agent"]).toBe(USER_AGENT);
      await expectNothingHeld();
    });

    it("does not ask for what is disallowed", async () => {
      expect(refusalCodeOf(await errorOf(get("/private")))).toBe("robots-disallowed");
      expect(refusalCodeOf(await errorOf(get("/page?secret=1")))).toBe("robots-disallowed");
      expect(site.paths).toEqual(["/robots.txt"]);
      await expectNothingHeld();
    });

    it("lets the governor hear of 429 and Retry-After", async () => {
      const outcome = await get("/busy").catch(() => undefined);

      expect([undefined, 429]).toContain(outcome?.status);
      expect(gate.governor.cooldownMsFor(host())).toBeGreaterThan(100_000);
      expect(site.paths).toEqual(["/robots.txt", "/busy"]);
      await expectNothingHeld();
    });

    it("enters for each redirect", async () => {
      expect(await get("/moved-twice")).toEqual({ status: 200, body: "hello" });
      expect(site.paths).toEqual(["/robots.txt", "/moved-twice", "/moved", "/page"]);
      expect(gate.governor.stats().granted).toBe(3);
      await expectNothingHeld();
    });

    it("obeys the robots.txt of the origin that a redirect leads to", async () => {
      const { body } = await get("/away");
      const refused = await errorOf(get("/away-closed"));

      expect(JSON.parse(body)).toMatchObject({ "user-agent": USER_AGENT });
      expect(refusalCodeOf(refused)).toBe("robots-disallowed");
      expect(other.paths).toEqual(["/robots.txt", "/open"]);
      await expectNothingHeld();
    });

    it("ends with an abort, in flight and while it waits for its turn", async () => {
      const inFlight = new AbortController();
      const hanging = errorOf(get("/hang", { signal: inFlight.signal }));
      await expect.poll(() => site.paths).toContain("/hang");
      inFlight.abort();
      expect(await hanging).toBeInstanceOf(Error);

      gate.governor.pause(host());
      const waiting = new AbortController();
      const paused = errorOf(get("/page", { signal: waiting.signal }));
      await expect.poll(() => gate.governor.stats().waiting).toBe(1);
      waiting.abort();

      expect(await paused).toBeInstanceOf(Error);
      expect(site.paths).not.toContain("/page");
      await expectNothingHeld();
    });

    it("tells the governor of a connection that was cut", async () => {
      await get("/page");
      const before = gate.governor.intervalMsFor(host());

      expect(await errorOf(get("/reset"))).toBeInstanceOf(Error);
      expect(gate.governor.intervalMsFor(host())).toBeGreaterThan(before);
      await expectNothingHeld();
    });

    it("leaves nothing behind when the client's own time is up", async () => {
      expect(await errorOf(get("/hang", { timeoutMs: 100 }))).toBeInstanceOf(Error);
      expect(site.paths).toContain("/hang");
      await expectNothingHeld();
    });

    it("waits for its turn before each retry of the client", async () => {
      expect(await get("/shaky", { retries: 2 })).toEqual({ status: 200, body: "there" });
      expect(site.paths).toEqual(["/robots.txt", "/shaky", "/shaky", "/shaky"]);
      expect(gate.governor.stats().granted).toBe(3);
      await expectNothingHeld();
    });
  });
}
