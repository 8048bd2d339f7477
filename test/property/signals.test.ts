import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveSignals, type HostRecord } from "../../src/governor/index.ts";

const anything = fc.oneof(
  fc.nat(20),
  fc.double(),
  fc.constantFrom(Number.NaN, -1, Infinity, -Infinity, 1e308, undefined),
);
const record = fc.record(
  {
    refusals: anything,
    failures: anything,
    rejections: anything,
    refusedAgoMs: anything,
    lastStatus: fc.constantFrom(200, 404, 429, 503, 500, 0, Number.NaN),
    cooldownMs: anything,
    intervalMs: anything,
    crawlDelayMs: anything,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<HostRecord>;
const options = { baseIntervalMs: 1000, maxIntervalMs: 60_000 };

describe("signals", () => {
  it("are finite and within their bounds for any record", () => {
    fc.assert(
      fc.property(record, (any) => {
        const signals = deriveSignals(any, options);
        expect(signals.health).toBeGreaterThanOrEqual(0);
        expect(signals.health).toBeLessThanOrEqual(1);
        expect(signals.concurrencyFactor).toBeGreaterThanOrEqual(0.25);
        expect(signals.concurrencyFactor).toBeLessThanOrEqual(1);
        expect(Number.isFinite(signals.recommendedIntervalMs)).toBe(true);
        expect(Number.isFinite(signals.cooldownMs)).toBe(true);
        expect(signals.shouldCooldown).toBe(signals.cooldownMs > 0);
      }),
    );
  });

  it("keep the Crawl-delay as a floor, whatever else is on record", () => {
    fc.assert(
      fc.property(record, fc.nat(10_000_000), (any, crawlDelayMs) => {
        const signals = deriveSignals({ ...any, crawlDelayMs }, options);
        expect(signals.recommendedIntervalMs).toBeGreaterThanOrEqual(crawlDelayMs);
      }),
    );
  });

  it("never become better by one more refusal", () => {
    fc.assert(
      fc.property(record, fc.nat(30), (any, refusals) => {
        const before = deriveSignals({ ...any, refusals }, options);
        const after = deriveSignals({ ...any, refusals: refusals + 1 }, options);
        expect(after.health).toBeLessThanOrEqual(before.health);
        expect(after.concurrencyFactor).toBeLessThanOrEqual(before.concurrencyFactor);
        expect(after.recommendedIntervalMs).toBeGreaterThanOrEqual(before.recommendedIntervalMs);
        expect(after.cooldownMs).toBeGreaterThanOrEqual(before.cooldownMs);
      }),
    );
  });
});
