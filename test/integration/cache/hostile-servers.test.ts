import { EventEmitter, once } from "node:events";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { RobotsCache, type CacheOptions, type RobotsEntry } from "../../../src/cache/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";
import { answer, RawServer, writeForEver, type Script } from "../../support/raw-server.ts";

const RULES = "User-agent: *\nDisallow: /private\n";
const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const servers: RawServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(script: Script): Promise<RawServer> {
  const server = await RawServer.start(script);
  servers.push(server);
  return server;
}

/** Asks a server about itself with the fetcher that comes with the cache. */
async function ask(script: Script, options: CacheOptions = {}): Promise<RobotsEntry> {
  const { origin } = await start(script);
  return new RobotsCache(options).lookup(`${origin}/page`);
}

/** A server that sends all of `text` at once and hangs up. */
const sends =
  (text: string | Buffer): Script =>
  (socket) =>
    socket.end(text);

/** A server that goes on without ever coming to an end, and two moments of its first connection. */
function endless(begin: (socket: Socket) => void): {
  script: Script;
  begun: Promise<unknown>;
  closed: Promise<unknown>;
} {
  const moments = new EventEmitter();
  const script: Script = (socket) => {
    socket.once("close", () => moments.emit("closed"));
    begin(socket);
    moments.emit("begun");
  };
  return { script, begun: once(moments, "begun"), closed: once(moments, "closed") };
}

/** A server that redirects so many times before it answers. */
const redirecting =
  (times: number): Script =>
  (socket, { path }) => {
    const hop = Number(path.slice(5)) || 0;
    const next = answer("302 Found", [`location: /hop/${hop + 1}`]);
    socket.end(hop < times ? next : answer("200 OK", [], RULES));
  };

describe("a server that keeps us waiting", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["says nothing at all", () => undefined],
    ["stops in the middle of its headers", (socket) => socket.write("HTTP/1.1 200 OK\r\nx-header: ")],
    ["stops behind its headers", (socket) => socket.write(CHUNKED)],
    ["stops in the middle of the body", (socket) => socket.write(`${CHUNKED}5\r\nUser-`)],
    ["sends 103 after 103", (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50))],
    [
      "sends less than it announced and keeps the line open",
      (socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n${RULES}`),
    ],
  ])("that %s: a verdict at the deadline, and the connection is given up", async (_, begin) => {
    const { script, begun, closed } = endless(begin);
    const { origin } = await start(script);
    const clock = new ManualClock();

    const lookup = new RobotsCache({ clock, fetchTimeoutMs: 10_000 }).lookup(origin);
    await begun;
    clock.advance(10_000);

    expect(await lookup).toMatchObject({ state: "unreachable", failure: { code: "timeout" } });
    await closed;
  });

  it("that never finishes its TLS handshake: the same", async () => {
    const { script, begun, closed } = endless(() => undefined);
    const { origin } = await start(script);
    const clock = new ManualClock();

    const lookup = new RobotsCache({ clock }).lookup(origin.replace("http:", "https:"));
    await begun;
    clock.advance(10_000);

    expect(await lookup).toMatchObject({ state: "unreachable", failure: { code: "timeout" } });
    await closed;
  });

  it("in fact too: the platform's own clock ends the wait", async () => {
    const entry = await ask(() => undefined, { fetchTimeoutMs: 100 });

    expect(entry).toMatchObject({ state: "unreachable", failure: { code: "timeout" } });
  });
});

describe("a server that breaks off", () => {
  it("before it answers: unreachable", async () => {
    const entry = await ask((socket) => void socket.resetAndDestroy());

    expect(entry).toMatchObject({ state: "unreachable", failure: { code: "network" } });
  });

  it.each<[string, string]>([
    ["in the middle of a chunk", `${CHUNKED}ff\r\n${RULES}`],
    ["without the last chunk", `${CHUNKED}${RULES.length.toString(16)}\r\n${RULES}\r\n`],
    ["before the length it announced", `HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n${RULES}`],
  ])("%s: unreachable, whatever came before", async (_, text) => {
    const entry = await ask(sends(text));

    expect(entry).toMatchObject({ state: "unreachable", failure: { code: "body" } });
  });

  it("that is not there: unreachable", async () => {
    const server = await RawServer.start(() => undefined);
    await server.close();

    const entry = await new RobotsCache().lookup(server.origin);

    expect(entry).toMatchObject({
      state: "unreachable",
      failure: { code: "network", message: "the fetcher failed (ECONNREFUSED)" },
    });
  });
});

describe("a server that sends too much", () => {
  it("of a body: it is read to the limit, and the connection is given up", async () => {
    const { script, closed } = endless((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      writeForEver(socket, RULES.repeat(100));
    });
    const { origin } = await start(script);

    const entry = await new RobotsCache().lookup(origin);

    expect(entry).toMatchObject({ state: "rules", truncated: true });
    await closed;
  });

  it.each(["404 Not Found", "503 Service Unavailable", "302 Found"])(
    "of a body nobody wants, after %s: it is not read, and the connection is given up",
    async (status) => {
      const { script, closed } = endless((socket) => {
        socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
        writeForEver(socket, RULES.repeat(100));
      });
      const { origin } = await start(script);

      const entry = await new RobotsCache().lookup(origin);

      expect(entry.state).toBe(status.startsWith("404") ? "unavailable" : "unreachable");
      await closed;
    },
  );

  it.each<[string, (socket: Socket) => void]>([
    ["header lines", (socket) => writeForEver(socket, "x-flood: ".concat("a".repeat(200), "\r\n"))],
    ["one header line", (socket) => writeForEver(socket, "a".repeat(1_000))],
  ])("of %s: unreachable", async (_, flood) => {
    const entry = await ask((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-first: ");
      flood(socket);
    });

    expect(entry).toMatchObject({ state: "unreachable", failure: { code: "network" } });
  });

  it("of what a small gzip unpacks to: it is read to the limit", async () => {
    const bomb = gzipSync(RULES + "#".repeat(64 * 1_048_576));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;

    const entry = await ask(sends(Buffer.concat([Buffer.from(head), bomb])));

    expect(entry).toMatchObject({ state: "rules", truncated: true });
    expect(entry.policy.isAllowed("/private")).toBe(false);
  });
});

describe("a server that lies or stammers", () => {
  it.each<[string, string]>([
    ["a gzip that is none", answer("200 OK", ["content-encoding: gzip"], RULES)],
    ["a status of five digits", answer("20000 OK", [], RULES)],
    ["no status line", RULES],
    ["a chunk of no size", `${CHUNKED}zz\r\n${RULES}\r\n0\r\n\r\n`],
    ["two lengths", answer("200 OK", ["content-length: 1"], RULES)],
    ["a length and chunks", answer("200 OK", ["transfer-encoding: chunked"], RULES)],
    ["a length below zero", `HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n${RULES}`],
    [
      "a part of the file nobody asked for",
      answer("206 Partial Content", ["content-range: bytes 0-9/99"], RULES),
    ],
    ["a confirmation nobody asked for", 'HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n'],
    ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
  ])("%s: unreachable", async (_, text) => {
    expect(await ask(sends(text))).toMatchObject({ state: "unreachable" });
  });

  it("less length than there is body: what was announced is the file", async () => {
    const text = `HTTP/1.1 200 OK\r\ncontent-length: ${RULES.length}\r\n\r\n${RULES}Disallow: /\n`;

    const entry = await ask(sends(text));

    expect(entry).toMatchObject({ state: "rules" });
    expect(entry.policy.isAllowed("/open")).toBe(true);
  });

  it("plain HTTP behind an https address: unreachable", async () => {
    const { origin } = await start(sends(answer("200 OK", [], RULES)));

    const entry = await new RobotsCache().lookup(origin.replace("http:", "https:"));

    expect(entry).toMatchObject({ state: "unreachable", failure: { code: "network" } });
  });
});

describe("a server that behaves", () => {
  it("is asked for an uncompressed file, without anything about the page", async () => {
    const heads: string[] = [];
    const { origin } = await start((socket, { head }) => {
      heads.push(head.toLowerCase());
      socket.end(answer("200 OK", [], RULES));
    });

    await new RobotsCache({ userAgent: "ExampleBot/1.0" }).get(
      origin.replace("//", "//me:secret@").concat("/a?b"),
    );

    expect(heads[0]).toMatch(/^get \/robots\.txt http\/1\.1\r\n/);
    expect(heads[0]).toContain("\r\nuser-agent: examplebot/1.0\r\n");
    expect(heads[0]).toContain("\r\naccept-encoding: identity\r\n");
    expect(heads[0]).not.toMatch(/secret|authorization|referer|cookie/);
  });

  it("may compress the file all the same", async () => {
    const body = gzipSync(RULES);
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;

    const entry = await ask(sends(Buffer.concat([Buffer.from(head), body])));

    expect(entry).toMatchObject({ state: "rules" });
    expect(entry.policy.isAllowed("/private")).toBe(false);
  });

  it("may redirect five times, and no more", async () => {
    const five = await ask(redirecting(5));
    const six = await ask(redirecting(6));

    expect([five.state, five.redirects.length]).toEqual(["rules", 5]);
    expect(six).toMatchObject({ state: "unreachable", status: 302, failure: { code: "redirect-limit" } });
  });

  it("may redirect to another authority, whose own rules are asked for when its turn comes", async () => {
    const other = await start((socket, { path }) => {
      socket.end(answer("200 OK", [], path === "/robots.txt" ? "User-agent: *\nDisallow: /\n" : RULES));
    });
    const first = await start(sends(answer("301 Moved", [`location: ${other.origin}/shared.txt`])));
    const cache = new RobotsCache();

    const policy = await cache.get(first.origin);
    const others = await cache.get(other.origin);

    expect([policy.isAllowed(`${first.origin}/open`), others.isAllowed(`${other.origin}/open`)]).toEqual([
      true,
      false,
    ]);
    expect(other.requested).toEqual(["/shared.txt", "/robots.txt"]);
  });

  it("confirms a copy with a 304", async () => {
    const clock = new ManualClock();
    const { origin } = await start((socket, { head }) => {
      const isKnown = /^if-none-match: "one"\r$/im.test(head);
      socket.end(isKnown ? "HTTP/1.1 304 Not Modified\r\n\r\n" : answer("200 OK", ['etag: "one"'], RULES));
    });
    const cache = new RobotsCache({ clock });
    const first = await cache.lookup(origin);
    clock.advance(3_600_000);

    const second = await cache.lookup(origin);

    expect([first.status, second.status, second.policy === first.policy]).toEqual([200, 304, true]);
  });
});
