import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cacheCaseFiles } from "../conformance/cache/cache-case.ts";
import { caseFiles } from "../support/case.ts";

const page = readFileSync(new URL("../../ROBOTS.md", import.meta.url), "utf8");
const parserIds = caseFiles().flatMap(({ cases }) => cases.map(({ id }) => id));
const cacheIds = cacheCaseFiles().flatMap(({ cases }) => cases.map(({ id }) => id));
const ids = new Set([...parserIds, ...cacheIds]);

/** What stands in backticks in the last cell of a row. */
const namedIn = (row: string): string[] => {
  const [lastCell = ""] = row.split("|").slice(-2);
  return Array.from(lastCell.matchAll(/`([^`]+)`/gu), ([, name = ""]) => name);
};
const rows = page.split("\n").filter((line) => /^\| (?!---)/.test(line));

test("every case that ROBOTS.md names exists", () => {
  const named = rows.flatMap(namedIn).filter((name) => /^[a-z]+-[\w.-]+$/u.test(name));

  expect(named.filter((id) => !ids.has(id))).toEqual([]);
  expect(named.length).toBeGreaterThan(150);
});

test("every row of its tables of choices names a case or a property", () => {
  const choices = rows.slice(
    0,
    rows.findIndex((row) => row.startsWith("| checks of our cases")),
  );
  const untested = choices.filter((row) => !row.endsWith("| test |") && namedIn(row).length === 0);

  expect(untested).toEqual([]);
});

test("its tables of other parsers' readings are filled in", () => {
  const [, readings = ""] = page.split("<!-- peer-readings:start -->");

  expect(readings).toContain("robots-parser");
  expect(readings).toContain("| ours |");
});
