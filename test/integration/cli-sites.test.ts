import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { check } from "../../src/cli/commands/check.ts";
import { explain } from "../../src/cli/commands/explain.ts";
import { runInMemory } from "../unit/memory-io.ts";

type Answer = (path: string) => { status?: number; headers?: Record<string, string>; body?: string };

const RULES = "User-agent: *\nDisallow: /cart\nCrawl-delay: 3\n";
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A site on this machine, and what it was asked. */
async function site(answer: Answer): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const { status = 200, headers = {}, body = "" } = answer(url);
    response.writeHead(status, { connection: "close", ...headers }).end(body);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** An address nobody listens at. */
async function deadOrigin(): Promise<string> {
  const { origin } = await site(() => ({}));
  const server = servers.pop();
  server?.close();
  return origin;
}

describe("check without --robots", () => {
  test("asks the site of each URL, each site once, and says where the rules are from", async () => {
    const shop = await site(() => ({ body: RULES }));
    const blog = await site(() => ({ status: 404 }));
    const urls = [`${shop.origin}/cart`, `${blog.origin}/cart`, `${shop.origin}/about`];

    const { code, stdout, stderr } = await runInMemory(check.run, urls);

    expect(stdout).toBe(
      `# ${shop.origin}/robots.txt · fetched now · status 200 · rules\n` +
        `disallowed    *  line 2     Disallow: /cart               ${shop.origin}/cart\n` +
        `# ${blog.origin}/robots.txt · fetched now · status 404 · unavailable: everything is allowed\n` +
        `allowed       *  no file    —                             ${blog.origin}/cart\n` +
        `allowed       *  no rule    —                             ${shop.origin}/about\n`,
    );
    expect([code, stderr, shop.asked, blog.asked]).toEqual([1, "", ["/robots.txt"], ["/robots.txt"]]);
  });

  test("allows nothing on a site that answers with an error, or not at all", async () => {
    const broken = await site(() => ({ status: 503, body: "User-agent: *\nAllow: /\n" }));
    const dead = await deadOrigin();

    const { code, stdout } = await runInMemory(check.run, [`${broken.origin}/`, `${dead}/`]);

    expect(code).toBe(1);
    expect(stdout).toContain("status 503 · unreachable: nothing is allowed, the server answered 503\n");
    expect(stdout).toContain("unreachable: nothing is allowed, the fetcher failed (ECONNREFUSED)\n");
    expect(stdout.match(/^disallowed {4}\* {2}no answer/gm)).toHaveLength(2);
  });

  test("says where it was redirected to", async () => {
    const { origin } = await site((path) =>
      path === "/robots.txt" ? { status: 301, headers: { location: "/moved.txt" } } : { body: RULES },
    );

    const { stdout } = await runInMemory(check.run, [`${origin}/cart`]);

    expect(stdout).toContain(`redirected to ${origin}/moved.txt · status 200 · rules\n`);
  });

  test("says what a web page in place of a file means", async () => {
    const { origin } = await site(() => ({ body: "<!doctype html><p>Hello" }));

    const { code, stdout, stderr } = await runInMemory(check.run, [`${origin}/cart`]);

    expect(code).toBe(0);
    expect(stdout).toContain("a web page without rules: everything is allowed\n");
    expect(stderr).toContain("looks like a web page");
  });

  test("asks --site about paths", async () => {
    const { origin } = await site(() => ({ body: RULES }));

    const { code, stdout } = await runInMemory(check.run, ["/cart", "--site", origin]);

    expect([code, stdout.includes("Disallow: /cart")]).toEqual([1, true]);
  });

  test.each(["/cart", "cart", "ftp://a.example/"])("does not guess whose rules count for %s", async (url) => {
    const { code, stderr } = await runInMemory(check.run, [url]);

    expect(code).toBe(2);
    expect(stderr).toContain(`whose rules count for ${url}?`);
  });
});

describe("--robots with a URL", () => {
  test.each(["/robots.txt", "/any/page?x=1", ""])(
    "asks the site it belongs to, whatever the path is: %j",
    async (path) => {
      const { origin, asked } = await site(() => ({ body: RULES }));

      const { code } = await runInMemory(check.run, ["/cart", "--robots", origin + path]);

      expect([code, asked]).toEqual([1, ["/robots.txt"]]);
    },
  );

  test("holds its rules to that site", async () => {
    const { origin } = await site(() => ({ body: RULES }));

    const { stdout } = await runInMemory(check.run, ["https://other.example/", "--robots", origin]);

    expect(stdout).toMatch(/^out of scope /m);
  });

  test("asks once for both dialects", async () => {
    const { origin, asked } = await site(() => ({ body: "User-agent: *\nDisallow: /%7Ehome\n" }));

    const { stdout } = await runInMemory(check.run, ["/~home", "--robots", origin, "--dialect", "both"]);

    expect(stdout).toMatch(/^disallowed {4}rfc9309 .*\nallowed {7}google /m);
    expect(asked).toHaveLength(1);
  });

  test("tells programs about the source with each answer", async () => {
    const { origin } = await site(() => ({ status: 404 }));

    const { stdout } = await runInMemory(check.run, ["/a", "--robots", origin, "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({
      allowed: true,
      reason: "allow-all",
      source: {
        robots: `${origin}/robots.txt`,
        state: "unavailable",
        status: 404,
        redirects: [],
        failure: null,
      },
    });
  });
});

describe("explain without --robots", () => {
  test("shows the file of the site, and where it is from", async () => {
    const { origin } = await site(() => ({ body: RULES }));

    const { code, stdout } = await runInMemory(explain.run, [`${origin}/cart`]);

    expect(code).toBe(0);
    expect(stdout).toContain("▸   2 ┃ Disallow: /cart");
    expect(stdout).toMatch(/\nhttp.*\/robots\.txt · fetched now · status 200 · rules\n$/);
  });

  test("shows no file where there is none", async () => {
    const { origin } = await site(() => ({ status: 500 }));

    const { stdout } = await runInMemory(explain.run, [`${origin}/cart`]);

    expect(stdout).toContain("the rules cannot be read, so nothing is allowed");
    expect(stdout).not.toContain("┃");
  });
});
