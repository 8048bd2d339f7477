import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { entries, manifest } from "./manifest.ts";

/** Imports and requires an entry by its name, and tells what came and whether it is one copy. */
const LOADER = `
import { createRequire } from "node:module";
const name = process.argv[1];
const imported = await import(name);
const required = createRequire(process.cwd() + "/")(name);
const names = Object.keys(imported);
console.log(JSON.stringify({ names, sameCopy: names.every((key) => imported[key] === required[key]) }));
`;

describe.each(entries)("the export %s", (name, files) => {
  test("has its code and its types", () => {
    expect(existsSync(files.types) && existsSync(files.default)).toBe(true);
  });

  test("gives the same copy to import and to require", () => {
    const specifier = name.replace(/^\./, "robots-governor");

    const output = execFileSync(
      process.execPath,
      ["--input-type=module", "--no-warnings", "-e", LOADER, specifier],
      {
        encoding: "utf8",
      },
    );

    const { names, sameCopy } = JSON.parse(output) as { names: string[]; sameCopy: boolean };
    expect(names).not.toEqual([]);
    expect(sameCopy).toBe(true);
  });
});

test.each(Object.entries(manifest.bin))("the command %s is a program", (_name, file) => {
  expect(readFileSync(file, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(file).mode & 0o111).not.toBe(0);
});
