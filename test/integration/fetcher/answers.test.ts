import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { answer, writeForEver, type Script } from "../../support/raw-server.ts";
import {
  crawl,
  failureOf,
  fetchFrom,
  HTML,
  page,
  receivedOf,
  sends,
  serve,
  withoutRobots,
} from "./harness.ts";

const MIB = 2 ** 20;
const CHUNKED = `HTTP/1.1 200 OK\r\n${HTML}\r\ntransfer-encoding: chunked\r\n\r\n`;
/** More than one read of a socket or one chunk of a decoder can bring past a limit. */
const SLACK = 128 * 1024;

/** An answer with a coded body, whole in the eyes of HTTP. */
const coded = (coding: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\n${HTML}\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`,
    ),
    body,
  ]);

const zeros = Buffer.alloc(64 * MIB);

describe("a body that is too large", () => {
  it("by its own word is refused before an octet of it is read", async () => {
    const fetched = await fetchFrom((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\ncontent-length: 10000000000000\r\n\r\n`);
      writeForEver(socket, "x".repeat(10_000));
    });

    expect([failureOf(fetched), receivedOf(fetched)]).toEqual(["invalid-response/too-large", 0]);
  });

  it.each<[string, string, string]>([
    ["without a length", `HTTP/1.1 200 OK\r\n${HTML}\r\n\r\n`, "x".repeat(16_384)],
    ["in chunks", CHUNKED, `4000\r\n${"x".repeat(0x4000)}\r\n`],
  ])("and endless, %s, is read to the limit", async (_, head, piece) => {
    const fetched = await fetchFrom(
      (socket) => {
        socket.write(head);
        writeForEver(socket, piece);
      },
      { maxBytes: MIB },
    );

    expect(failureOf(fetched)).toBe("invalid-response/too-large");
    expect(receivedOf(fetched)).toBeGreaterThan(MIB);
    expect(receivedOf(fetched)).toBeLessThan(MIB + SLACK);
  });

  it.each([
    ["gzip", gzipSync(zeros)],
    ["deflate", deflateSync(zeros)],
    ["br", brotliCompressSync(zeros)],
  ])("once unpacked, from a small %s, is unpacked to the limit", async (coding, bomb) => {
    const fetched = await fetchFrom(sends(coded(coding, bomb)), { maxBytes: MIB });

    expect(failureOf(fetched)).toBe("invalid-response/too-large");
    expect(receivedOf(fetched)).toBeLessThan(MIB / 8);
  });

  it("and yields nothing, as a gzip with an endless file name, is read to the limit", async () => {
    const fetched = await fetchFrom(
      (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\ncontent-encoding: gzip\r\n\r\n`);
        socket.write(Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]));
        writeForEver(socket, "n".repeat(16_384));
      },
      { maxBytes: MIB },
    );

    expect(failureOf(fetched)).toBe("invalid-response/too-large");
    expect(receivedOf(fetched)).toBeLessThan(MIB + SLACK);
  });

  it("by one octet fails, and one that fits exactly does not", async () => {
    const fits = await fetchFrom(sends(page("12345")), { maxBytes: 5 });
    const exceeds = await fetchFrom(sends(page("123456")), { maxBytes: 5 });

    expect([failureOf(fits), failureOf(exceeds)]).toEqual(["none", "invalid-response/too-large"]);
  });
});

describe("a coding", () => {
  it.each([
    ["gzip", gzipSync("<p>one")],
    ["x-gzip", gzipSync("<p>one")],
    ["GZip", gzipSync("<p>one")],
    ["deflate", deflateSync("<p>one")],
    ["deflate", deflateRawSync("<p>one")],
    ["br", brotliCompressSync("<p>one")],
    ["identity", Buffer.from("<p>one")],
  ])("of the kind %s is undone", async (coding, body) => {
    const fetched = await fetchFrom(sends(coded(coding, body)));

    expect(fetched).toMatchObject({ ok: true, receivedBytes: body.length });
    expect(fetched.ok && String(fetched.body)).toBe("<p>one");
  });

  it.each([
    ["upon another, in one line", "gzip, gzip"],
    ["upon another, in two lines", "gzip\r\ncontent-encoding: gzip"],
    ["upon another of another kind", "br, gzip"],
    ["of an unknown kind", "compress"],
    ["that is nonsense", "gzip;q=1"],
  ])("%s is refused before the body", async (_, coding) => {
    const fetched = await fetchFrom(sends(coded(coding, gzipSync(gzipSync("<p>one")))));

    expect([failureOf(fetched), receivedOf(fetched)]).toEqual(["invalid-response/content-encoding", 0]);
  });

  it("of the transfer is refused too", async () => {
    const body = gzipSync("<p>one");
    const head = `HTTP/1.1 200 OK\r\n${HTML}\r\ntransfer-encoding: gzip, chunked\r\n\r\n${body.length.toString(16)}\r\n`;

    const fetched = await fetchFrom(
      sends(Buffer.concat([Buffer.from(head), body, Buffer.from("\r\n0\r\n\r\n")])),
    );

    expect(failureOf(fetched)).toMatch(/^invalid-response\/(?:content-encoding|protocol)$/);
  });

  it.each([
    ["gzip", gzipSync("<p>one ".repeat(1_000))],
    ["deflate", deflateSync("<p>one ".repeat(1_000))],
    ["br", brotliCompressSync("<p>one ".repeat(1_000))],
  ])("that is cut off, %s, fails, however whole the answer is for HTTP", async (coding, body) => {
    const fetched = await fetchFrom(sends(coded(coding, body.subarray(0, body.length - 5))));

    expect(failureOf(fetched)).toBe("invalid-response/truncated");
  });

  it.each(["gzip", "deflate", "br"])("that the body does not have, %s, fails", async (coding) => {
    const fetched = await fetchFrom(
      sends(coded(coding, Buffer.from("<p>plain, and no coding at all, never"))),
    );

    expect(failureOf(fetched)).toMatch(/^invalid-response\/(?:content-encoding|truncated)$/);
  });

  it("is asked for only where this runtime can undo it", async () => {
    const server = await serve(withoutRobots(sends(page("<p>"))));

    await crawl().fetcher.fetch(`${server.origin}/page`);

    expect(server.heads.at(-1)).toMatch(/^accept-encoding: gzip, deflate, br(?:, zstd)?\r$/m);
  });
});

describe("an answer that breaks off", () => {
  it.each<[string, Script, string]>([
    ["before it began, with a reset", (socket) => void socket.resetAndDestroy(), "network/reset"],
    ["before it began, in good order", (socket) => void socket.end(), "network/reset"],
    ["in its head", sends("HTTP/1.1 200 OK\r\ncontent-ty"), "invalid-response/protocol|network/reset"],
    [
      "before the length it announced",
      sends(`HTTP/1.1 200 OK\r\n${HTML}\r\ncontent-length: 99\r\n\r\n<p>`),
      "invalid-response/truncated",
    ],
    ["in the middle of a chunk", sends(`${CHUNKED}ff\r\n<p>`), "invalid-response/truncated"],
    ["without the last chunk", sends(`${CHUNKED}3\r\n<p>\r\n`), "invalid-response/truncated"],
  ])("%s is no page", async (_, script, expected) => {
    const fetched = await fetchFrom(script);

    expect(expected.split("|")).toContain(failureOf(fetched));
  });

  it("in its body, with a reset, is no page", async () => {
    const fetched = await fetchFrom((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\ncontent-length: 99999\r\n\r\n<p>`, () =>
        socket.resetAndDestroy(),
      );
    });

    // Some systems show a reset behind data as an end.
    expect(["network/reset", "invalid-response/truncated"]).toContain(failureOf(fetched));
  });

  it("where nobody listens is none at all", async () => {
    const server = await serve(() => undefined);
    await server.close();
    const { fetcher } = crawl();

    const fetched = await fetcher.fetch(`${server.origin}/page`);

    expect(failureOf(fetched)).toBe("policy/robots-unreachable");
  });
});

describe("what is no HTTP, or none that was asked for", () => {
  const protocol = "invalid-response/protocol";
  it.each<[string, string, string]>([
    ["a page without a status line", "<html><p>hello</p></html>\r\n\r\n", protocol],
    ["a status of five digits", answer("99999 OK", [HTML], "<p>"), protocol],
    [
      "two lengths",
      `HTTP/1.1 200 OK\r\n${HTML}\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\n<p>x`,
      protocol,
    ],
    ["a length below zero", `HTTP/1.1 200 OK\r\n${HTML}\r\ncontent-length: -1\r\n\r\n<p>`, protocol],
    [
      "a length and chunks",
      `HTTP/1.1 200 OK\r\n${HTML}\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n3\r\n<p>\r\n0\r\n\r\n`,
      protocol,
    ],
    ["a chunk of no size", `${CHUNKED}zz\r\n<p>\r\n0\r\n\r\n`, protocol],
    [
      "another protocol, unasked",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
      protocol,
    ],
    [
      "a part, unasked",
      answer("206 Partial Content", [HTML, "content-range: bytes 0-2/9"], "<p>"),
      "invalid-response/status",
    ],
    ["a confirmation, unasked", 'HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n', "invalid-response/status"],
    ["no content", "HTTP/1.1 204 No Content\r\n\r\n", "invalid-response/status"],
    ["a proxy to use", answer("305 Use Proxy", ["location: http://127.0.0.1:9/"]), "invalid-response/status"],
  ])("%s is refused", async (_, text, expected) => {
    expect(failureOf(await fetchFrom(sends(text)))).toBe(expected);
  });

  it("octets behind the page are not taken for another answer", async () => {
    const fetched = await fetchFrom(sends(page("<p>one") + page("<p>two")));

    expect(fetched.ok && String(fetched.body)).toBe("<p>one");
  });
});

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `x-${at}: 1`);

describe("a head without end", () => {
  it.each<[string, string, string]>([
    ["of many lines", "HTTP/1.1 200 OK\r\n", "x-flood: aaaa\r\n"],
    ["of one line", "HTTP/1.1 200 OK\r\nx-flood: ", "a".repeat(1_000)],
    ["of informational answers", "", "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n"],
    ["of a chunk's extensions", `${CHUNKED}3;x=`, "a".repeat(1_000)],
    ["of trailers", `${CHUNKED}3\r\n<p>\r\n0\r\n`, "x-flood: aaaa\r\n"],
  ])("%s is refused", async (_, head, piece) => {
    const fetched = await fetchFrom((socket) => {
      socket.write(head);
      writeForEver(socket, piece);
    });

    expect(failureOf(fetched)).toMatch(/^invalid-response\/(?:headers-too-large|protocol)$/);
    expect(receivedOf(fetched)).toBeLessThan(16_384);
  });

  it("with more lines than 256 is refused, and one with as many is not", async () => {
    const fits = await fetchFrom(sends(page("<p>", ...lines(254))));
    const exceeds = await fetchFrom(sends(page("<p>", ...lines(255))));

    expect([failureOf(fits), failureOf(exceeds)]).toEqual(["none", "invalid-response/headers-too-large"]);
  });

  it("after a few informational answers is read as usual", async () => {
    const fetched = await fetchFrom(sends("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(8) + page("<p>")));

    expect(fetched.ok).toBe(true);
  });
});

describe("a status", () => {
  it.each([
    ["401 Unauthorized", "authentication"],
    ["407 Proxy Authentication Required", "authentication"],
    ["403 Forbidden", "access-blocked"],
    ["451 Unavailable For Legal Reasons", "access-blocked"],
    ["404 Not Found", "not-found"],
    ["410 Gone", "not-found"],
    ["429 Too Many Requests", "rate-limit"],
    ["418 Teapot", "invalid-response"],
    ["500 Oops", "server-error"],
    ["503 Busy", "server-error"],
    ["599 Odd", "server-error"],
    ["600 Odd", "invalid-response"],
  ])("%s is %s, and its body is not read", async (status, category) => {
    const fetched = await fetchFrom((socket) => {
      socket.write(`HTTP/1.1 ${status}\r\n${HTML}\r\n\r\n`);
      writeForEver(socket, "x".repeat(10_000));
    });

    expect([failureOf(fetched), receivedOf(fetched)]).toEqual([`${category}/status`, 0]);
    expect(fetched).toMatchObject({ failure: { status: Number(status.slice(0, 3)) } });
  });

  it.each([
    ["120", 120_000],
    ["Sun, 06 Nov 1994 08:49:47 GMT", 10_000],
    ["99999999999999999999", 86_400_000],
  ])("with Retry-After %s says how long to wait", async (value, retryAfterMs) => {
    const fields = [`retry-after: ${value}`, "date: Sun, 06 Nov 1994 08:49:37 GMT"];

    expect(await fetchFrom(sends(answer("429 Slow", fields)))).toMatchObject({ failure: { retryAfterMs } });
  });

  it.each(["-1", "soon", "1.5", "", "1, 2", "0x10"])("with Retry-After %j says nothing", async (value) => {
    const fetched = await fetchFrom(sends(answer("503 Busy", [`retry-after: ${value}`])));

    expect(fetched.ok ? fetched : fetched.failure).not.toHaveProperty("retryAfterMs");
  });
});

describe("a content type", () => {
  it.each([
    "text/html",
    "TEXT/HTML",
    "text/html; charset=utf-8",
    "text/html;charset=utf-8",
    "application/xhtml+xml",
  ])("%s is a page", async (type) => {
    expect((await fetchFrom(sends(answer("200 OK", [`content-type: ${type}`], "<p>")))).ok).toBe(true);
  });

  it.each([
    ["that is none", []],
    ["that is empty", ["content-type: "]],
    ["that is doubled", [HTML, HTML]],
    ["that only begins alike", ["content-type: text/html5"]],
    ["that is a list", ["content-type: text/html, text/plain"]],
    ["without a subtype", ["content-type: text"]],
    ["of another kind", ["content-type: application/zip"]],
    ["with a control character", ["content-type: text/html\u0085"]],
  ])("%s is refused before the body", async (_, fields) => {
    const fetched = await fetchFrom(sends(answer("200 OK", fields, "<p>")));

    expect([failureOf(fetched), receivedOf(fetched)]).toEqual(["invalid-response/content-type", 0]);
  });

  it("of any kind is a page for who asks for anything", async () => {
    const fetched = await fetchFrom(sends(answer("200 OK", ["content-type: image/png"], "x")), {
      contentTypes: ["*/*"],
    });

    expect(fetched).toMatchObject({ ok: true, contentType: "image/png" });
  });
});

describe("hostile text", () => {
  it("never reaches a message as it is", async () => {
    const head = "HTTP/1.1 200 \u009b31m\u001b[2J\r\ncontent-type: a/\u009bb\u202e\r\nx: \u0001\r\n\r\n";

    const fetched = await fetchFrom(sends(Buffer.from(head, "latin1")));

    expect(fetched.ok ? "" : fetched.failure.message).toMatch(/^[\x20-\x7e]+$/);
  });
});
