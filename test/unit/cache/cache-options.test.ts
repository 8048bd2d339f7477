import { describe, expect, it } from "vitest";
import { RobotsCache, type CacheOptions } from "../../../src/cache/index.ts";
import { settingsFrom } from "../../../src/cache/cache-options.ts";

const DAY_MS = 86_400_000;

describe("the options of a cache", () => {
  it("have the defaults of RFC 9309 and the specification", () => {
    expect(settingsFrom()).toMatchObject({
      agent: "*",
      ttlMs: 3_600_000,
      minTtlMs: 60_000,
      maxTtlMs: DAY_MS,
      unavailableTtlMs: DAY_MS,
      unreachableTtlMs: 300_000,
      staleLimitMs: 30 * DAY_MS,
      longUnreachable: "disallow",
      authStatus: "allow",
      fetchTimeoutMs: 10_000,
      maxRedirects: 5,
      allowDowngrade: false,
      maxBytes: 512_000,
      maxEntries: 10_000,
      maxTotalBytes: 67_108_864,
    });
  });

  it.each<CacheOptions>([
    { ttlMs: 60 },
    { ttlMs: 25 * 3_600_000 },
    { ttlMs: Number.NaN },
    { ttlMs: Number.POSITIVE_INFINITY },
    { minTtlMs: 60 },
    { minTtlMs: -1 },
    { maxTtlMs: 24 },
    { maxTtlMs: 2 * DAY_MS },
    { unavailableTtlMs: 300 },
    { unavailableTtlMs: 0 },
    { unreachableTtlMs: 300 },
    { unreachableTtlMs: 0 },
    { staleLimitMs: 30 },
    { staleLimitMs: 1e12 },
    { fetchTimeoutMs: 10 },
    { fetchTimeoutMs: 0 },
    { fetchTimeoutMs: 1e9 },
    { maxBytes: 500 },
    { maxBytes: 511_999 },
    { maxRedirects: -1 },
    { maxRedirects: 1.5 },
    { maxRedirects: Number.POSITIVE_INFINITY },
    { maxEntries: 0 },
    { maxEntries: Number.POSITIVE_INFINITY },
    { maxTotalBytes: 64 },
    { maxTotalBytes: Number.POSITIVE_INFINITY },
    { storeTimeoutMs: 1 },
    { ttlMs: 5_000, minTtlMs: 10_000 },
    { ttlMs: 10_000, maxTtlMs: 5_000 },
    { authStatus: "maybe" as "allow" },
    { longUnreachable: "maybe" as "allow" },
  ])("are refused with a RangeError: %j", (options) => {
    expect(() => new RobotsCache(options)).toThrow(RangeError);
  });

  it.each<unknown>([
    { ttlMs: "60000" },
    { fetcher: {} },
    { fetcher: null },
    { store: {} },
    { store: null },
    { clock: { now: () => 0 } },
    { userAgent: "two\r\nlines" },
    { userAgent: "" },
    { userAgent: 17 },
  ])("are refused with a TypeError: %j", (options) => {
    expect(() => new RobotsCache(options as CacheOptions)).toThrow(TypeError);
  });

  it("say in a refusal which one, in what unit, and what came", () => {
    expect(() => new RobotsCache({ ttlMs: 60 })).toThrow(
      "ttlMs (in milliseconds) must be a number from 1000 to 86400000, got 60",
    );
  });

  it("let a default give way: a short ttlMs lowers the floor, a high floor raises it", () => {
    expect(settingsFrom({ ttlMs: 5_000 })).toMatchObject({ ttlMs: 5_000, minTtlMs: 5_000 });
    expect(settingsFrom({ minTtlMs: 7_200_000 })).toMatchObject({ ttlMs: 7_200_000 });
    expect(settingsFrom({ maxTtlMs: 1_800_000 })).toMatchObject({ ttlMs: 1_800_000, minTtlMs: 60_000 });
  });

  it("take an option that is undefined as one that was left out", () => {
    expect(settingsFrom({ ttlMs: undefined, store: undefined } as unknown as CacheOptions)).toEqual(
      settingsFrom(),
    );
  });
});
