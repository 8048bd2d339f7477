import { describe, expect, it } from "vitest";
import { parseHttpDate } from "../../../src/common/http-date.ts";

const MOMENT_MS = Date.UTC(1994, 10, 6, 8, 49, 37);

describe("parseHttpDate", () => {
  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "reads %s",
    (text) => {
      expect(parseHttpDate(text)).toBe(MOMENT_MS);
    },
  );

  it("takes two digits of a year below 70 for this century", () => {
    expect(parseHttpDate("Sunday, 01-Jan-40 00:00:00 GMT")).toBe(Date.UTC(2040, 0, 1));
  });

  it("accepts a leap second", () => {
    expect(parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT")).toBe(Date.UTC(2017, 0, 1));
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
    "Thu, 00 Jan 2026 00:00:00 GMT",
    "Mon, 31 Feb 2026 00:00:00 GMT",
    "Thu, 01 Jan 2026 24:00:00 GMT",
    "Thu, 01 Jan 2026 00:60:00 GMT",
    "Thu, 01 Jan 2026 00:00:61 GMT",
    "Thu, 01 Jan 2026 00:00:00 GMT, Thu, 01 Jan 2026 00:00:00 GMT",
  ])("does not guess what %j means", (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });
});
