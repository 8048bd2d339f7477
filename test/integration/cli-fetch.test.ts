import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { fetchPages } from "../../src/cli/commands/fetch.ts";
import { runInMemory, type Ran, type Surroundings } from "../unit/memory-io.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A site with a page, a missing one, a closed one and one that moved, and what it was asked. */
async function site(): Promise<{ origin: string; asked: string[]; heads: string[] }> {
  const asked: string[] = [];
  const heads: string[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    asked.push(url);
    heads.push(JSON.stringify(headers));
    if (url === "/robots.txt") response.end("User-agent: *\nDisallow: /closed\n");
    else if (url === "/gone") response.writeHead(404).end();
    else if (url === "/moved") response.writeHead(301, { location: "/page" }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<p>one\u001b[31m</p>\n");
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, heads };
}

const OPTIONS = [
  "--user-agent",
  "ExampleBot/1.0 (+https://bot.example/)",
  "--allow-address",
  "127.0.0.1",
  "--delay",
  "10ms",
];

const fetchWith = (args: readonly string[], around?: Surroundings): Promise<Ran> =>
  runInMemory(fetchPages.run, [...OPTIONS, ...args], around);

describe("fetch", () => {
  test("says of each page what came, and at the end what was refused and waited for", async () => {
    const { origin, asked } = await site();
    const urls = ["/page", "/gone", "/closed", "/moved"].map((path) => origin + path);

    const { code, stdout, stderr } = await fetchWith([...urls, "http://10.0.0.1/", "--concurrency", "1"]);

    expect(stdout.split("\n")).toEqual([
      `fetched  ${origin}/page  200 text/html 16 B`,
      `failed   ${origin}/gone  not-found/status: the server answered 404`,
      `failed   ${origin}/closed  policy/robots-disallowed: robots.txt disallows it for ExampleBot, line 2`,
      `fetched  ${origin}/moved  200 text/html 16 B  from ${origin}/page`,
      "failed   http://10.0.0.1/  policy/blocked-address: the address 10.0.0.1 is not public: private use (RFC 1918)",
      "",
    ]);
    expect(stderr).toMatch(
      /^2 pages fetched, 3 not: 1 not-found\/status, 1 policy\/robots-disallowed, 1 policy\/blocked-address; waited for turns: \S+ (?:ms|s|min) [a-z-]+/,
    );
    expect([code, asked]).toEqual([1, ["/robots.txt", "/page", "/gone", "/moved", "/page"]]);
  });

  test("--json writes one value a line, with the body where it is wanted", async () => {
    const { origin } = await site();

    const { code, stdout } = await fetchWith([`${origin}/page`, "--json", "--body"]);

    expect([code, stdout.endsWith("}\n"), stdout.includes("\u001b")]).toEqual([0, true, false]);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      url: `${origin}/page`,
      status: 200,
      contentType: "text/html",
      bytes: 16,
      body: "<p>one\u001b[31m</p>\n",
      attempts: 1,
      redirects: [],
      headers: { "content-type": "text/html" },
    });
  });

  test("--json tells a failure as the value that it is", async () => {
    const { origin } = await site();

    const { code, stdout } = await fetchWith([`${origin}/closed`, "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      url: `${origin}/closed`,
      failure: { category: "policy", code: "robots-disallowed", attempts: 0, verdict: { rule: { line: 2 } } },
    });
    expect(code).toBe(1);
  });

  test("--body writes the page as it is, and on a terminal so that nothing of it is obeyed", async () => {
    const { origin } = await site();

    const piped = await fetchWith([`${origin}/page`, "--body"]);
    const shown = await fetchWith([`${origin}/page`, "--body"], { isTTY: true, env: { NO_COLOR: "1" } });

    expect(piped.stdout).toBe("<p>one\u001b[31m</p>\n");
    expect(piped.stderr).toContain(`fetched  ${origin}/page`);
    expect(shown.stdout).toBe("<p>one\\x1b[31m</p>\n\n");
  });

  test("reads a list of URLs, and shows on a terminal how far it is", async () => {
    const { origin } = await site();
    const list = `# pages\n${origin}/page\n\n${origin}/gone\n`;

    const { stdout, stderr } = await fetchWith(["--urls", "-"], {
      stdin: list,
      isTTY: true,
      env: { NO_COLOR: "1" },
    });

    expect(stdout.split("\n")).toHaveLength(3);
    expect(stderr).toContain("\r\u001b[2K0 done, 1 under way");
    expect(stderr).toMatch(/2 done, 1 of them not fetched, 0 under way/);
    expect(stderr.split("\r\u001b[2K").at(-1)).toMatch(/^1 page fetched, 1 not: 1 not-found\/status.*\n$/);
  });

  test("sends the secrets of the environment where it is told to, and shows them nowhere", async () => {
    const { origin, heads } = await site();
    const env = { ROBOTS_GOVERNOR_AUTH_TOKEN: "t-1234567", ROBOTS_GOVERNOR_COOKIE: "sid=c-1234567" };

    const ran = await fetchWith([`${origin}/page`, "--json", "--secrets-for", origin], { env });

    expect(heads.map((head) => head.includes("1234567"))).toEqual([false, true]);
    expect(JSON.stringify(ran)).not.toContain("1234567");
  });

  test("takes who asks from the environment too", async () => {
    const { origin, heads } = await site();
    const env = { ROBOTS_GOVERNOR_USER_AGENT: "EnvBot/2 (mail@bot.example)" };
    const args = [`${origin}/page`, "--allow-address", "127.0.0.1"];

    const { code } = await runInMemory(fetchPages.run, args, { env });

    expect([code, heads.every((head) => head.includes("EnvBot/2 (mail@bot.example)"))]).toEqual([0, true]);
  });

  test.each([
    [["https://a.example/"], "--user-agent is needed"],
    [["https://a.example/", "--user-agent", "ExampleBot"], "userAgent must have a URL or mail address"],
    [["--user-agent", "ExampleBot (+https://a.example)"], "no URL to fetch"],
    [[...OPTIONS, "https://a.example/", "--delay", "5"], "--delay must be a time with its unit"],
    [[...OPTIONS, "https://a.example/", "--retries", "-1"], "Option '--retries' argument is ambiguous"],
    [
      [...OPTIONS, "https://a.example/", "--concurrency", "0"],
      "--concurrency must be a whole number of at least 1, got 0",
    ],
    [[...OPTIONS, "https://a.example/", "--type", "html"], "contentTypes must hold media types"],
    [[...OPTIONS, "https://a.example/", "--allow-address", "intranet"], "allowAddresses must hold addresses"],
    [[...OPTIONS, "--urls", "/nowhere/at/all"], "cannot read /nowhere/at/all: no such file"],
    [["https://a.example/", "--colour"], "Unknown option '--colour'"],
  ])("%j is misuse: %s", async (args, message) => {
    const { code, stdout, stderr } = await runInMemory(fetchPages.run, args);

    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`robots-governor fetch: ${message}`);
  });
});
