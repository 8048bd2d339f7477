import { describe, expect, test } from "vitest";
import { targetOf, type RuleOptions } from "../../src/matcher/index.ts";
import { listOf } from "../support/rule-source.ts";

/** Whether the rules allow a path; `undefined` where none matches. */
function verdict(rules: readonly string[], path: string, options: Partial<RuleOptions> = {}) {
  const list = listOf(rules, options);
  const { text, from } = targetOf(path, options.dialect ?? "rfc9309");
  const pattern = list.best(text, from, true);
  return pattern < 0 ? undefined : list.allows(pattern);
}

describe("the rule that decides", () => {
  test("is the longest", () => {
    expect(verdict(["/a", "+/a/b", "/a/b/c"], "/a/b/x")).toBe(true);
  });

  test("is the allowing one of two equally long ones, wherever it stands", () => {
    expect(verdict(["/a", "+/a"], "/a")).toBe(true);
    expect(verdict(["+/a", "/a"], "/a")).toBe(true);
  });

  test("is none where none matches", () => {
    expect(verdict(["/a", "b", ""], "/b")).toBeUndefined();
  });

  test("is as long as its normal form", () => {
    expect(verdict(["/%61%62c", "+/ab*"], "/abc")).toBe(true);
    expect(verdict(["/é", "+/*****"], "/é")).toBe(false);
  });

  test("is no longer for a dollar that is compared as an escape", () => {
    expect(verdict(["/$a", "+/*a"], "/$a")).toBe(true);
  });
});

describe("a rule for the page of a folder", () => {
  test("allows the folder itself", () => {
    expect(verdict(["/", "+/a/index.html"], "/a/")).toBe(true);
    expect(verdict(["/", "+/a/index.html"], "/a/b")).toBe(false);
  });

  test("does so only where it is an Allow and not switched off", () => {
    expect(verdict(["/a/index.html"], "/a/")).toBeUndefined();
    expect(verdict(["/", "+/a/index.html"], "/a/", { indexHtml: false })).toBe(false);
  });

  test("counts once among the rules that match", () => {
    expect(listOf(["+/*index.html*"]).matching(targetOf("/index.html", "rfc9309"))).toHaveLength(1);
    expect(listOf(["+/a*/index.htm"]).matching(targetOf("/a/", "rfc9309"))).toEqual([{ rule: 0, length: 5 }]);
  });
});

test("an empty rule matches nothing, at Google everything, and forbids nothing", () => {
  expect(verdict([""], "/a")).toBeUndefined();
  expect(verdict([""], "/a", { dialect: "google" })).toBe(true);
});

test("the rules that match come in the order of precedence, then of the file", () => {
  const found = listOf(["/a", "/*b", "+/a", "/ab", "/c"]).matching(targetOf("/ab", "rfc9309"));

  expect(found).toEqual([
    { rule: 1, length: 3 },
    { rule: 3, length: 3 },
    { rule: 2, length: 2 },
    { rule: 0, length: 2 },
  ]);
});
