import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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

/** A project that has this package, as `npm install` leaves it. */
const project = mkdtempSync(join(tmpdir(), "robots-governor-"));
afterAll(() => rmSync(project, { recursive: true }));
const bin = join(project, "node_modules", ".bin");
mkdirSync(bin, { recursive: true });
symlinkSync(resolve("."), join(project, "node_modules", "robots-governor"));
const program = join(bin, "robots-governor");
writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"\n`);
chmodSync(program, 0o755);
writeFileSync(join(project, "package.json"), '{ "private": true }\n');

describe("a command of the README prints what it says", () => {
  test.each(blocksIn("console"))("line $line", ({ text }) => {
    const [, command = "", output = ""] = /^\$ ((?:.*\\\n)*.*)\n([^]*)$/.exec(text) ?? [];

    // `check` leaves with 1 where a URL is disallowed; what it prints is what counts here.
    const printed = execFileSync("sh", ["-c", `${command} || [ $? = 1 ]`], {
      cwd: project,
      encoding: "utf8",
    });

    expect(printed).toBe(output);
  });
});

test("the README names every entry", () => {
  const missing = entries
    .map(([name]) => name.replace(/^\./, "robots-governor"))
    .filter((name) => !readme.includes(`\`${name}\``));

  expect(missing).toEqual([]);
});
