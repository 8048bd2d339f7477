import { describe, expect, it, test } from "vitest";
import type { Budget, EnterOptions } from "../../../src/gate/index.ts";
import { manualGate, type GateSetUp } from "../../support/gate.ts";

/** Enters with each URL and says what came: `ok`, or the code of the refusal. */
async function enterAll(
  { gate, clock }: GateSetUp,
  urls: readonly string[],
  options?: EnterOptions,
): Promise<string[]> {
  const answers: string[] = [];
  for (const url of urls) {
    const entering = gate.tryEnter(url, options);
    await clock.advanceAsync(1000);
    const answer = await entering;
    answers.push(answer.granted ? "ok" : answer.code);
    if (answer.granted) await answer.done({ status: 200 });
  }
  return answers;
}

const setUp = (budget: Budget, files: Parameters<typeof manualGate>[0] = {}): GateSetUp =>
  manualGate(files, { budget });

describe("maxRequestsPerDomain", () => {
  it("counts every attempt, and robots.txt has one in reserve", async () => {
    const made = setUp({ maxRequestsPerDomain: 2 });

    const pages = await enterAll(made, ["https://a.test/1"]);
    const retries = await enterAll(made, ["https://a.test/1", "https://a.test/1"], { isNewPage: false });

    expect([...pages, ...retries]).toEqual(["ok", "ok", "domain-limit"]);
    expect(made.asked).toEqual(["https://a.test/robots.txt"]);
  });

  it("takes spellings, schemes and ports of one host together", async () => {
    const made = setUp({ maxRequestsPerDomain: 2 });

    const answers = await enterAll(made, [
      "https://A.test/1",
      "https://a.test.:443/2",
      "https://a.test:8443/3",
    ]);

    expect(answers).toEqual(["ok", "ok", "domain-limit"]);
  });

  it("counts what robots.txt takes beyond its reserve, as by a redirect", async () => {
    const redirect = { status: 301, headers: { location: "https://a.test/rules" } };
    const made = setUp(
      { maxRequestsPerDomain: 2 },
      {
        "https://a.test/robots.txt": redirect,
        "https://a.test/rules": "",
      },
    );

    const answers = await enterAll(made, ["https://a.test/1", "https://a.test/2"]);

    expect(answers).toEqual(["ok", "domain-limit"]);
  });

  it("does not count what was refused or given up before it was sent", async () => {
    const made = setUp(
      { maxRequestsPerDomain: 1 },
      {
        "https://a.test/robots.txt": "User-agent: *\nDisallow: /no\n",
      },
    );
    const controller = new AbortController();
    const held = await made.gate.enter("https://b.test/", {});
    await held.done();

    const refused = await enterAll(made, ["https://a.test/no"]);
    const gaveUp = made.gate.enter("https://a.test/1", { signal: controller.signal });
    controller.abort();
    await expect(gaveUp).rejects.toThrow("abort");

    expect([...refused, ...(await enterAll(made, ["https://a.test/1"]))]).toEqual([
      "robots-disallowed",
      "ok",
    ]);
  });

  it("holds for calls at the same time", async () => {
    const { gate, clock } = setUp({ maxRequestsPerDomain: 3 });

    const enter = async (url: string): Promise<boolean> => {
      const answer = await gate.tryEnter(url);
      if (answer.granted) await answer.done();
      return answer.granted;
    };
    const all = Promise.all(Array.from({ length: 9 }, (_, n) => enter(`https://a.test/${n}`)));
    await clock.advanceAsync(20_000);

    expect((await all).filter(Boolean)).toHaveLength(3);
  });

  it("asks nothing of a domain that is used up, not even its robots.txt", async () => {
    const made = setUp({ maxRequestsPerDomain: 1 });

    const answers = await enterAll(made, ["http://a.test/", "https://a.test/"]);

    expect(answers).toEqual(["ok", "domain-limit"]);
    expect(made.asked).toEqual(["http://a.test/robots.txt"]);
  });

  it("refuses a domain more than can be counted", async () => {
    const made = setUp({ maxRequestsPerDomain: 9, maxDomains: 2 });

    const answers = await enterAll(made, [
      "https://a.test/",
      "https://b.test/",
      "https://c.test/",
      "https://a.test/",
    ]);

    expect(answers).toEqual(["ok", "ok", "too-many-domains", "ok"]);
  });
});

describe("maxPages", () => {
  it("ends the crawl, and lets pages that have begun be retried", async () => {
    const made = setUp({ maxPages: 2 });

    const pages = await enterAll(made, ["https://a.test/1", "https://b.test/2", "https://c.test/3"]);
    const retry = await enterAll(made, ["https://b.test/2"], { isNewPage: false });

    expect([...pages, ...retry]).toEqual(["ok", "ok", "page-limit", "ok"]);
  });
});

describe("maxDepth", () => {
  it("refuses what is deeper", async () => {
    const made = setUp({ maxDepth: 3 });

    const there = await enterAll(made, ["https://a.test/"], { depth: 3 });
    const beyond = await enterAll(made, ["https://a.test/"], { depth: 4 });

    expect([...there, ...beyond]).toEqual(["ok", "depth-limit"]);
    expect(made.gate.stats.refused).toEqual({ "depth-limit": 1 });
  });
});

describe("sameSite", () => {
  it("keeps the crawl where it began", async () => {
    const made = setUp({ sameSite: true });

    const answers = await enterAll(made, ["https://a.test/1", "https://b.test/", "http://a.test/2"]);
    const start = await enterAll(made, ["https://c.test/"], { depth: 0 });
    const below = await enterAll(made, ["https://c.test/1", "https://b.test/"], { depth: 1 });

    expect([...answers, ...start, ...below]).toEqual(["ok", "other-site", "ok", "ok", "ok", "other-site"]);
  });

  it("may name the sites", async () => {
    const made = setUp({ sameSite: ["https://a.test/start", new URL("http://b.test")] });

    expect(await enterAll(made, ["https://b.test/", "https://a.test/", "https://c.test/"])).toEqual([
      "ok",
      "ok",
      "other-site",
    ]);
  });
});

test("every budget that is used up is a request-limit", async () => {
  const { gate } = setUp({ maxPages: 0 });

  expect(await gate.tryEnter("https://a.test/")).toMatchObject({ category: "request-limit" });
});
