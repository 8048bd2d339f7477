import { describe, expect, it } from "vitest";
import { LONGEST_WAIT_MS, parseHttpDate, parseRetryAfter } from "../../../src/common/retry-after.ts";

const NEAR_MS = Date.UTC(2026, 0, 1);

describe("parseHttpDate", () => {
  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "reads %s",
    (text) => {
      expect(parseHttpDate(text, NEAR_MS)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
    },
  );

  it("takes two digits of a year for the one within fifty years from now", () => {
    expect(parseHttpDate("Sunday, 01-Jan-70 00:00:00 GMT", NEAR_MS)).toBe(Date.UTC(2070, 0, 1));
    expect(parseHttpDate("Sunday, 01-Jan-77 00:00:00 GMT", NEAR_MS)).toBe(Date.UTC(1977, 0, 1));
  });

  it.each([
    "",
    "0",
    "1",
    "-1",
    "9999",
    "soon",
    "2026-01-01",
    "2026-01-01T00:00:00Z",
    "Thu, 1 Jan 2026 00:00:00 GMT",
    "Thu, 01 Jan 2026 00:00:00",
    "Thu, 01 Jan 2026 00:00:00 PST",
    "Thu, 01 Foo 2026 00:00:00 GMT",
    "Mon, 31 Feb 2026 00:00:00 GMT",
    "Thu, 01 Jan 2026 24:00:00 GMT",
    "Thu, 01 Jan 2026 00:60:00 GMT",
    "Thu, 01 Jan 2026 00:00:00 GMT, Thu, 01 Jan 2026 00:00:00 GMT",
  ])("does not guess what %j means", (text) => {
    expect(parseHttpDate(text, NEAR_MS)).toBeUndefined();
  });
});

describe("parseRetryAfter", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 120 ", 120_000],
    ["3120", 3_120_000],
    ["Thu, 01 Jan 2026 00:01:30 GMT", 90_000],
    ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
  ])("reads %j", (value, ms) => {
    expect(parseRetryAfter(value, NEAR_MS)).toBe(ms);
  });

  it.each(["", " ", "soon", "-5", "+5", "1e9", "0x10", "1 2", "Infinity", "NaN"])(
    "has no meaning for %j",
    (value) => {
      expect(parseRetryAfter(value, NEAR_MS)).toBeUndefined();
    },
  );

  it("stays finite for any number of digits", () => {
    expect(parseRetryAfter("9".repeat(400), NEAR_MS)).toBe(LONGEST_WAIT_MS);
  });
});
