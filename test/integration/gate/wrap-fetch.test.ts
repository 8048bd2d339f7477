import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RefusalError, wrapFetch, type CrawlGate } from "../../../src/gate/index.ts";
import { USER_AGENT } from "../../support/gate.ts";
import { redirectTo, reset, Site } from "../../support/site.ts";
import { swiftGate } from "../../support/swift-gate.ts";

const hang = (): void => undefined;

let site: Site;
let other: Site;
let gate: CrawlGate;
let polite: typeof fetch;

beforeEach(async () => {
  other = await Site.start({
    robots: "User-agent: *\nDisallow: /closed\n",
    pages: {
      "/open": (response, { method, body }) => void response.end(`${method} ${body}`),
      "/back": (response) => void response.writeHead(302, { location: `${site.origin}/echo` }).end(),
    },
  });
  site = await Site.start({
    robots: "User-agent: ExampleBot\nDisallow: /private\n",
    pages: {
      "/": "hello",
      "/private": "secret",
      "/echo": (response, { method, body }) => void response.end(`${method} ${body}`),
      "/busy": (response) => void response.writeHead(429, { "retry-after": "120" }).end("later"),
      "/reset": reset,
      "/hang": hang,
      "/drip": (response) => void response.writeHead(200).write("first "),
      "/nowhere": (response) => void response.writeHead(302).end("no location"),
      "/moved": redirectTo("/echo"),
      "/loop": redirectTo("/loop"),
      "/to-private": redirectTo("/private"),
      "/to-mail": redirectTo("mailto:me@a.test"),
      "/broken": redirectTo("http://"),
      "/see-other": redirectTo("/echo", 303),
      "/keep": redirectTo("/echo", 307),
      "/keep-twice": redirectTo("/keep", 308),
      "/away": redirectTo(`${other.origin}/open`),
      "/away-and-back": redirectTo(`${other.origin}/back`),
      "/away-closed": redirectTo(`${other.origin}/closed`),
      "/away-keep": redirectTo(`${other.origin}/open`, 307),
    },
  });
  gate = swiftGate();
  polite = wrapFetch(fetch, gate);
});

afterEach(async () => {
  await site.close();
  await other.close();
});

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** That nothing is held any more. */
function expectNothingHeld(): void {
  expect(gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  expect(gate.stats.open).toBe(0);
}

describe("what is allowed", () => {
  it("is fetched after robots.txt, under the gate's name", async () => {
    const response = await polite(`${site.origin}/`, { headers: { "user-agent": "Somebody/1.0" } });

    expect([response.status, await response.text(), response.url, response.redirected]).toEqual([
      200,
      "hello",
      `${site.origin}/`,
      false,
    ]);
    expect(site.paths).toEqual(["/robots.txt", "/"]);
    expect(site.seen.map(({ headers }) => headers["user-agent"])).toEqual([USER_AGENT, USER_AGENT]);
    expectNothingHeld();
  });

  it.each<[string, () => Parameters<typeof fetch>]>([
    ["text", () => [`${site.origin}/echo`, { method: "post", body: "a=1" }]],
    [
      "a URL",
      () => [new URL("/echo", site.origin), { method: "POST", body: new URLSearchParams({ a: "1" }) }],
    ],
    ["a Request", () => [new Request(`${site.origin}/echo`, { method: "POST", body: "a=1" })]],
    ["a Request with changes", () => [new Request(`${site.origin}/echo`), { method: "POST", body: "a=1" }]],
    [
      "a stream",
      () => [
        `${site.origin}/echo`,
        { method: "POST", body: new Blob(["a=1"]).stream(), duplex: "half" } as RequestInit,
      ],
    ],
  ])("may be asked for by %s", async (_name, args) => {
    const response = await polite(...args());

    expect(await response.text()).toBe("POST a=1");
  });

  it("answers as it comes: the head first, the body as a stream", async () => {
    const response = await polite(`${site.origin}/drip`);
    const reader = response.body?.getReader();
    const first = await reader?.read();

    expect(new TextDecoder().decode(first?.value)).toBe("first ");
    expectNothingHeld();
    await reader?.cancel();
  });

  it("sends the headers of a Request, and those set beside it instead", async () => {
    const request = new Request(`${site.origin}/echo`, { headers: { "x-one": "1", accept: "text/html" } });

    await polite(request);
    await polite(request, { headers: { "x-two": "2" } });

    const [, first, second] = site.seen.map(({ headers }) => headers);
    expect(first).toMatchObject({ "x-one": "1", accept: "text/html" });
    expect(second).toMatchObject({ "x-two": "2" });
    expect(second).not.toHaveProperty("x-one");
  });

  it("can be cloned", async () => {
    const response = await polite(`${site.origin}/`);
    const copy = response.clone();

    expect([await response.text(), await copy.text()]).toEqual(["hello", "hello"]);
  });
});

describe("what is not allowed", () => {
  it("rejects with the refusal, and is not asked for", async () => {
    const error = await errorOf(polite(`${site.origin}/private`));

    expect(error).toBeInstanceOf(RefusalError);
    expect(error).toMatchObject({ code: "robots-disallowed", refusal: { verdict: { rule: { line: 2 } } } });
    expect(site.paths).toEqual(["/robots.txt"]);
    expectNothingHeld();
  });

  it.each(["ftp://a.test/", "http://user:secret@a.test/", "http://localhost:1/"])(
    "%s is refused",
    async (url) => {
      expect(await errorOf(polite(url))).toMatchObject({ category: "policy" });
    },
  );

  it("what fetch itself does not take is a TypeError as there", async () => {
    expect(await errorOf(polite("/relative"))).toBeInstanceOf(TypeError);
    expect(await errorOf(polite(`${site.origin}/`, { headers: { "bad name": "1" } }))).toBeInstanceOf(
      TypeError,
    );
    expect(site.seen).toEqual([]);
  });
});

describe("a redirect", () => {
  it("is followed, and the answer says so, in its clones too", async () => {
    const response = await polite(`${site.origin}/moved#part`);
    const copy = response.clone();

    for (const { redirected, url, status } of [response, copy]) {
      expect([redirected, url, status]).toEqual([true, `${site.origin}/echo`, 200]);
    }
    expect(site.paths).toEqual(["/robots.txt", "/moved", "/echo"]);
    expectNothingHeld();
  });

  it("counts and waits like any other request", async () => {
    await polite(`${site.origin}/moved`);

    expect(gate.stats.permitted).toBe(2);
    expect(gate.governor.stats().granted).toBe(2);
  });

  it("to what is not allowed is a refusal", async () => {
    expect(await errorOf(polite(`${site.origin}/to-private`))).toMatchObject({ code: "robots-disallowed" });
    expect(site.paths).not.toContain("/private");
    expectNothingHeld();
  });

  it("to another origin obeys that one's robots.txt", async () => {
    const refused = await errorOf(polite(`${site.origin}/away-closed`));
    const response = await polite(`${site.origin}/away`);

    expect(refused).toMatchObject({ code: "robots-disallowed" });
    expect(response.url).toBe(`${other.origin}/open`);
    expect(other.paths).toEqual(["/robots.txt", "/open"]);
    expectNothingHeld();
  });

  it.each([
    ["/to-mail", { code: "bad-url" }],
    ["/broken", { name: "TypeError", message: "fetch failed" }],
    ["/loop", { name: "TypeError", message: "fetch failed" }],
  ])("that cannot be followed rejects: %s", async (path, expected) => {
    expect(await errorOf(polite(site.origin + path))).toMatchObject(expected);
    expectNothingHeld();
  });

  it("is followed twenty times at most", async () => {
    await errorOf(polite(`${site.origin}/loop`));

    expect(site.paths.filter((path) => path === "/loop")).toHaveLength(21);
  });

  it("that names no address is the answer", async () => {
    const response = await polite(`${site.origin}/nowhere`);

    expect([response.status, response.redirected, await response.text()]).toEqual([
      302,
      false,
      "no location",
    ]);
  });

  it("is the answer with redirect: manual", async () => {
    const response = await polite(`${site.origin}/moved`, { redirect: "manual" });

    expect([response.status, response.headers.get("location")]).toEqual([302, "/echo"]);
    expect(site.paths).not.toContain("/echo");
  });

  it("rejects with redirect: error, set on a Request", async () => {
    const error = await errorOf(polite(new Request(`${site.origin}/moved`, { redirect: "error" })));

    expect(error).toBeInstanceOf(TypeError);
    expect(site.paths).not.toContain("/echo");
    expectNothingHeld();
  });

  it.each([
    ["/moved", "POST", "GET "],
    ["/see-other", "PUT", "GET "],
    ["/moved", "PUT", "PUT a=1"],
    ["/keep", "POST", "POST a=1"],
    ["/keep-twice", "PUT", "PUT a=1"],
  ])("of %s turns %s into %s as the Fetch standard wants", async (path, method, answer) => {
    const headers = { "content-type": "text/x-test" };
    const init = { method, body: "a=1", headers };

    const byUrl = await polite(site.origin + path, init);
    const byRequest = await polite(new Request(site.origin + path, init));

    expect([await byUrl.text(), await byRequest.text()]).toEqual([answer, answer]);
    const type = answer.endsWith("a=1") ? "text/x-test" : undefined;
    expect(
      site.seen.filter((seen) => seen.path === "/echo").map((seen) => seen.headers["content-type"]),
    ).toEqual([type, type]);
  });

  it("keeps HEAD", async () => {
    const response = await polite(`${site.origin}/see-other`, { method: "HEAD" });

    expect([response.status, site.seen.at(-1)?.method]).toEqual([200, "HEAD"]);
  });

  it("that wants a stream again rejects as fetch does", async () => {
    const body = new Blob(["a=1"]).stream();

    const error = await errorOf(
      polite(`${site.origin}/keep`, { method: "POST", body, duplex: "half" } as RequestInit),
    );

    expect(error).toBeInstanceOf(TypeError);
    expectNothingHeld();
  });

  it("takes no secret to another origin, nor back", async () => {
    const headers = {
      authorization: "Bearer secret",
      cookie: "id=secret",
      "x-api-key": "secret",
      accept: "text/html",
    };

    await polite(`${site.origin}/away-and-back`, { headers });

    expect(JSON.stringify(other.seen)).not.toContain("secret");
    expect(site.seen.map((seen) => seen.headers["x-api-key"])).toEqual([undefined, "secret", undefined]);
    expect(site.seen.at(-1)?.headers).toMatchObject({ accept: "text/html", "user-agent": USER_AGENT });
  });

  it("takes the body along to another origin where the status says so", async () => {
    const response = await polite(`${site.origin}/away-keep`, { method: "POST", body: "a=1" });

    expect(await response.text()).toBe("POST a=1");
  });
});

describe("what comes of a request", () => {
  it("teaches the governor what 429 and Retry-After say", async () => {
    const response = await polite(`${site.origin}/busy`);
    const error = await errorOf(polite(`${site.origin}/`, { signal: AbortSignal.timeout(20) }));

    expect([response.status, await response.text()]).toEqual([429, "later"]);
    expect(gate.governor.cooldownMsFor(new URL(site.origin).host)).toBeGreaterThan(100_000);
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(site.paths).toEqual(["/robots.txt", "/busy"]);
    expectNothingHeld();
  });

  it("is a refusal with its time where the wait is too long", async () => {
    const answerBusy = await polite(`${site.origin}/busy`);
    await answerBusy.text();

    const refusal = await gate.tryEnter(`${site.origin}/`, { maxWaitMs: 0 });

    expect(refusal).toMatchObject({ category: "rate-limit", code: "wait-too-long" });
  });

  it("teaches that a connection was cut", async () => {
    const host = new URL(site.origin).host;
    await polite(`${site.origin}/`);
    const before = gate.governor.intervalMsFor(host);

    const error = await errorOf(polite(`${site.origin}/reset`));

    expect(error).toMatchObject({ name: "TypeError", message: "fetch failed" });
    expect(gate.governor.intervalMsFor(host)).toBeGreaterThan(before);
    expectNothingHeld();
  });

  it.each([
    ["its own reason", (controller: AbortController) => controller.abort(new Error("enough"))],
    ["an AbortError", (controller: AbortController) => controller.abort()],
  ])("is nothing when the caller gives up with %s", async (_name, abort) => {
    const controller = new AbortController();
    const host = new URL(site.origin).host;
    await polite(`${site.origin}/`);
    const before = gate.governor.intervalMsFor(host);

    const request = errorOf(polite(`${site.origin}/hang`, { signal: controller.signal }));
    await expect.poll(() => site.paths).toContain("/hang");
    abort(controller);

    expect(await request).toBe(controller.signal.reason);
    expect(gate.governor.intervalMsFor(host)).toBe(before);
    expectNothingHeld();
  });

  it("ends with the signal of a Request too", async () => {
    const controller = new AbortController();
    const request = errorOf(polite(new Request(`${site.origin}/hang`, { signal: controller.signal })));
    await expect.poll(() => site.paths).toContain("/hang");

    controller.abort();

    expect(await request).toMatchObject({ name: "AbortError" });
    expectNothingHeld();
  });

  it("ends with a body that is aborted half-way", async () => {
    const controller = new AbortController();
    const response = await polite(`${site.origin}/drip`, { signal: controller.signal });

    const text = errorOf(response.text());
    controller.abort(new Error("enough"));

    expect(await text).toMatchObject({ message: "enough" });
  });

  it("teaches that the host was too slow for the caller's own time limit", async () => {
    await polite(`${site.origin}/`);
    const host = new URL(site.origin).host;
    const before = gate.governor.intervalMsFor(host);

    const error = await errorOf(polite(`${site.origin}/hang`, { signal: AbortSignal.timeout(100) }));

    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(gate.governor.intervalMsFor(host)).toBeGreaterThan(before);
    expectNothingHeld();
  });
});
