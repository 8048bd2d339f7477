import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { entries } from "../package/manifest.ts";

/** One fenced block of the README. */
interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

const readme = readFileSync("README.md", "utf8");

const blocks: readonly Block[] = Array.from(
  readme.matchAll(/^```(\w+)\n(.*?)^```$/gms),
  ({ 1: language = "", 2: text = "", index }) => ({
    language,
    text,
    line: readme.slice(0, index).split("\n").length,
  }),
);
const blocksIn = (language: string): readonly Block[] =>
  blocks.filter((block) => block.language === language);

/** What the `//=>` comments of an example promise it prints. */
const promised = (example: string): string =>
  Array.from(example.matchAll(/\/\/=> (.*)$/gm), ([, printed = ""]) => `${printed}\n`).join("");

/** Runs an example as a module of this package, so that its name leads to what was built. */
function run(example: string): string {
  const { outputText } = ts.transpileModule(example, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return execFileSync(process.execPath, ["--input-type=module", "-e", outputText], { encoding: "utf8" });
}

describe("an example of the README prints what it says", () => {
  test.each(blocksIn("ts"))("line $line", ({ text }) => {
    expect(promised(text)).not.toBe("");
    expect(run(text)).toBe(promised(text));
  });
});

/** A directory with the command under its own name. */
const programs = mkdtempSync(join(tmpdir(), "robots-governor-"));
afterAll(() => rmSync(programs, { recursive: true }));
const program = join(programs, "robots-governor");
writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"\n`);
chmodSync(program, 0o755);

describe("a command of the README prints what it says", () => {
  test.each(blocksIn("console"))("line $line", ({ text }) => {
    const [, command = "", output = ""] = /^\$ (.*?)\n(.*)$/s.exec(text) ?? [];
    const env = { PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}` };

    // `check` leaves with 1 where a URL is disallowed; what it prints is what counts here.
    const printed = execFileSync("sh", ["-c", `${command} || [ $? = 1 ]`], { encoding: "utf8", env });

    expect(printed).toBe(output);
  });
});

test("the README names every entry", () => {
  const missing = entries
    .map(([name]) => name.replace(/^\./, "robots-governor"))
    .filter((name) => !readme.includes(`\`${name}\``));

  expect(missing).toEqual([]);
});
