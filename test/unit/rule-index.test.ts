import { describe, expect, test } from "vitest";
import { deciderFor, RuleList } from "../../src/matcher/index.ts";
import { RuleIndex } from "../../src/matcher/rule-index.ts";
import { listOf } from "../support/rule-source.ts";

const many = Array.from({ length: 300 }, (_, n) => `/section-${n}/`);

/** The number of the pattern that decides about a path. */
const found = (rules: readonly string[], path: string): number =>
  new RuleIndex(listOf(rules)).best(path, 0, true);

describe("a pattern is found", () => {
  test.each([
    ["by the octets in front of its first star", [...many, "/shop/*/cart"], "/shop/1/cart"],
    ["by three octets behind its first star", [...many, "/*sessionid="], "/a?sessionid=1"],
    ["where it has no three octets in a row", [...many, "/*a*b*c$"], "/a-b-c"],
    ["where it is longer than any head", [...many, `/${"x".repeat(400)}`], `/${"x".repeat(400)}`],
    ["where it is nothing but a star", [...many, "*"], "/a"],
    ["where it ends in a dollar", [...many, "/a$"], "/a"],
  ])("%s", (_name, rules, path) => {
    expect(found(rules, path)).toBe(300);
  });
});

test("the strongest of several is found, wherever it hangs", () => {
  expect(found([...many, "/*-7/page", "/section-7/p", "+/section*page"], "/section-7/page")).toBe(302);
});

test("nothing is found for a path that no pattern matches", () => {
  expect(found([...many, "/*xyz"], "/section-/xy")).toBe(-1);
});

test("more patterns than an octet or two can number are told apart", () => {
  const rules = Array.from({ length: 70_000 }, (_, n) => `/${n}$`);

  expect([7, 255, 256, 65_535, 69_999].map((n) => found(rules, `/${n}`))).toEqual([
    7, 255, 256, 65_535, 69_999,
  ]);
});

test("a short list decides by itself, a longer one by an index", () => {
  expect(deciderFor(listOf(many.slice(0, 5)))).toBeInstanceOf(RuleList);
  expect(deciderFor(listOf(many))).toBeInstanceOf(RuleIndex);
});
