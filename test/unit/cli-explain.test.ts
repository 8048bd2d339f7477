import { describe, expect, test } from "vitest";
import { explain } from "../../src/cli/commands/explain.ts";
import { runInMemory, type Ran, type Surroundings } from "./memory-io.ts";

const ROBOTS = `# everybody
User-agent: *
Disallow: /private/

User-agent: ExampleBot
Crawl-delay: 2
Allow: /shop/
Disallow: /shop/cart
Disallow: /~home
Disallow: /*?x=
Disallow: shop/drafts
`;

const ask = (args: readonly string[], around: Surroundings = {}): Promise<Ran> =>
  runInMemory(explain.run, ["--robots", "-", ...args], { stdin: ROBOTS, ...around });

const rules = (count: number, rule: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${rule(at)}\n`).join("");

describe("an explanation", () => {
  test("shows the group, the rule that wins, those that lose, their lengths and lines", async () => {
    const { code, stdout } = await ask(["https://a.example/shop/cart?x=1", "--agent", "examplebot"]);

    expect(code).toBe(0);
    expect(stdout).toBe(`DISALLOWED  https://a.example/shop/cart?x=1
examplebot (group of its own): line 8 is the longest of 3 matching rules

    5 ┃ User-agent: ExampleBot  names examplebot
    6 ┃ Crawl-delay: 2
    7 ┃ Allow: /shop/           length 6    lost
▸   8 ┃ Disallow: /shop/cart    length 10   WINS
    9 ┃ Disallow: /~home
   10 ┃ Disallow: /*?x=         length 5    lost
   11 ┃ Disallow: shop/drafts
      ┃ ! a rule that begins with neither / nor * matches nothing

Crawl-delay: 2 s · Google's parser: same verdict
`);
  });

  test("says that Allow wins between equals", async () => {
    const stdin = "User-agent: *\nDisallow: /a\nAllow: /a\n";

    const { stdout } = await ask(["/a"], { stdin });

    expect(stdout).toContain("any crawler (group of *): line 3 is as long as line 2, and then Allow wins");
  });

  test("says that equal rules say the same", async () => {
    const { stdout } = await ask(["/a"], {
      stdin: "User-agent: *\nDisallow: /a\nDisallow: /\nDisallow: /a\n",
    });

    expect(stdout).toContain("line 2 is the first of the 2 longest matching rules");
  });

  test("shows blank lines between rules without trailing blanks", async () => {
    const { stdout } = await ask(["/a"], { stdin: "User-agent: *\n\nDisallow: /a\n" });

    expect(stdout).toContain("\n    2 │\n");
  });

  test("says that no group serves the crawler", async () => {
    const { stdout } = await ask(["/a", "--agent", "OtherBot"], { stdin: "User-agent: b\nDisallow: /\n" });

    expect(stdout).toBe(
      "ALLOWED  /a\nOtherBot (no group): nothing is forbidden to it\n\nGoogle's parser: same verdict\n",
    );
  });

  test("says what was matched where that is not what was given", async () => {
    expect((await ask(["/shop/a b"])).stdout).toContain("\nmatched as /shop/a%20b\n");
  });

  test("says that robots.txt itself is always allowed, and what Google makes of it", async () => {
    const { stdout } = await ask(["/robots.txt"], { stdin: "User-agent: *\nDisallow: /\n" });

    expect(stdout).toContain("/robots.txt itself is always allowed (RFC 9309 2.2.2)");
    expect(stdout).toContain("Google's parser: DISALLOWED (line 2, Disallow: /)");
  });

  test("shows what each dialect makes of the file where both are asked and disagree", async () => {
    const { stdout } = await ask(["/%7Ehome", "--agent", "ExampleBot", "--dialect", "both"]);

    expect(stdout).toContain("DISALLOWED  /%7Ehome  under RFC 9309 (Google's parser: ALLOWED)\n");
    expect(stdout).toContain("ALLOWED  /%7Ehome  under Google's parser (RFC 9309: DISALLOWED)\n");
  });

  test("asks the other dialect when Google's is the one that counts", async () => {
    const { stdout } = await ask(["/%7Ehome", "--agent", "ExampleBot", "--dialect", "google"]);

    expect(stdout).toMatch(/^ALLOWED /);
    expect(stdout).toContain("RFC 9309: DISALLOWED (line 9, Disallow: /~home)");
  });

  test("says of the other dialect that it finds no group, where that is why no rule decides", async () => {
    const stdin = "User-agent: foo\nDisallow: /\n";

    const { stdout } = await ask(["/a", "--agent", "foo/1.2"], { stdin });

    expect(stdout).toContain("Google's parser: ALLOWED (no group serves the crawler)");
  });

  test("names of several tokens the one that won, and marks its lines alone", async () => {
    const stdin = "User-agent: b\nUser-agent: c\nDisallow: /\n";

    const { stdout } = await ask(["/a", "--agent", "a,b,c"], { stdin });

    expect(stdout).toContain("\na,b,c (as b): line 3 is the only rule that matches\n");
    expect(stdout).toContain("┃ User-agent: b  names b\n    2 ┃ User-agent: c\n");
  });

  test("of a URL that no rule was asked about shows neither path, pace nor file", async () => {
    const { stdout } = await ask([
      "https://b.example/",
      "--site",
      "https://a.example",
      "--agent",
      "ExampleBot",
    ]);

    expect(stdout).toBe(
      "OUT OF SCOPE  https://b.example/\n" +
        "ExampleBot: the URL belongs to another site than the file\n\nGoogle's parser: same verdict\n",
    );
  });

  test("lists what is odd about lines that it does not show, the first of them", async () => {
    const early = rules(5, (at) => `Disallow: /early/${at}`);

    const { stdout } = await ask(["/a"], { stdin: `${early}User-agent: *\nDisallow: b\n` });

    const remark = "a rule before any user-agent line counts for nobody";
    expect(stdout).toMatch(
      new RegExp(
        `\n\nMore remarks on this file:\n! line 1  ${remark}\n! line 2  ${remark}\n! line 3  ${remark}\n  and 2 more\n$`,
      ),
    );
  });

  test("tells programs what is odd about the file", async () => {
    const { stdout } = await ask(["/a", "--json"], { stdin: "Disallow: /early\n" });

    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [{ line: 1, severity: "warning", code: "rule-outside-group" }],
    });
  });

  test("is parted from the next by a blank line", async () => {
    const { stdout } = await ask(["/a", "/b", "--agent", "x", "--agent", "y"]);

    expect(stdout.match(/(?:^|\n\n)ALLOWED {2}\//g)).toHaveLength(4);
  });

  test("is one JSON value a line with --json, and tells whether the other dialect agrees", async () => {
    const { stdout } = await ask(["/%7Ehome", "/a", "--agent", "ExampleBot", "--json"]);

    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(answers).toMatchObject([
      { url: "/%7Ehome", dialect: "rfc9309", allowed: false, dialectsAgree: false, rule: { line: 9 } },
      { url: "/a", dialect: "rfc9309", allowed: true, dialectsAgree: true, rule: null },
    ]);
  });
});

describe("an explanation of a long file", () => {
  test("leaves out other groups and rules that do not match", async () => {
    const stdin = `${rules(500, (at) => `User-agent: bot-${"x".repeat(at)}`)}${rules(900, (at) => `Disallow: /p${at}/`)}`;

    const { stdout } = await ask(["/p77/", "--agent", `bot-${"x".repeat(400)}`], { stdin });

    expect(stdout).toContain("⋮ 400 lines\n");
    expect(stdout).toContain("▸ 578 ┃ Disallow: /p77/");
    expect(stdout).toContain("⋮ 822 rules that do not match\n");
    expect(stdout.split("\n").length).toBeLessThan(20);
  });

  test("counts what it leaves out in good grammar: other groups, and rules", async () => {
    const other = `User-agent: b\n${rules(5, (at) => `Disallow: /b${at}`)}`;
    const stdin = `User-agent: a\nDisallow: /a\nDisallow: /x\n${other}User-agent: a\nDisallow: /ab\n`;

    const { stdout } = await ask(["/abc", "--agent", "a"], { stdin });

    expect(stdout).toContain("⋮ 7 lines with 1 other group, 1 rule that does not match\n");
  });

  test("shows the strongest of thousands of rules that match, and counts the others", async () => {
    const stdin = `User-agent: *\n${rules(3000, () => "Disallow: /a")}Disallow: /ab\n`;

    const { stdout } = await ask(["/abc"], { stdin });

    expect(stdout).toContain("⋮ 2988 weaker rules that match\n");
    expect(stdout).toContain("▸ 3002 ┃ Disallow: /ab  length 3    WINS");
  });

  test("cuts a line that is longer than the terminal is wide, and keeps its note", async () => {
    const stdin = `User-agent: *\nDisallow: /${"*".repeat(9000)}a\n`;

    const { stdout } = await ask(["/a"], { stdin, isTTY: true, columns: 80, env: { NO_COLOR: "1" } });

    expect(stdout).toMatch(/^▸ {3}2 ┃ Disallow: \/\*+… {2}length 9002 WINS$/m);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe("what a hostile file or URL holds", () => {
  const stdin = "User-agent: *\nDisallow: /\u001B]0;title\u0007a\u009B31m\u202Eb\t#\u001B[2J\r\n";

  test("is shown, never obeyed", async () => {
    const { stdout } = await ask(["/\u001B]0;title\u0007a\u009B31m\u202Eb", "/\u001B[31m"], { stdin });

    // Nothing below U+0020 but the line ends that we print.
    expect(stdout).not.toMatch(/[^\n\P{C}]/u);
    expect(stdout).toContain(String.raw`Disallow: /\x1b]0;title\x07a\x9b31m\u202eb    #\x1b[2J`);
  });

  test("is escaped in JSON, which reads as the same text", async () => {
    const { stdout } = await ask(["/\u009B31m\u202E", "--json"], { stdin });

    expect(stdout).not.toMatch(/[^\n\P{C}]/u);
    expect(JSON.parse(stdout)).toMatchObject({ url: "/\u009B31m\u202E" });
  });

  test("is escaped in messages", async () => {
    const { stderr } = await runInMemory(explain.run, ["/", "--robots", "no\u001B[31mfile"]);

    expect(stderr).toContain(String.raw`cannot read no\x1b[31mfile: no such file`);
  });
});

const isColored = async (around: Surroundings, args: readonly string[]): Promise<boolean> =>
  (await ask(["/a", ...args], around)).stdout.includes("\u001B[");

describe("colour", () => {
  const terminal = { isTTY: true };
  const cases: readonly (readonly [name: string, around: Surroundings, args: string[], colored: boolean])[] =
    [
      ["is there on a terminal", terminal, [], true],
      ["is not there in a pipe", {}, [], false],
      ["is not there on a dumb terminal", { ...terminal, env: { TERM: "dumb" } }, [], false],
      ["is switched off by NO_COLOR", { ...terminal, env: { NO_COLOR: "1" } }, [], false],
      ["is not switched off by an empty NO_COLOR", { ...terminal, env: { NO_COLOR: "" } }, [], true],
      ["is switched on by FORCE_COLOR", { env: { FORCE_COLOR: "1" } }, [], true],
      ["is switched off by FORCE_COLOR=0", { ...terminal, env: { FORCE_COLOR: "0" } }, [], false],
      [
        "is off where NO_COLOR and FORCE_COLOR are set",
        { env: { NO_COLOR: "1", FORCE_COLOR: "1" } },
        [],
        false,
      ],
      [
        "follows --color always before anything else",
        { env: { NO_COLOR: "1" } },
        ["--color", "always"],
        true,
      ],
      ["follows --color never before anything else", terminal, ["--color", "never"], false],
      ["is never in JSON", terminal, ["--json", "--color", "always"], false],
    ];

  test.each(cases)("%s", async (_name, around, args, colored) => {
    expect(await isColored(around, args)).toBe(colored);
  });
});
