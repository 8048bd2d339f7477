import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../../../src/common/retry-after.ts";

const WALL_MS = Date.UTC(2026, 0, 1);

describe("retryAfterMs", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 120 ", 120_000],
    ["3120", 3_120_000],
    ["Thu, 01 Jan 2026 00:01:30 GMT", 90_000],
    ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
  ])("reads %j", (value, ms) => {
    expect(retryAfterMs(value, WALL_MS)).toBe(ms);
  });

  it.each(["", " ", "soon", "-5", "+5", "1.5", "1e9", "0x10", "1 2", "Infinity", "NaN", null, undefined])(
    "has no meaning for %j",
    (value) => {
      expect(retryAfterMs(value, WALL_MS)).toBeUndefined();
    },
  );

  it("stays finite for any number of digits, and is not shortened", () => {
    expect(retryAfterMs("1000000000000", WALL_MS)).toBe(1e15);
    expect(retryAfterMs("9".repeat(400), WALL_MS)).toBe(Number.MAX_SAFE_INTEGER);
  });
});
