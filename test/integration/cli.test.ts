import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";

const BIN = "dist/cli/main.js";
const ROBOTS = "src/cli/examples/shop.robots.txt";

const start = (args: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [BIN, ...args], { env: { PATH: process.env["PATH"] } });

async function run(
  args: readonly string[],
  stdin = "",
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = start(args);
  child.stdin.end(stdin);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

describe("the built command", () => {
  test("answers from a file", async () => {
    const { code, stdout, stderr } = await run(["check", "/cart", "--robots", ROBOTS]);

    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toBe("disallowed    *  line 4     Disallow: /cart               /cart\n");
  });

  test("answers from standard input", async () => {
    const { code, stdout } = await run(["check", "/a", "--robots", "-"], "User-agent: *\nDisallow: /a\n");

    expect(code).toBe(1);
    expect(stdout).toContain("Disallow: /a");
  });

  test("reads a list of URLs from standard input and answers while it comes", async () => {
    const child = start(["check", "--robots", ROBOTS, "--urls", "-"]);
    child.stdin.write("/first\n");

    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    child.stdin.end("/cart\n");
    const [[code], rest] = await Promise.all([once(child, "close"), text(child.stdout)]);

    expect(chunk.toString()).toContain("/first");
    expect(rest).toContain("/cart");
    expect(code).toBe(1);
  });

  test("explains without failing, whatever the verdict", async () => {
    const { code, stdout } = await run(["explain", "/cart", "--robots", ROBOTS, "--agent", "PriceBot"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^DISALLOWED {2}\/cart\n/);
  });

  test("reads no more of an endless file than it needs", async () => {
    const { code, stdout, stderr } = await run(["check", "/a", "--robots", "/dev/zero"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^allowed /);
    expect(stderr).toContain("longer than is read");
  });

  test("ends quietly when its reader goes away", async () => {
    const child = start(["check", "--robots", ROBOTS, "--urls", "-"]);
    child.stdin.on("error", () => undefined);
    const stderr = text(child.stderr);
    child.stdout.once("data", () => child.stdout.destroy());

    child.stdin.write("/a\n".repeat(100_000));
    const [code] = (await once(child, "exit")) as [number];
    child.stdin.destroy();

    expect(await stderr).toBe("");
    expect(code).toBe(141);
  });
});

describe("the list of commands", () => {
  test("is what help prints", async () => {
    const pages = await Promise.all([run(["help"]), run(["--help"]), run(["-h"])]);

    for (const { code, stdout } of pages) {
      expect(code).toBe(0);
      expect(stdout).toMatch(/^ {2}check .*\n {2}explain /m);
    }
  });

  test("leads to the page of each command", async () => {
    const [page, same] = await Promise.all([run(["help", "explain"]), run(["explain", "--help"])]);

    expect(page).toEqual(same);
    expect(page.stdout).toContain("robots-governor explain URL… [--robots FILE");
  });

  test.each([[[]], [["frob"]], [["constructor"]], [["--frob"]], [["help", "frob"]]])(
    "goes to standard error for %j, with exit code 2",
    async (args) => {
      const { code, stdout, stderr } = await run(args);

      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("Commands:");
    },
  );

  test("is beside the version", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

    for (const option of ["--version", "-V", "-v"])
      expect(await run([option])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});
