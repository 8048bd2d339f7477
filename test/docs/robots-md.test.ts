import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { caseFiles } from "../support/case.ts";

const page = readFileSync(new URL("../../ROBOTS.md", import.meta.url), "utf8");
const ids = new Set(caseFiles().flatMap(({ cases }) => cases.map(({ id }) => id)));
const named = [...page.matchAll(/`((?:rfc|google|house)-[\w.-]+)`/gu)].flatMap(([, id = ""]) => id);

test("every case that ROBOTS.md names exists", () => {
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
  expect(named.length).toBeGreaterThan(100);
});

test("every row of its tables of choices names a case or a property", () => {
  const choices = page.slice(0, page.indexOf("## How other parsers"));
  const rows = choices.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  const untested = rows.filter((row) => !/\| (test|.*`(rfc|google|house)-|properties in `test)/u.test(row));

  expect(untested).toEqual([]);
});

test("its tables of other parsers' readings are filled in", () => {
  const [, readings = ""] = page.split("<!-- peer-readings:start -->");

  expect(readings).toContain("robots-parser");
  expect(readings).toContain("| ours |");
});
