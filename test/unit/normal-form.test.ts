import { describe, expect, test } from "vitest";
import { isSettled, normalPattern, normalText } from "../../src/matcher/normal-form.ts";

describe("the normal form of a rule", () => {
  test.each([
    ["has unreserved octets plain", "/%61%7E%2D", "/a~-"],
    ["keeps reserved octets as they are", "/%2F/:", "/%2F/:"],
    ["has upper-case digits", "/%c3%a9%2f", "/%C3%A9%2F"],
    ["has all other octets as escapes", "/\xc3\xa9 <|", "/%C3%A9%20%3C%7C"],
    ["keeps a star and a last dollar", "/*$", "/*$"],
    ["has a dollar elsewhere as an escape", "/$a$", "/%24a$"],
    ["keeps the escape of a star", "/%2a", "/%2A"],
    ["keeps a percent sign without digits", "/%zz%", "/%zz%"],
  ])("%s", (_name, written, normal) => {
    expect(normalPattern(written, "rfc9309")).toBe(normal);
    expect(normalPattern(normal, "rfc9309")).toBe(normal);
  });

  test("is nearly what is written, at Google", () => {
    expect(normalPattern("/%61%c3\xa9 <$a", "google")).toBe("/%61%C3%A9 <$a");
  });
});

test("a literal star or dollar of a text becomes an escape", () => {
  expect(normalText("/a*b$")).toBe("/a%2Ab%24");
});

test("a lone surrogate has no normal form and stays", () => {
  expect(normalText("/\ud800")).toBe("/\ud800");
});

test.each([
  ["a~/*%7e\xe9", [true, true, true, false, false, true, true, false]],
  ["$ <", [false, false, false]],
] as const)("the octets of %j that stand for themselves in a text", (octets, settled) => {
  expect(Array.from(octets, (octet) => isSettled(octet.charCodeAt(0)))).toEqual(settled);
});
