import { describe, expect, test } from "vitest";
import { agentToken, isGlobalAgent, namesAgent } from "../../src/matcher/index.ts";
import { productTokenOf, type Dialect } from "../../src/policy/index.ts";

test.each([
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"],
  [
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://a.example) Chrome/120.0",
    "bingbot",
  ],
  ["ExampleBot/1.0 (+https://a.example/bot)", "ExampleBot"],
  ["__proto__", "__proto__"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36", undefined],
  ["", undefined],
])("the token in %j is %j", (header, token) => {
  expect(productTokenOf(header)).toBe(token);
});

test("what is no string is refused", () => {
  expect(() => productTokenOf(undefined as unknown as string)).toThrow(TypeError);
});

/** Whether a user-agent line with this value names an agent. */
function names(value: string, agent: string, dialect: Dialect = "rfc9309"): boolean {
  const octets = Buffer.from(value);
  return namesAgent(octets, 0, octets.length, agentToken(agent, dialect));
}

describe("a user-agent line names an agent", () => {
  test.each([
    ["without case", "FooBot", "foobot"],
    ["up to the first octet that is in no token", "Foo Bar/1.0", "foo"],
    ["with digits where the agent has some", "MJ12bot", "mj12bot"],
    ["cut at the digits where it has none", "foo2", "foo"],
    ["whatever the version that it gives", "foo", "Foo/1.2"],
  ])("%s", (_name, value, agent) => {
    expect(names(value, agent)).toBe(true);
  });

  test.each([
    ["as a whole only", "googlebot-image", "googlebot"],
    ["not where it is cut shorter", "foo2", "foo2x"],
    ["not where it is a star", "*", "*"],
    ["not where the agent is no token", "", ""],
    ["not where another script has a letter that looks the same", "k", "\u212a"],
  ])("%s", (_name, value, agent) => {
    expect(names(value, agent)).toBe(false);
  });

  test("as given, at Google", () => {
    expect(names("foo/1.2", "foo/1.2", "google")).toBe(false);
    expect(names("foo2", "foo", "google")).toBe(true);
    expect(names("foo2", "foo2", "google")).toBe(false);
  });
});

test.each([
  ["*", true],
  ["* x", true],
  ["*x", false],
  ["", false],
])("whether %j names every crawler is %s", (value, isGlobal) => {
  expect(isGlobalAgent(Buffer.from(value), 0, value.length)).toBe(isGlobal);
});
