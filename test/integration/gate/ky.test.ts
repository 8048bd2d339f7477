import ky, { HTTPError } from "ky";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wrapFetch, type CrawlGate } from "../../../src/gate/index.ts";
import { redirectTo, reset, Site } from "../../support/site.ts";
import { swiftGate } from "../../support/swift-gate.ts";

let site: Site;
let other: Site;
let gate: CrawlGate;
let client: typeof ky;
let failures = 0;

beforeEach(async () => {
  failures = 0;
  other = await Site.start({ robots: "User-agent: *\nDisallow: /\n" });
  site = await Site.start({
    robots: "User-agent: *\nDisallow: /private\n",
    pages: {
      "/json": (response) => void response.setHeader("content-type", "application/json").end('{"a":1}'),
      "/echo": (response, { method, body }) => void response.end(`${method} ${body}`),
      "/busy": (response) => void response.writeHead(429, { "retry-after": "120" }).end(),
      "/shaky": (response) => void response.writeHead(failures++ < 2 ? 503 : 200).end("there"),
      "/reset": reset,
      "/hang": () => undefined,
      "/away": redirectTo(`${other.origin}/`),
    },
  });
  gate = swiftGate();
  client = ky.create({ fetch: wrapFetch(fetch, gate), prefixUrl: site.origin, retry: 0 });
});

afterEach(async () => {
  await site.close();
  await other.close();
});

describe("ky with a wrapped fetch", () => {
  it("gets and posts what is allowed", async () => {
    expect(await client.get("json").json()).toEqual({ a: 1 });
    expect(await client.post("echo", { body: "a=1" }).text()).toBe("POST a=1");
    expect(site.paths).toEqual(["/robots.txt", "/json", "/echo"]);
  });

  it("rejects with the refusal of what is not", async () => {
    await expect(client.get("private")).rejects.toMatchObject({ code: "robots-disallowed" });
    await expect(client.get("away")).rejects.toMatchObject({ code: "robots-disallowed" });
    expect([site.paths, other.paths]).toEqual([["/robots.txt", "/away"], ["/robots.txt"]]);
    expect(gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  it("waits for the host before each of its own retries", async () => {
    const retrying = client.extend({ retry: { limit: 2, delay: () => 1 } });

    expect(await retrying.get("shaky").text()).toBe("there");
    expect(site.paths).toEqual(["/robots.txt", "/shaky", "/shaky", "/shaky"]);
    expect(gate.governor.stats()).toMatchObject({ granted: 3, inFlight: 0, waiting: 0 });
  });

  it("lets the governor hear of 429", async () => {
    await expect(client.get("busy")).rejects.toBeInstanceOf(HTTPError);
    expect(gate.governor.cooldownMsFor(new URL(site.origin).host)).toBeGreaterThan(100_000);
  });

  it("fails as ever when the connection is cut, or the time is up, or the caller gives up", async () => {
    const controller = new AbortController();

    await expect(client.get("reset")).rejects.toThrow("fetch failed");
    await expect(client.get("hang", { timeout: 50 })).rejects.toThrow("timed out");
    setTimeout(() => controller.abort());
    await expect(client.get("hang", { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });
});
