import { describe, expect, it } from "vitest";
import { certificateFor } from "../../support/certificates.ts";
import { answer, writeForEver, type RawServer, type Script } from "../../support/raw-server.ts";
import { crawl, failureOf, fetchFrom, page, redirect, sends, serve, withoutRobots } from "./harness.ts";

const AUTH = { ROBOTS_GOVERNOR_AUTH_TOKEN: "token-1234567", ROBOTS_GOVERNOR_COOKIE: "sid=cookie-1234567" };
const CUSTOM = { "x-api-key": "key-1234567", "accept-language": "eo" };
const secretsIn = (head: string | undefined): string[] =>
  ["token-1234567", "cookie-1234567", "key-1234567"].filter((secret) => head?.includes(secret));
const ALL = ["token-1234567", "cookie-1234567", "key-1234567"];

/** The head of the request that a server got for a path. */
const headFor = (server: RawServer, path: string): string | undefined =>
  server.heads.find((head) => head.startsWith(`GET ${path} `));

/** A server that redirects so many times before it answers. */
const chain =
  (length: number): Script =>
  (socket, { path }) => {
    const hop = Number(path.slice(5)) || 0;
    socket.end(hop < length ? redirect(`/hop_${hop + 1}`) : page("<p>end"));
  };

describe("a redirect", () => {
  it.each(["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])(
    "of %s is followed, and the page knows both its addresses",
    async (status) => {
      const server = await serve(
        withoutRobots((socket, { path }) =>
          socket.end(path === "/page" ? redirect("/end#part", status) : page("<p>end")),
        ),
      );

      const fetched = await crawl().fetcher.fetch(`${server.origin}/page#top`);

      const end = `${server.origin}/end`;
      expect(fetched).toMatchObject({ ok: true, url: end, redirects: [end], attempts: 2 });
      expect(server.requested).toEqual(["/robots.txt", "/page", "/end"]);
    },
  );

  it("is followed five times, and not a sixth time", async () => {
    const five = await fetchFrom(chain(5));
    const six = await fetchFrom(chain(6));

    expect([failureOf(five), failureOf(six)]).toEqual(["none", "policy/redirect-limit"]);
    expect([five.redirects.length, six.redirects.length]).toEqual([5, 5]);
  });

  it("in a circle is not followed", async () => {
    const fetched = await fetchFrom((socket, { path }) =>
      socket.end(redirect(path === "/page" ? "/other" : "/page")),
    );

    expect(failureOf(fetched)).toBe("policy/redirect-loop");
    expect(fetched).toMatchObject({ failure: { attempts: 2 } });
  });

  it.each([
    ["without a Location", answer("302 Found", [])],
    ["with an empty one", answer("302 Found", ["location: "])],
    ["with two", answer("302 Found", ["location: /a", "location: /b"])],
    ["with a broken one", answer("302 Found", ["location: http://[::1"])],
  ])("%s leads nowhere", async (_, text) => {
    expect(failureOf(await fetchFrom(sends(text)))).toBe("invalid-response/redirect-location");
  });

  it("has a body that nobody reads, however long it is", async () => {
    const server = await serve(
      withoutRobots((socket, { path }) => {
        if (path === "/end") {
          socket.end(page("<p>end"));
          return;
        }
        socket.write("HTTP/1.1 302 Found\r\nlocation: /end\r\n\r\n");
        writeForEver(socket, "x".repeat(10_000));
      }),
    );
    const { fetcher, expectNothingLeft } = crawl();

    const fetched = await fetcher.fetch(`${server.origin}/page`);

    expect(fetched).toMatchObject({ ok: true, receivedBytes: "<p>end".length });
    await expectNothingLeft(server);
  });

  it.each(["refresh: 0; url=/end", "link: </end>; rel=preload", 'alt-svc: h2="127.0.0.1:9"'])(
    "that is none, as %s, is not followed",
    async (field) => {
      const server = await serve(
        withoutRobots(sends(page('<meta http-equiv="refresh" content="0;url=/end">', field))),
      );

      await crawl().fetcher.fetch(`${server.origin}/page`);

      expect(server.requested).toEqual(["/robots.txt", "/page"]);
    },
  );
});

describe("what goes along with a redirect", () => {
  it("to the same origin is everything", async () => {
    const server = await serve(
      withoutRobots((socket, { path }) => socket.end(path === "/page" ? redirect("/end") : page("<p>"))),
    );
    const { fetcher } = crawl({ headers: CUSTOM, env: AUTH, secretOrigins: [server.origin] });

    await fetcher.fetch(`${server.origin}/page`);

    expect([secretsIn(headFor(server, "/page")), secretsIn(headFor(server, "/end"))]).toEqual([ALL, ALL]);
  });

  it.each<[string, (other: RawServer) => string]>([
    ["another port", (other) => other.origin],
    ["another host", (other) => `http://other.example:${other.port}`],
    ["another host, without a scheme", (other) => `//other.example:${other.port}`],
    ["the same host under another port's name", (other) => `http://site.example:${other.port}`],
  ])("to %s is only what anybody may know", async (_, originOf) => {
    const other = await serve(withoutRobots(sends(page("<p>"))));
    const server = await serve(withoutRobots((socket) => socket.end(redirect(`${originOf(other)}/end`))));
    const origin = `http://site.example:${server.port}`;
    const { fetcher } = crawl({ headers: CUSTOM, env: AUTH, secretOrigins: [origin] });

    const fetched = await fetcher.fetch(`${origin}/page`, { headers: { cookie: "own=1" } });

    expect(fetched.ok).toBe(true);
    expect(secretsIn(headFor(server, "/page"))).toEqual(ALL);
    const names = [...(headFor(other, "/end") ?? "").matchAll(/^([a-z-]+):/gim)].map(([, name = ""]) =>
      name.toLowerCase(),
    );
    expect(names).toEqual([
      "host",
      "accept",
      "accept-language",
      "user-agent",
      "accept-encoding",
      "connection",
    ]);
  });

  it("away and back stays dropped", async () => {
    let home = "";
    const other = await serve(withoutRobots((socket) => socket.end(redirect(`${home}/end`))));
    const server = await serve(
      withoutRobots((socket, { path }) =>
        socket.end(path === "/page" ? redirect(`${other.origin}/`) : page("<p>")),
      ),
    );
    home = server.origin;
    const { fetcher } = crawl({ headers: CUSTOM, env: AUTH, secretOrigins: [home, other.origin] });

    const fetched = await fetcher.fetch(`${home}/page`);

    expect(fetched.ok).toBe(true);
    expect([headFor(server, "/page"), headFor(other, "/"), headFor(server, "/end")].map(secretsIn)).toEqual([
      ALL,
      [],
      [],
    ]);
  });

  it("from https to http is nothing secret", async () => {
    const { key, cert } = certificateFor("DNS:site.example");
    const plain = await serve(withoutRobots(sends(page("<p>"))));
    const secure = await serve(
      withoutRobots((socket) => socket.end(redirect(`http://site.example:${plain.port}/end`))),
      { key, cert },
    );
    const origin = `https://site.example:${secure.port}`;
    const { fetcher } = crawl({ headers: CUSTOM, env: AUTH, secretOrigins: [origin], ca: cert });

    const fetched = await fetcher.fetch(`${origin}/page`);

    expect(fetched.ok).toBe(true);
    expect([secretsIn(headFor(secure, "/page")), secretsIn(headFor(plain, "/end"))]).toEqual([ALL, []]);
  });

  it("is never what the environment holds, where no origin is named", async () => {
    const server = await serve(withoutRobots(sends(page("<p>"))));

    await crawl({ env: AUTH }).fetcher.fetch(`${server.origin}/page`);

    expect(secretsIn(headFor(server, "/page"))).toEqual([]);
  });
});

describe("a secret", () => {
  it("that a server sends back reaches no message", async () => {
    const server = await serve(
      withoutRobots(sends(answer("200 OK", ["content-type: token-1234567/cookie-1234567"], ""))),
    );
    const { fetcher } = crawl({ env: AUTH, secretOrigins: [server.origin] });

    const fetched = await fetcher.fetch(`${server.origin}/page`);

    expect(failureOf(fetched)).toBe("invalid-response/content-type");
    expect(secretsIn(JSON.stringify(fetched))).toEqual([]);
  });
});

describe("header fields of the caller", () => {
  it.each<[string, Record<string, string>]>([
    ["with a line end in the value", { "x-a": "b\r\nhost: evil" }],
    ["with a line end in the name", { "x-a\r\nhost": "evil" }],
    ["with more than ASCII", { "x-a": "é" }],
    ["that name the host", { Host: "evil" }],
    ["that frame the message", { "Transfer-Encoding": "chunked" }],
    ["that are for a proxy", { "Proxy-Authorization": "x" }],
    ["that ask for another coding", { "Accept-Encoding": "compress" }],
  ])("%s are refused when they are set", async (_, headers) => {
    expect(() => crawl({ headers })).toThrow(TypeError);
    await expect(crawl().fetcher.fetch("http://site.example/", { headers })).rejects.toThrow(TypeError);
  });

  it.each(["", "ExampleBot/1.0", "ExampleBot/1.0 (+https://bot.example/)\r\nx: y"])(
    "do not name %j as who asks",
    (userAgent) => {
      expect(() => crawl({ userAgent })).toThrow(TypeError);
    },
  );

  it("of the environment are refused when no request can carry them", () => {
    const env = { ROBOTS_GOVERNOR_AUTH_TOKEN: "abc\r\nhost: evil" };

    expect(() => crawl({ env, secretOrigins: ["https://a.example"] })).toThrow(
      /^ROBOTS_GOVERNOR_AUTH_TOKEN must be printable ASCII/,
    );
  });
});
