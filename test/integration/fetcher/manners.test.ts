import { describe, expect, it } from "vitest";
import { PageFetcher, type FetchedPage, type Progress } from "../../../src/fetcher/index.ts";
import { ManualClock } from "../../../src/testing/index.ts";
import { answer, type RawServer, type Script } from "../../support/raw-server.ts";
import { stepsUntil, turns } from "../../support/turns.ts";
import {
  crawl,
  failureOf,
  page,
  redirect,
  sends,
  serve,
  USER_AGENT,
  withoutRobots,
  type Setting,
} from "./harness.ts";

const ROBOTS = (text: string): string => answer("200 OK", ["content-type: text/plain"], text);

/** A server that answers with these in turn, and goes on with the last. */
const inTurn = (...texts: string[]): Script => {
  let turn = 0;
  return (socket) => socket.end(texts[Math.min(turn++, texts.length - 1)] ?? "");
};

/** Fetches from a server that answers in turn, without pauses between attempts. */
async function retrying(
  texts: readonly string[],
  setting: Setting,
): Promise<{ fetched: FetchedPage; server: RawServer; cooldownMs: number }> {
  const server = await serve(withoutRobots(inTurn(...texts)));
  const { fetcher, governor, expectNothingLeft } = crawl({ retryBackoffMs: 0, ...setting });
  const fetched = await fetcher.fetch(`${server.origin}/page`);
  const cooldownMs = governor.cooldownMsFor(`127.0.0.1:${server.port}`);
  await expectNothingLeft(server);
  return { fetched, server, cooldownMs };
}

describe("robots.txt", () => {
  it("is asked for before any page, once for all who want one", async () => {
    const server = await serve(withoutRobots(sends(page("<p>")), ROBOTS("User-agent: *\nDisallow: /no\n")));
    const { fetcher } = crawl();
    const paths = ["/one", "/no", "/two", "/no/more"];

    const pages = await Promise.all(paths.map((path) => fetcher.fetch(server.origin + path)));

    expect(pages.map(failureOf)).toEqual([
      "none",
      "policy/robots-disallowed",
      "none",
      "policy/robots-disallowed",
    ]);
    expect([server.requested[0], server.requested.slice(1).toSorted()]).toEqual([
      "/robots.txt",
      ["/one", "/two"],
    ]);
    expect(pages[1]).toMatchObject({ failure: { verdict: { rule: { line: 2 } }, attempts: 0 } });
  });

  it("of the origin that a redirect leads to decides on what is there", async () => {
    const other = await serve(
      withoutRobots(sends(page("<p>")), ROBOTS("User-agent: ExampleBot\nDisallow: /closed\n")),
    );
    const server = await serve(
      withoutRobots((socket, { path }) =>
        socket.end(redirect(`${other.origin}${path === "/a" ? "/closed" : "/open"}`)),
      ),
    );
    const { fetcher } = crawl();

    const closed = await fetcher.fetch(`${server.origin}/a`);
    const open = await fetcher.fetch(`${server.origin}/b`);

    expect([failureOf(closed), failureOf(open)]).toEqual(["policy/robots-disallowed", "none"]);
    expect(other.requested).toEqual(["/robots.txt", "/open"]);
  });

  it.each(["503 Busy", "429 Slow"])("that cannot be had, %s, closes the site", async (status) => {
    const server = await serve(withoutRobots(sends(page("<p>")), answer(status, [])));

    const fetched = await crawl().fetcher.fetch(`${server.origin}/page`);

    expect([failureOf(fetched), server.requested]).toEqual(["policy/robots-unreachable", ["/robots.txt"]]);
  });

  it("may be coded, and one that is cut off closes the site", async () => {
    const server = await serve(
      withoutRobots(sends(page("<p>")), "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nUser-agent: *\n"),
    );

    expect(failureOf(await crawl().fetcher.fetch(`${server.origin}/page`))).toBe("policy/robots-unreachable");
  });
});

describe("the pace", () => {
  it("is the Crawl-delay where that is longer, for calls at the same time too", async () => {
    const startsMs: number[] = [];
    const clock = new ManualClock();
    const server = await serve(
      withoutRobots((socket) => {
        startsMs.push(clock.now());
        socket.end(page("<p>"));
      }, ROBOTS("User-agent: *\nCrawl-delay: 7\n")),
    );
    const fetcher = new PageFetcher({
      userAgent: USER_AGENT,
      requestDelayMs: 3_000,
      allowAddresses: ["127.0.0.1"],
      clock,
    });

    const all = Promise.all([1, 2, 3].map((at) => fetcher.fetch(`${server.origin}/${at}`)));
    const pages = await stepsUntil(all, async () => {
      // What is on its way arrives before time goes on.
      await turns(50);
      await clock.advanceAsync(500);
    });

    expect(pages.map(({ ok }) => ok)).toEqual([true, true, true]);
    const gaps = startsMs.slice(1).map((startMs, at) => startMs - (startsMs[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(7_000);
    await fetcher.close();
  });
});

describe("another attempt", () => {
  const busy = answer("503 Busy", []);

  it("is not made unless it was asked for", async () => {
    const { fetched, server } = await retrying([busy, page("<p>")], {});

    expect([failureOf(fetched), server.requested]).toEqual(["server-error/status", ["/robots.txt", "/page"]]);
  });

  it("can bring the page, and all attempts are counted", async () => {
    const { fetched } = await retrying([busy, busy, page("<p>")], { maxRetries: 2 });

    expect(fetched).toMatchObject({ ok: true, attempts: 3 });
  });

  it("is made after a connection that broke", async () => {
    const { fetched } = await retrying(["", page("<p>")], { maxRetries: 1 });

    expect(fetched).toMatchObject({ ok: true, attempts: 2 });
  });

  it.each(["400 Bad", "403 No", "404 None", "408 Late", "410 Gone", "429 Slow"])(
    "is never made after %s",
    async (status) => {
      const { fetched, server } = await retrying([answer(status, []), page("<p>")], { maxRetries: 5 });

      expect([fetched.ok, server.requested]).toEqual([false, ["/robots.txt", "/page"]]);
    },
  );

  it("counts against the budget of the domain", async () => {
    const { fetched, server } = await retrying([busy], {
      maxRetries: 9,
      budget: { maxRequestsPerDomain: 3 },
    });

    expect(failureOf(fetched)).toBe("server-error/status");
    expect(server.requested).toEqual(["/robots.txt", "/page", "/page", "/page"]);
  });

  it("is not made when the server asks for more time than there is, and never before it", async () => {
    const { fetched, server } = await retrying([answer("503 Busy", ["retry-after: 120"]), page("<p>")], {
      maxRetries: 5,
      timeoutMs: 60_000,
    });

    expect(fetched).toMatchObject({ ok: false, failure: { retryAfterMs: 120_000, attempts: 1 } });
    expect(server.requested).toEqual(["/robots.txt", "/page"]);
  });

  it("is the governor's to allow: it learns of Retry-After", async () => {
    const { cooldownMs } = await retrying([answer("429 Slow", ["retry-after: 120"])], {});

    expect(cooldownMs).toBeGreaterThan(110_000);
  });
});

describe("the budget of a domain", () => {
  it("counts redirects, and ends what does not end by itself", async () => {
    let hop = 0;
    const server = await serve(withoutRobots((socket) => socket.end(redirect(`/${++hop}`))));
    const { fetcher } = crawl({ budget: { maxRequestsPerDomain: 3 } });

    const fetched = await fetcher.fetch(`${server.origin}/page`);

    expect([failureOf(fetched), server.requested.length]).toEqual(["request-limit/domain-limit", 4]);
  });

  it("is an option of the fetcher too, and not beside a gate", async () => {
    const server = await serve(withoutRobots(sends(page("<p>"))));
    const options = { userAgent: USER_AGENT, maxRequestsPerDomain: 1, allowAddresses: ["127.0.0.1"] };
    const fetcher = new PageFetcher({ ...options, requestDelayMs: 0 });

    const pages = [await fetcher.fetch(`${server.origin}/1`), await fetcher.fetch(`${server.origin}/2`)];

    expect(pages.map(failureOf)).toEqual(["none", "request-limit/domain-limit"]);
    expect(() => new PageFetcher({ ...options, gate: crawl().gate })).toThrow(TypeError);
    await fetcher.close();
  });
});

describe("many pages", () => {
  it("come as they are done, and a failure ends nothing", async () => {
    const server = await serve(
      withoutRobots((socket, { path }) => socket.end(path === "/2" ? answer("404 None", []) : page("<p>"))),
    );
    const { fetcher, expectNothingLeft } = crawl();
    const progress: Progress[] = [];
    const urls = [`${server.origin}/1`, `${server.origin}/2`, "nonsense", `${server.origin}/3`];

    const pages: FetchedPage[] = [];
    for await (const fetched of fetcher.fetchAll(urls, {
      concurrency: 2,
      onProgress: (state) => progress.push(state),
    }))
      pages.push(fetched);

    expect(pages.map(failureOf).toSorted()).toEqual(["none", "none", "not-found/status", "policy/bad-url"]);
    expect(progress.at(-1)).toEqual({ done: 4, failed: 2, inFlight: 0 });
    expect(Math.max(...progress.map(({ inFlight }) => inFlight))).toBe(2);
    await expectNothingLeft(server);
  });

  it("are taken only as there is room for them, and given up by who stops reading", async () => {
    const server = await serve(
      withoutRobots((socket, { path }) => void (path === "/1" && socket.end(page("<p>")))),
    );
    const { fetcher, expectNothingLeft } = crawl();
    let taken = 0;
    function* endlessly(): Generator<string> {
      for (;;) yield `${server.origin}/${++taken}`;
    }

    for await (const { ok } of fetcher.fetchAll(endlessly(), { concurrency: 3 })) {
      expect(ok).toBe(true);
      break;
    }

    expect(taken).toBeLessThanOrEqual(4);
    await expectNothingLeft(server);
  });

  it("are failures of the caller's when the caller gives up, and no more are begun", async () => {
    const server = await serve(withoutRobots(() => undefined));
    const { fetcher, expectNothingLeft } = crawl();
    const controller = new AbortController();
    const urls = Array.from({ length: 50 }, (_, at) => `${server.origin}/${at}`);

    const pages: FetchedPage[] = [];
    const { signal } = controller;
    const onProgress = ({ inFlight }: Progress): void => void (inFlight === 4 && controller.abort());
    for await (const fetched of fetcher.fetchAll(urls, { concurrency: 4, signal, onProgress }))
      pages.push(fetched);

    expect(pages.map(failureOf)).toEqual(Array.from({ length: 4 }, () => "aborted/aborted"));
    await expectNothingLeft(server);
  });
});
