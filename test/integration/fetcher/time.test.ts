import { EventEmitter, once } from "node:events";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FetchedPage, Lookup } from "../../../src/fetcher/index.ts";
import { ManualClock } from "../../../src/testing/index.ts";
import type { Script } from "../../support/raw-server.ts";
import { turns } from "../../support/turns.ts";
import { crawl, failureOf, HTML, receivedOf, serve, withoutRobots, type Setting } from "./harness.ts";

const HEAD = `HTTP/1.1 200 OK\r\n${HTML}\r\n`;

/** A server that goes on without coming to an end, and the moment when it has begun. */
function endless(begin: (socket: Socket) => void): { script: Script; begun: Promise<unknown> } {
  const moments = new EventEmitter();
  const script: Script = (socket) => {
    begin(socket);
    moments.emit("begun");
  };
  return { script, begun: once(moments, "begun") };
}

/** Fetches a page on a clock that stands still until the server has begun, and then goes on by `ms`. */
async function fetchLate(
  begin: (socket: Socket) => void,
  ms: number,
  setting: Setting = {},
): Promise<FetchedPage> {
  const { script, begun } = endless(begin);
  const server = await serve(withoutRobots(script));
  const clock = new ManualClock();
  const { fetcher, gate, governor } = crawl({ clock, ...setting });

  const fetched = fetcher.fetch(`${server.origin}/page`);
  await begun;
  await turns(20);
  await clock.advanceAsync(ms);
  const page = await fetched;

  await server.idle();
  await governor.close();
  expect([gate.stats.open, clock.pendingTimers]).toEqual([0, 0]);
  return page;
}

const every = (socket: Socket, text: string): void => {
  const send = (): void => {
    if (socket.destroyed) return;
    socket.write(text);
    setImmediate(send);
  };
  send();
};

describe("a server that keeps us waiting", () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ["says nothing at all", () => undefined, "timeout/headers-timeout"],
    ["stops in its head", (socket) => socket.write("HTTP/1.1 200 OK\r\nx-"), "timeout/headers-timeout"],
    [
      "sends a few 103",
      (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(5)),
      "timeout/headers-timeout",
    ],
    ["stops behind its head", (socket) => socket.write(`${HEAD}\r\n`), "timeout/body-timeout"],
    [
      "stops in its body",
      (socket) => socket.write(`${HEAD}content-length: 9\r\n\r\n<p>`),
      "timeout/body-timeout",
    ],
    [
      "stops in a chunk",
      (socket) => socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\nf\r\n<p>`),
      "timeout/body-timeout",
    ],
    [
      "stops in a gzip",
      (socket) =>
        socket.write(
          Buffer.concat([
            Buffer.from(`${HEAD}content-encoding: gzip\r\n\r\n`),
            gzipSync("x".repeat(999)).subarray(0, 12),
          ]),
        ),
      "timeout/body-timeout",
    ],
  ])("and %s is given up at that limit", async (_, begin, expected) => {
    const fetched = await fetchLate(begin, 2_000, { headersTimeoutMs: 2_000, bodyIdleTimeoutMs: 2_000 });

    expect(failureOf(fetched)).toBe(expected);
  });

  it("and drips its head is given up at the limit of heads", async () => {
    const fetched = await fetchLate(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx-drip: ");
        every(socket, "a");
      },
      3_000,
      { headersTimeoutMs: 3_000 },
    );

    expect(failureOf(fetched)).toMatch(/^(?:timeout\/headers-timeout|invalid-response\/headers-too-large)$/);
  });

  it("and drips its body is given up when the time for the page is over", async () => {
    const fetched = await fetchLate(
      (socket) => {
        socket.write(`${HEAD}\r\n`);
        every(socket, "a");
      },
      5_000,
      { timeoutMs: 5_000, bodyIdleTimeoutMs: 60_000 },
    );

    expect(failureOf(fetched)).toBe("timeout/deadline");
    expect(receivedOf(fetched)).toBeGreaterThan(0);
  });

  it("and never finishes its handshake is given up at the limit of connections", async () => {
    const { script, begun } = endless(() => undefined);
    const server = await serve(script);
    const clock = new ManualClock();
    const { fetcher, gate } = crawl({ clock, connectTimeoutMs: 1_000 });

    const fetched = fetcher.fetch(`https://site.example:${server.port}/page`);
    await begun;
    await turns(20);
    await clock.advanceAsync(1_000);

    expect(failureOf(await fetched)).toBe("policy/robots-unreachable");
    expect(gate.robots.peek(`https://site.example:${server.port}`)).toMatchObject({
      failure: { code: "network" },
    });
    await server.idle();
  });
});

/** Answers at once so many times, and then never. */
const hangingAfter = (times: number): Lookup => {
  let turn = 0;
  return () => (turn++ < times ? "127.0.0.1" : new Promise<string>(() => undefined));
};

describe("a resolver that keeps us waiting", () => {
  it("is given up at the limit of look-ups", async () => {
    const server = await serve(withoutRobots(() => undefined));
    const clock = new ManualClock();
    const { fetcher, gate } = crawl({ clock, lookup: hangingAfter(1), lookupTimeoutMs: 1_000 });

    const fetched = fetcher.fetch(`http://site.example:${server.port}/page`);
    while (server.requested.length === 0) await turns(1);
    await turns(20);
    await clock.advanceAsync(1_000);

    expect([failureOf(await fetched), server.requested]).toEqual(["timeout/lookup-timeout", ["/robots.txt"]]);
    expect([gate.stats.open, clock.pendingTimers]).toEqual([0, 0]);
  });

  it("is not asked by more than two, and forgotten by and by", async () => {
    let inFlight = 0;
    const clock = new ManualClock();
    const lookup: Lookup = (name) => {
      if (name === "good.example") return "10.0.0.1";
      inFlight++;
      return new Promise<string>(() => undefined);
    };
    const { fetcher } = crawl({ clock, lookup, lookupTimeoutMs: 1_000 });
    const hanging = ["a", "b", "c", "d"].map((name) => fetcher.fetch(`http://${name}.example/`));
    await turns(20);
    await clock.advanceAsync(10_000);
    const failed = (await Promise.all(hanging)).map(failureOf);
    await clock.advanceAsync(60_000);

    const good = await fetcher.fetch("http://good.example/");

    expect(failed).toEqual(hanging.map(() => "policy/robots-unreachable"));
    expect([inFlight, failureOf(good)]).toEqual([2, "policy/blocked-address"]);
  });
});

describe("a caller that gives up", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["before the head", () => undefined],
    ["in the body", (socket) => socket.write(`${HEAD}\r\n<p>`)],
  ])("%s gets a failure that says so, and nothing is left", async (_, begin) => {
    const { script, begun } = endless(begin);
    const server = await serve(withoutRobots(script));
    const { fetcher, expectNothingLeft } = crawl();
    const controller = new AbortController();

    const fetched = fetcher.fetch(`${server.origin}/page`, { signal: controller.signal });
    await begun;
    await turns(20);
    controller.abort(new Error("no longer wanted"));

    expect(failureOf(await fetched)).toBe("aborted/aborted");
    await expectNothingLeft(server);
  });

  it("before it began sends nothing", async () => {
    const server = await serve(withoutRobots(() => undefined));
    const { fetcher, expectNothingLeft } = crawl();

    const fetched = await fetcher.fetch(`${server.origin}/page`, { signal: AbortSignal.abort() });

    expect([failureOf(fetched), server.connections]).toEqual(["aborted/aborted", 0]);
    await expectNothingLeft(server);
  });

  it("while a name is looked up gets its answer at once", async () => {
    const { fetcher, expectNothingLeft } = crawl({ lookup: () => new Promise<string>(() => undefined) });
    const controller = new AbortController();

    const fetched = fetcher.fetch("http://site.example/", { signal: controller.signal });
    await turns(20);
    controller.abort();

    expect(failureOf(await fetched)).toBe("aborted/aborted");
    await expectNothingLeft();
  });
});
