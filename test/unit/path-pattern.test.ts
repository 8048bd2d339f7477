import { expect, test } from "vitest";
import { matchesPattern } from "../../src/matcher/path-pattern.ts";

const matches = (pattern: string, text: string): boolean => {
  const octets = Buffer.from(`<${pattern}>`);
  return matchesPattern(octets, 1, octets.length - 1, `https://h${text}`, "https://h".length);
};

test.each([
  ["a pattern is a beginning of the text", "/a", "/ab"],
  ["a star is any run of octets", "/a*c", "/abbbc"],
  ["a star is no octet too", "/a*c", "/ac"],
  ["a run of stars is one star", "/a***c", "/abc"],
  ["a last dollar is the end", "/a$", "/a"],
  ["a dollar behind a star is the end", "/a*$", "/abc"],
  ["the end is looked for at the end", "/*ab$", "/ab/ab"],
  ["a dollar inside stands for itself", "/a$b", "/a$b"],
  ["an empty pattern matches everything", "", "/a"],
  ["a long piece is found", `/*${"a".repeat(100)}b`, `/${"a".repeat(150)}b`],
])("%s", (_name, pattern, text) => {
  expect(matches(pattern, text)).toBe(true);
});

test.each([
  ["a text that ends too early does not match", "/abc", "/ab"],
  ["case counts", "/a", "/A"],
  ["a last dollar matches no text that goes on", "/a$", "/ab"],
  ["pieces do not overlap", "/*ab*ab$", "/ab"],
  ["the piece before the end does not overlap what stands before it", "/ab*ab$", "/ab"],
  ["what stands in front of the path does not count", "*https", "/a"],
])("%s", (_name, pattern, text) => {
  expect(matches(pattern, text)).toBe(false);
});
