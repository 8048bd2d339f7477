import { connect } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { checkPeer, pinned } from "../../../src/fetcher/connect.ts";
import type { FetchedPage, Lookup } from "../../../src/fetcher/index.ts";
import { answer, type RawServer } from "../../support/raw-server.ts";
import { stepsUntil, turns } from "../../support/turns.ts";
import { crawl, failureOf, page, redirect, sends, serve, withoutRobots } from "./harness.ts";

/** A server that nobody should get to. */
const canary = (): Promise<RawServer> => serve(withoutRobots(sends(page("<p>secret"))));

const blocked = "policy/blocked-address";

/** Answers in turn, and goes on with the last. */
const inTurn = (...answers: (readonly string[])[]): Lookup => {
  let turn = 0;
  return async () => answers[Math.min(turn++, answers.length - 1)] ?? [];
};

/** Spellings of places that are not public; `:PORT` where a port can be. */
const PRIVATE_PLACES = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://0x7f.1:PORT/",
  "http://0177.0.0.01:PORT/",
  "http://2130706433:PORT/",
  "http://%31%32%37.0.0.1:PORT/",
  "http://１２７.0.0.1:PORT/",
  "http://①②⑦.0.0.1:PORT/",
  "http://127。0。0。1:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://0.0.0.0:PORT/",
  "http://[::1]:PORT/",
  "http://[::127.0.0.1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[64:ff9b::127.0.0.1]:PORT/",
  "http://[64:ff9b:1::7f00:1]:PORT/",
  "http://[2002:7f00:1::]:PORT/",
  "http://[fe80::1]:PORT/",
  "http://169.254.169.254/latest/meta-data/",
  "http://localhost:PORT/",
  "http://localhost.:PORT/",
  "http://api.localhost:PORT/",
  "http://intranet:PORT/",
  "http://printer.local:PORT/",
  "http://metadata.google.internal/",
  "http://nas.home.arpa:PORT/",
];

/** Those that are 127.0.0.1, which these tests open; the others of its network are tried beside. */
const OPEN_IN_TESTS: ReadonlySet<string> = new Set(PRIVATE_PLACES.slice(0, 10));

/** Places that no URL of ours leads to, whatever they are. */
const BAD_PLACES = [
  "ftp://127.0.0.1:PORT/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,<p>",
  "gopher://127.0.0.1:PORT/",
  "unix:/var/run/docker.sock",
  "http://me:secret@site.example:PORT/",
  "http://site.example:0/",
  "http://site.example:22/",
  "http://site.example:6379/",
];

describe("an address that is not public", () => {
  it.each(PRIVATE_PLACES)("is not connected to when it is asked for as %s", async (place) => {
    const server = await canary();
    const { fetcher, lookups, expectNothingLeft } = crawl({ allowAddresses: [] });

    const fetched = await fetcher.fetch(place.replace("PORT", String(server.port)));

    expect([failureOf(fetched), server.connections, lookups]).toEqual([blocked, 0, []]);
    await expectNothingLeft(server);
  });

  it.each(PRIVATE_PLACES.filter((place) => !OPEN_IN_TESTS.has(place)))(
    "is not connected to when a redirect leads to %s",
    async (place) => {
      const inside = await canary();
      const server = await serve(withoutRobots(sends(redirect(place.replace("PORT", String(inside.port))))));
      const { fetcher, expectNothingLeft } = crawl();

      const fetched = await fetcher.fetch(`http://site.example:${server.port}/page`);

      expect([failureOf(fetched), inside.connections]).toEqual([blocked, 0]);
      expect(fetched).toMatchObject({ failure: { attempts: 1 } });
      await expectNothingLeft(server, inside);
    },
  );

  it.each(["127.0.0.2", "0x7f000002", "017700000002", "2130706434", "１２７.0.0.2", "127.2"])(
    "is not connected to when only another one is open and a redirect leads to %s",
    async (host) => {
      const server = await serve(
        withoutRobots((socket) => socket.end(redirect(`http://${host}:${server.port}/in`))),
      );
      const { fetcher } = crawl();

      const fetched = await fetcher.fetch(`http://site.example:${server.port}/page`);

      expect([failureOf(fetched), server.requested]).toEqual([blocked, ["/robots.txt", "/page"]]);
    },
  );

  it.each([
    ...BAD_PLACES.map((place) => [place, "policy/bad-url"] as const),
    ["http://unix:/sock:/x", blocked] as const,
  ])("and no such thing as %s is asked for, at once or behind a redirect", async (place, refusal) => {
    const server = await serve(
      withoutRobots((socket) => socket.end(redirect(place.replace("PORT", String(server.port))))),
    );
    const { fetcher } = crawl();

    const direct = await fetcher.fetch(place.replace("PORT", String(server.port)));
    const behind = await fetcher.fetch(`http://site.example:${server.port}/page`);

    expect([failureOf(direct), failureOf(behind)]).toEqual([refusal, refusal]);
    expect(server.requested).toEqual(["/robots.txt", "/page"]);
    expect(JSON.stringify([direct, behind])).not.toContain("secret");
  });
});

describe("a name", () => {
  it.each<[string, readonly string[]]>([
    ["with a private address", ["10.0.0.1"]],
    ["with a public and a private address", ["8.8.8.8", "127.0.0.2"]],
    ["with an open and a private address", ["127.0.0.1", "127.0.0.2"]],
    ["with an address that holds a zone", ["fe80::1%eth0"]],
    ["with a block instead of an address", ["8.8.8.0/24"]],
    ["with a name instead of an address", ["localhost"]],
    ["with an address that only some can read", ["0177.0.0.1"]],
    ["with nonsense", [""]],
    ["with more addresses than anybody has", Array.from({ length: 257 }, () => "127.0.0.1")],
  ])("%s is not connected to at all", async (_, addresses) => {
    const server = await canary();
    const { fetcher, expectNothingLeft } = crawl({ lookup: async () => addresses });

    const fetched = await fetcher.fetch(`http://site.example:${server.port}/page`);

    expect([failureOf(fetched), server.connections]).toEqual([blocked, 0]);
    await expectNothingLeft(server);
  });

  it("without an address is a failure of the network, and the process goes on", async () => {
    const { fetcher } = crawl({ lookup: async () => [] });

    expect(failureOf(await fetcher.fetch("http://site.example/page"))).toBe("policy/robots-unreachable");
  });

  it("is looked up once for each request, and the connection is made to what was judged", async () => {
    const server = await serve(withoutRobots(sends(page("<p>"))));
    const { fetcher, lookups } = crawl();

    const fetched = await fetcher.fetch(`http://site.example:${server.port}/page`);

    expect(fetched.ok).toBe(true);
    expect(lookups).toEqual(["site.example", "site.example"]);
    expect(server.heads.at(-1)).toMatch(new RegExp(`^host: site\\.example:${server.port}\\r$`, "im"));
  });

  it("that has moved inside by the next request is refused there", async () => {
    const server = await canary();
    const lookup = inTurn(["127.0.0.1"], ["127.0.0.1"], ["10.0.0.1"]);
    const { fetcher } = crawl({ lookup });

    const first = await fetcher.fetch(`http://site.example:${server.port}/one`);
    const second = await fetcher.fetch(`http://site.example:${server.port}/two`);

    expect([failureOf(first), failureOf(second)]).toEqual(["none", blocked]);
    expect(server.requested).toEqual(["/robots.txt", "/one"]);
  });

  it("that has moved inside between robots.txt and the page is refused for the page", async () => {
    const server = await canary();
    const { fetcher, gate } = crawl({ lookup: inTurn(["127.0.0.1"], ["169.254.169.254"]) });

    const fetched = await fetcher.fetch(`http://site.example:${server.port}/page`);

    expect([failureOf(fetched), server.requested, gate.stats.open]).toEqual([blocked, ["/robots.txt"], 0]);
  });

  it.each<[string, Lookup]>([
    [
      "that calls back with a list",
      (_name, _options, callback) => callback(null, [{ address: "127.0.0.1" }]),
    ],
    ["that calls back with one address", (_name, _options, callback) => callback(null, "127.0.0.1", 4)],
    ["that returns one address", () => "127.0.0.1"],
    ["that promises objects", async () => [{ address: "127.0.0.1", family: 6 }]],
  ])("is found by a look-up %s", async (_, lookup) => {
    const server = await canary();

    expect((await crawl({ lookup }).fetcher.fetch(`http://site.example:${server.port}/page`)).ok).toBe(true);
  });

  it.each<[string, Lookup]>([
    ["calls back with an error", (_name, _options, callback) => callback(new Error("ENOTFOUND"))],
    [
      "throws",
      () => {
        throw new Error("oops");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("oops");
      },
    ],
  ])("whose look-up %s is a failure of the network", async (_, lookup) => {
    const server = await canary();
    const { fetcher } = crawl({ lookup: (...args) => (turn++ === 0 ? "127.0.0.1" : lookup(...args)) });
    let turn = 0;

    expect(failureOf(await fetcher.fetch(`http://site.example:${server.port}/page`))).toBe(
      "network/lookup-failed",
    );
  });

  it("is one of two at most that are looked up at a time", async () => {
    const waiting: (() => void)[] = [];
    let [inFlight, most] = [0, 0];
    const lookup: Lookup = async () => {
      most = Math.max(most, ++inFlight);
      await new Promise<void>((resolve) => waiting.push(resolve));
      inFlight--;
      return "10.0.0.1";
    };
    const { fetcher } = crawl({ lookup });
    const urls = ["a", "b", "c", "d", "e"].map((name) => `http://${name}.example/`);

    const all = Promise.all(urls.map((url) => fetcher.fetch(url)));
    const pages = await stepsUntil(all, () => {
      waiting.shift()?.();
      return turns(1);
    });

    expect([pages.map(failureOf), most]).toEqual([urls.map(() => blocked), 2]);
  });
});

/** What Node is told that asks for addresses. */
const ask = (list: readonly { address: string; family: 4 | 6 }[], options: object): unknown => {
  let answered: unknown;
  pinned(list)("ignored.example", options, (...args) => (answered = args));
  return answered;
};

describe("what Node is given to connect with", () => {
  const addresses = [
    { address: "2001:db8::1", family: 6 },
    { address: "192.0.2.1", family: 4 },
  ] as const;

  it("answers in both forms, whichever is asked for", () => {
    expect(ask(addresses, { all: true })).toEqual([null, [...addresses]]);
    expect(ask(addresses, {})).toEqual([null, "2001:db8::1", 6]);
    expect(ask(addresses, { family: 4 })).toEqual([null, "192.0.2.1", 4]);
  });

  it("never is an empty list, which would end the process", () => {
    expect(ask([], { all: true })).toEqual([expect.any(Error), "", 0]);
    expect(ask(addresses.slice(0, 1), { all: true, family: 4 })).toEqual([expect.any(Error), "", 0]);
  });

  it("is compared with where the connection leads in the end", async () => {
    const server = await canary();
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");

    expect(() => checkPeer(socket, [{ address: "127.0.0.2", family: 4 }])).toThrow("not judged");
    expect(() => checkPeer(socket, [{ address: "127.0.0.1", family: 4 }])).not.toThrow();
    socket.destroy();
  });

  it("is no proxy of the environment", async () => {
    const proxy = await canary();
    const server = await serve(withoutRobots(sends(page("<p>direct"))));
    const names = ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
    for (const name of names) process.env[name] = proxy.origin;

    const fetched = await crawl().fetcher.fetch(`http://site.example:${server.port}/page`);

    for (const name of names) delete process.env[name];
    expect([fetched.ok, proxy.connections]).toEqual([true, 0]);
  });
});

describe("robots.txt", () => {
  it("goes through the address rules itself: a redirect of it to the inside closes the site", async () => {
    const inside = await canary();
    const server = await serve((socket) =>
      socket.end(redirect(`http://127.0.0.2:${inside.port}/robots.txt`)),
    );
    const { fetcher } = crawl();

    const fetched = await fetcher.fetch(`http://site.example:${server.port}/page`);

    expect([failureOf(fetched), server.requested, inside.connections]).toEqual([blocked, ["/robots.txt"], 0]);
  });

  it("comes with no secret and no header of the caller", async () => {
    const server = await canary();
    const { fetcher } = crawl({
      headers: { "x-api-key": "k-1234567" },
      secretOrigins: [server.origin],
      env: { ROBOTS_GOVERNOR_AUTH_TOKEN: "t-1234567", ROBOTS_GOVERNOR_COOKIE: "sid=c-1234567" },
    });

    await fetcher.fetch(`${server.origin}/page`);

    expect(server.heads[0]).not.toMatch(/1234567/);
    expect(server.heads[1]).toMatch(/k-1234567[^]*t-1234567[^]*c-1234567/);
  });
});

/** Two requests over kept connections, and how many connections that took. */
async function twice(lookup: Lookup): Promise<[FetchedPage, FetchedPage, RawServer]> {
  const server = await serve((socket, { path }) => {
    socket.write(path === "/robots.txt" ? answer("404 Not Found", []) : page("<p>"));
  });
  const { fetcher, expectNothingLeft } = crawl({ keepAlive: true, lookup, allowAddresses: ["127.0.0.0/8"] });
  const first = await fetcher.fetch(`http://site.example:${server.port}/one`);
  const second = await fetcher.fetch(`http://site.example:${server.port}/two`);
  await fetcher.close();
  await expectNothingLeft(server);
  return [first, second, server];
}

describe("a kept connection", () => {
  it("is used again for the same origin, after a look-up of its own", async () => {
    const names: string[] = [];
    const [first, second, server] = await twice(async (name) => {
      names.push(name);
      return "127.0.0.1";
    });

    expect([first.ok, second.ok, server.requested]).toEqual([true, true, ["/robots.txt", "/one", "/two"]]);
    expect(names).toHaveLength(3);
    expect(server.connections).toBe(2);
  });

  it("is not used again when the name has moved", async () => {
    const [first, second, server] = await twice(inTurn(["127.0.0.1"], ["127.0.0.1"], ["127.0.0.2"]));

    expect([failureOf(first), failureOf(second), server.requested]).toEqual([
      "none",
      "network/connect",
      ["/robots.txt", "/one"],
    ]);
  });

  it("is not used again when the name has moved inside", async () => {
    const [first, second, server] = await twice(inTurn(["127.0.0.1"], ["127.0.0.1"], ["10.0.0.1"]));

    expect([failureOf(first), failureOf(second), server.requested]).toEqual([
      "none",
      blocked,
      ["/robots.txt", "/one"],
    ]);
  });

  it("is given up when it says something unasked", async () => {
    const server = await serve((socket, { path }) => {
      if (path === "/robots.txt") socket.end(answer("404 Not Found", []));
      else socket.write(page(`<p>${path}`) + (path === "/one" ? page("<p>planted") : ""));
    });
    const { fetcher } = crawl({ keepAlive: true });

    await fetcher.fetch(`${server.origin}/one`);
    const second = await fetcher.fetch(`${server.origin}/two`);

    expect(second.ok && String(second.body)).toBe("<p>/two");
  });
});
