import { describe, expect, test } from "vitest";
import { check } from "../../src/cli/commands/check.ts";
import { runInMemory, type Ran, type Surroundings } from "./memory-io.ts";

const ROBOTS = `User-agent: *
Disallow: /private/
Allow: /private/open/

User-agent: ExampleBot
Crawl-delay: 2
Disallow: /cart
Disallow: /%7Ehome
`;

const ask = (args: readonly string[], around: Surroundings = {}): Promise<Ran> =>
  runInMemory(check.run, ["--robots", "-", ...args], { stdin: ROBOTS, ...around });

const jsonOf = ({ stdout }: Ran): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("the exit code of check", () => {
  test("is 0 when every URL is allowed", async () => {
    expect((await ask(["/", "/private/open/x"])).code).toBe(0);
  });

  test("is 1 when one of several URLs is not allowed", async () => {
    expect((await ask(["/", "/private/x", "/about"])).code).toBe(1);
  });

  test("is 1 when one of several agents may not", async () => {
    expect((await ask(["/cart", "--agent", "OtherBot", "--agent", "ExampleBot"])).code).toBe(1);
  });

  test("is 1 when one of both dialects says no", async () => {
    const args = ["/~home", "--agent", "ExampleBot", "--dialect"];

    expect((await ask([...args, "google"])).code).toBe(0);
    expect((await ask([...args, "rfc9309"])).code).toBe(1);
    expect((await ask([...args, "both"])).code).toBe(1);
  });

  test("is 1 for a URL of another site", async () => {
    const { code, stdout } = await ask(["https://other.example/", "--site", "https://shop.example"]);

    expect(code).toBe(1);
    expect(stdout).toMatch(/^out of scope /);
  });
});

describe("the lines of check", () => {
  test("tell verdict, agent, line, rule and URL in columns, with a dash where there is nothing", async () => {
    const { stdout } = await ask(["https://a.example/private/x", "/about"]);

    expect(stdout).toBe(
      "disallowed    *  line 2     Disallow: /private/           https://a.example/private/x\n" +
        "allowed       *  no rule    —                             /about\n",
    );
  });

  test("answer each agent about each URL in order", async () => {
    const { stdout } = await ask(["/a", "/b", "--agent", "OtherBot", "--agent", "ExampleBot", "--json"]);

    const pairs = jsonOf({ stdout, stderr: "", code: 0 }).map(({ url, agent }) => [url, agent]);
    expect(pairs).toEqual([
      ["/a", "OtherBot"],
      ["/a", "ExampleBot"],
      ["/b", "OtherBot"],
      ["/b", "ExampleBot"],
    ]);
  });

  test("show both dialects only where they disagree", async () => {
    const { stdout } = await ask(["/~home", "/cart", "--agent", "ExampleBot", "--dialect", "both"]);

    expect(stdout.split("\n").map((line) => line.slice(0, 22).trimEnd())).toEqual([
      "disallowed    rfc9309",
      "allowed       google",
      "disallowed    both",
      "",
    ]);
  });

  test("are made for a list of preference as for one crawler", async () => {
    const ran = await ask(["/cart", "--agent", "NewsBot, ExampleBot", "--json"]);

    expect(jsonOf(ran)).toMatchObject([
      { agent: "NewsBot, ExampleBot", allowed: false, group: { tokens: ["ExampleBot"], matchedBy: "token" } },
    ]);
  });

  test("hold every field of an answer as JSON, null where there is nothing", async () => {
    const [blocked, free] = jsonOf(await ask(["/cart", "/", "--agent", "ExampleBot", "--json"]));

    expect(blocked).toEqual({
      url: "/cart",
      agent: "ExampleBot",
      matchedAgent: "ExampleBot",
      dialect: "rfc9309",
      allowed: false,
      verdict: "disallow",
      reason: "rule",
      path: "/cart",
      group: { tokens: ["ExampleBot"], lines: [5], matchedBy: "token" },
      rule: { type: "disallow", pattern: "/cart", line: 7, length: 5 },
      competing: [],
      crawlDelayMs: 2000,
      dialectsAgree: null,
      source: null,
    });
    expect(free).toMatchObject({ allowed: true, reason: "no-matching-rule", rule: null });
  });

  test("say as JSON for each dialect whether both agree", async () => {
    const ran = await ask(["/~home", "--agent", "ExampleBot", "--dialect", "both", "--json"]);

    expect(jsonOf(ran)).toMatchObject([
      { dialect: "rfc9309", allowed: false, dialectsAgree: false },
      { dialect: "google", allowed: true, dialectsAgree: false },
    ]);
  });
});

const askList = (list: string): Promise<Ran> =>
  runInMemory(check.run, ["--robots", "test/unit/data/list.robots.txt", "--urls", "-", "--json"], {
    stdin: list,
  });

describe("agents", () => {
  test("are trimmed, and each is asked once, without regard to case", async () => {
    const agents = [" ExampleBot ", "examplebot", "a,b", "A, B, a"].flatMap((agent) => ["--agent", agent]);

    const ran = await ask(["/", ...agents, "--json"]);

    expect(jsonOf(ran).map(({ agent }) => agent)).toEqual(["ExampleBot", "a,b"]);
  });

  test.each([
    ["NewsBot,ExampleBot", "ExampleBot"],
    ["NewsBot", null],
    ["*", null],
  ])("tell as JSON which token of %s the file names: %s", async (agent, matchedAgent) => {
    expect(jsonOf(await ask(["/", "--agent", agent, "--json"]))).toMatchObject([{ agent, matchedAgent }]);
  });
});

describe("a doubtful URL", () => {
  test("that is neither a path nor absolute is answered, with one warning for all agents", async () => {
    const { stderr, code } = await ask(["cart", "--agent", "a", "--agent", "b"]);

    expect(code).toBe(0);
    expect(stderr).toBe("warning: cart is neither a path (/…) nor a URL (https://…): it is taken for /\n");
  });

  test.each(["/cart", "?q=1", "https://a.example/cart", "//a.example/cart"])(
    "is not %s, which needs no warning",
    async (url) => {
      expect((await ask([url])).stderr).toBe("");
    },
  );

  test("holds raw letters that Google's parser does not encode: a warning where it is asked", async () => {
    const [asked, other] = [await ask(["/käse", "--dialect", "google"]), await ask(["/käse"])];

    expect(asked.stderr).toBe(
      "warning: /käse: Google's parser compares URLs as given; percent-encode it first\n",
    );
    expect(other.stderr).toBe("");
  });

  test.each(["https://other.example/x", "cart"])(
    "has neither path nor Crawl-delay where no rule was asked: %s",
    async (url) => {
      const args = [url, "--site", "https://a.example", "--agent", "ExampleBot", "--json"];

      expect(jsonOf(await ask(args))).toMatchObject([{ reason: "scope", path: null, crawlDelayMs: null }]);
    },
  );
});

describe("a list of URLs", () => {
  test("may have comments, blank lines, blanks around, CRLF and a byte order mark", async () => {
    const ran = await askList("\uFEFF/a\r\n# a comment\r\n\r\n  /b#fragment  \n/c");

    expect(jsonOf(ran).map(({ url }) => url)).toEqual(["/a", "/b#fragment", "/c"]);
  });

  test("without any URL answers nothing and disallows nothing", async () => {
    expect(await askList("# only a comment\n")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("whose line never ends is refused", async () => {
    const { code, stderr } = await askList("x".repeat(1_100_000));

    expect(code).toBe(2);
    expect(stderr).toContain("standard input is no list of URLs");
  });
});

describe("a doubtful robots.txt", () => {
  test("that is longer than --max-bytes is answered from its beginning, with a warning", async () => {
    const stdin = `User-agent: *\nDisallow: /a\n${"# filling\n".repeat(200)}Disallow: /b\n`;

    const { code, stderr, stdout } = await ask(["/a", "/b", "--max-bytes", "1024"], { stdin });

    expect(code).toBe(1);
    expect(stdout).toContain("allowed       *  no rule    —                             /b");
    expect(stderr).toMatch(/^warning: standard input:\d+: the file is longer than is read/);
  });

  test("that is UTF-16 is answered, with a warning", async () => {
    const stdin = Buffer.from("\uFEFFUser-agent: *\n", "utf16le");

    const { stderr } = await ask(["/a"], { stdin });

    expect(stderr).toMatch(/^warning: standard input:1: the file is UTF-16/);
  });

  test("that is a web page is answered, with a warning", async () => {
    const { code, stderr } = await ask(["/a"], { stdin: "<!doctype html><title>Not found</title>" });

    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: standard input:1: this looks like a web page/);
  });
});

describe("misuse of check ends with exit code 2 and says", () => {
  const misuses: readonly (readonly [message: string, args: readonly string[]])[] = [
    ["whose rules count for /? Give --robots, --site", ["/"]],
    ["no URL to ask about", ["--robots", "-"]],
    ["a URL is empty", ["", "--robots", "-"]],
    ["--urls - reads a list", ["-", "--robots", "-"]],
    ["both want standard input", ["--robots", "-", "--urls", "-"]],
    ["--robots can be given once, got 2", ["/", "--robots", "-", "--robots", "-"]],
    ["--urls is empty", ["/", "--robots", "-", "--urls", ""]],
    ["--dialect must be one of rfc9309, google, both, got bing", ["/", "--robots", "-", "--dialect", "bing"]],
    ["--color must be one of auto, always, never, got red", ["/", "--robots", "-", "--color", "red"]],
    ["a whole number of at least 1024, got 3", ["/", "--robots", "-", "--max-bytes", "3"]],
    ["a whole number of at least 1024, got 2e3", ["/", "--robots", "-", "--max-bytes", "2e3"]],
    ["--site must be an absolute http: or https: URL", ["/", "--robots", "-", "--site", "shop.example"]],
    ["--agent must be a product token", ["/", "--robots", "-", "--agent", ""]],
    ['or several as "a,b", got "a,,b, c"', ["/", "--robots", "-", "--agent", "a,,b, c"]],
    [
      "did you mean ExampleBot?",
      ["/", "--robots", "-", "--agent", "Mozilla/5.0 (compatible; ExampleBot/1.0)"],
    ],
    ["Unknown option '--frob'", ["/", "--robots", "-", "--frob"]],
    ["argument missing", ["/", "--robots"]],
  ];

  test.each(misuses)("%s", async (message, args) => {
    const { code, stdout, stderr } = await runInMemory(check.run, args);

    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr).toContain("robots-governor check --help");
  });
});

describe("a source that cannot be read ends with exit code 2, and no page of help:", () => {
  test.each([
    ["cannot read no-such-file: no such file", ["/", "--robots", "no-such-file"]],
    ["cannot read no-such-list: no such file", ["/", "--robots", "-", "--urls", "no-such-list"]],
    ["cannot read src: it is a directory", ["/", "--robots", "src"]],
  ])("%s", async (message, args) => {
    expect(await runInMemory(check.run, args)).toEqual({
      code: 2,
      stdout: "",
      stderr: `robots-governor check: ${message}\n`,
    });
  });
});

test("check --help prints its page, whatever else is given", async () => {
  const { code, stdout } = await runInMemory(check.run, ["--frob", "--help"]);

  expect(code).toBe(0);
  expect(stdout).toContain("robots-governor check URL… [--robots FILE");
});
