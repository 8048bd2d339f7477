import { expect, test } from "vitest";
import { productTokenOf } from "../../src/policy/index.ts";

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
