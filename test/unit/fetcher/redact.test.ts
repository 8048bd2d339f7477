import { expect, it } from "vitest";
import { redact, sanitizeForLog } from "../../../src/fetcher/index.ts";

it.each([
  ['{"token":"a\\"b-secret","q":1}', '{"token":[redacted],"q":1}'],
  ["{'password': 'b-secret'}", "{'password': [redacted]}"],
  ['authorization: "Bearer b-secret', "authorization: [redacted]"],
  ["Cookie: a=1; b=secret\nHost: a", "Cookie: [redacted]\nHost: a"],
  ["https://me:b-secret@a.example/", "https://[redacted]@a.example/"],
  ["https://a.example/?token=b-secret&q=1#x", "https://a.example/?token=[redacted]&q=1#x"],
  ["X-Api-Key: b-secret", "X-Api-Key: [redacted]"],
  ["Basic understanding of the bearer of news", "Basic understanding of the bearer of news"],
])("of %j only what is no secret is left", (text, expected) => {
  expect(redact(text)).toBe(expected);
});

it("a secret at the end of what is shown is not cut in half", () => {
  const line = sanitizeForLog(`${"x".repeat(985)} token=abcdefghijklmnop`, { maxLength: 1_000 });

  expect([line.length, line.includes("abc")]).toEqual([1_000, false]);
});
