import { describe, expect, test } from "vitest";
import { extensionsOf, groupsOf, parseDocument, type GroupingKind } from "../../src/parser/index.ts";

const KINDS: Readonly<Record<string, GroupingKind>> = {
  u: "user-agent",
  a: "allow",
  d: "disallow",
  c: "crawl-delay",
  s: "sitemap",
  o: "other",
  "|": "group-end",
};

/** A sequence of records, one letter each. */
const sequence = (letters: string) => ({
  size: letters.length,
  kindOf: (record: number): GroupingKind => KINDS[letters[record] ?? ""] ?? "other",
});

describe("a group", () => {
  test.each([
    ["is user-agent lines and the rules behind them", "uuad", ["uuad"]],
    ["ends where user-agent lines follow a rule", "uduud", ["ud", "uud"]],
    ["goes on over records of other kinds", "usudcod", ["usudcod"]],
    ["may have no rule", "udu", ["ud", "u"]],
    ["ends at a blank line where that counts", "u|d", ["u"]],
  ])("%s", (_name, letters, groups) => {
    expect(groupsOf(sequence(letters)).map(({ start, end }) => letters.slice(start, end))).toEqual(groups);
  });

  test("does not hold rules that stand before any user-agent line", () => {
    expect(groupsOf(sequence("adsud"))).toEqual([{ start: 3, rules: 4, end: 5 }]);
    expect(groupsOf(sequence("ad"))).toEqual([]);
  });
});

const delays = (letters: string, ...named: number[]): readonly number[] => [
  ...extensionsOf(sequence(letters), "crawl-delay", (record) => named.includes(record)),
];

describe("a Crawl-delay", () => {
  test("belongs to the run of user-agent lines directly above it", () => {
    expect(delays("uuc", 0)).toEqual([2]);
    expect(delays("ucuc", 0)).toEqual([1]);
    expect(delays("usc", 0)).toEqual([2]);
  });

  test("still belongs to them behind their rules", () => {
    expect(delays("udc", 0)).toEqual([2]);
  });

  test("belongs to nobody behind a blank line that ends the group", () => {
    expect(delays("u|c", 0)).toEqual([]);
  });
});

test("the groups of a document hold its lines", () => {
  const [group] = parseDocument("User-agent: a\nSitemap: /s\n\nDisallow: /x\nFoo: y\n").groups;

  expect(group?.userAgents.map(({ line }) => line)).toEqual([1]);
  expect(group?.rules.map(({ line }) => line)).toEqual([4]);
  expect(group?.others.map(({ line }) => line)).toEqual([2, 5]);
});
