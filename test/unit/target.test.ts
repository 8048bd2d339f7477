import { expect, test } from "vitest";
import { targetOf } from "../../src/matcher/index.ts";

const textOf = (url: string, dialect: "rfc9309" | "google" = "rfc9309"): string => {
  const { text, from } = targetOf(url, dialect);
  return text.slice(from);
};

test.each([
  ["the path and query of a URL", "https://u:p@h.test:8080/a?b=c", "/a?b=c"],
  ["up to its fragment", "https://h.test/a#b", "/a"],
  ["a slash where there is no path", "https://h.test", "/"],
  ["with a slash in front of a query", "https://h.test?a", "/?a"],
  ["a path as it is", "/a/b", "/a/b"],
  ["without the authority of what begins with two slashes", "//h.test/a", "/a"],
  ["with dot segments resolved", "/a/./b/../c", "/a/c"],
  ["a folder where the last segment is dots", "/a/b/..", "/a/"],
  ["with dots of a query as they are", "/a?b=/../c", "/a?b=/../c"],
  ["with escaped dots resolved too", "/a/%2e%2e/b", "/b"],
  ["with characters as escapes", "/é😀", "/%C3%A9%F0%9F%98%80"],
  ["without tabs and line ends, which a client drops", "/a\tb\n", "/ab"],
])("what is matched is %s", (_name, url, text) => {
  expect(textOf(url)).toBe(text);
});

test("Google matches a URL as it is given", () => {
  expect(textOf("https://h.test/a/../é%7e#f", "google")).toBe("/a/../é%7e");
});

test("no string is made of a URL that is in normal form", () => {
  const url = "https://h.test/a?b";

  expect(targetOf(url, "rfc9309")).toEqual({ text: url, from: 14 });
});
