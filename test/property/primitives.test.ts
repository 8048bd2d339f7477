import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/common/memory-store.ts";
import { AdaptiveInterval, AIMDLimiter, TokenBucket, type LoadOutcome } from "../../src/governor/index.ts";
import { IndexedHeap, type HeapNode } from "../../src/governor/indexed-heap.ts";
import { ManualClock } from "../../src/testing/index.ts";

const throws = (task: () => void): boolean => {
  try {
    task();
  } catch {
    return true;
  }
  return false;
};

const outcome = fc.constantFrom<LoadOutcome>("success", "overload", "ignored");

describe("TokenBucket", () => {
  it("grants at most capacity + rate × t over any span, whatever the clock does", () => {
    const steps = fc.array(
      fc.record({
        ms: fc.integer({ min: -500, max: 3000 }),
        count: fc.double({ min: 0.1, max: 4, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 20, noNaN: true }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        steps,
        (capacity, refillPerSecond, all) => {
          const clock = new ManualClock();
          const bucket = new TokenBucket({ capacity, refillPerSecond, clock });
          const grants: { atMs: number; count: number }[] = [];
          let trueMs = 0;
          for (const { ms, count } of all) {
            clock.stall(ms);
            trueMs += Math.max(0, ms);
            if (bucket.tryTake(count)) grants.push({ atMs: trueMs, count });
          }
          for (const [first, { atMs: fromMs }] of grants.entries()) {
            let sum = 0;
            for (const { atMs, count } of grants.slice(first)) {
              sum += count;
              expect(sum).toBeLessThanOrEqual(capacity + (refillPerSecond * (atMs - fromMs)) / 1000 + 1e-6);
            }
          }
        },
      ),
    );
  });

  it("has what it takes when the time it named is over", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 5000, noNaN: true }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        (refillPerSecond, count) => {
          const clock = new ManualClock({ nowMs: 1234.567 });
          const bucket = new TokenBucket({ capacity: 5, refillPerSecond, tokens: 0, clock });

          clock.advance(bucket.waitMs(count));

          expect(bucket.tryTake(count)).toBe(true);
        },
      ),
    );
  });
});

describe("AIMDLimiter", () => {
  it("never has more in flight than its limit, and keeps the limit within its bounds", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 4, max: 12 }),
        fc.array(fc.option(fc.record({ which: fc.nat(), outcome }))),
        (minLimit, maxLimit, acts) => {
          const limiter = new AIMDLimiter({ minLimit, maxLimit });
          const permits: NonNullable<ReturnType<typeof limiter.tryAcquire>>[] = [];
          for (const each of acts) {
            const isFree = permits.length < limiter.limit;
            const permit = each === null ? limiter.tryAcquire() : undefined;
            expect(permit !== undefined).toBe(each === null && isFree);
            if (permit !== undefined) permits.push(permit);
            if (each !== null) {
              permits.splice(each.which % Math.max(1, permits.length), 1)[0]?.release(each.outcome);
            }
            expect(limiter.inFlight).toBe(permits.length);
            expect(limiter.limit).toBeGreaterThanOrEqual(minLimit);
            expect(limiter.limit).toBeLessThanOrEqual(maxLimit);
          }
        },
      ),
    );
  });
});

describe("AdaptiveInterval", () => {
  it("stays between base and maximum, and an overload never shortens it", () => {
    const steps = fc.array(fc.record({ ms: fc.nat(60_000), outcome, latencyMs: fc.nat(5000) }));
    fc.assert(
      fc.property(steps, (all) => {
        const clock = new ManualClock();
        const interval = new AdaptiveInterval({ baseIntervalMs: 500, maxIntervalMs: 20_000, clock });
        let lastStartMs = -Infinity;
        for (const { ms, outcome: each, latencyMs } of all) {
          clock.advance(ms);
          const before = interval.intervalMs;
          const hasGap = clock.now() - lastStartMs >= before;
          const starts = interval.tryStart();
          if (starts) lastStartMs = clock.now();
          expect(hasGap || !starts).toBe(true);
          interval.observe(each, { latencyMs });
          expect(each !== "overload" || interval.intervalMs >= before).toBe(true);
          expect(interval.intervalMs).toBeGreaterThanOrEqual(500);
          expect(interval.intervalMs).toBeLessThanOrEqual(20_000);
        }
      }),
    );
  });
});

describe("IndexedHeap", () => {
  it("gives its members in order, whoever was moved or left meanwhile", () => {
    interface Entry extends HeapNode {
      rank: number;
    }
    const acts = fc.array(
      fc.record({ do: fc.constantFrom("add", "move", "remove"), which: fc.nat(), rank: fc.integer() }),
    );
    fc.assert(
      fc.property(acts, (all) => {
        const heap = new IndexedHeap<Entry>((one, other) => one.rank < other.rank);
        const members: Entry[] = [];
        for (const { do: what, which, rank } of all) {
          const index = which % Math.max(1, members.length);
          const member = members[index];
          if (what === "add" || member === undefined) {
            const added = { rank, heapIndex: -1 };
            members.push(added);
            heap.place(added);
          } else if (what === "move") {
            member.rank = rank;
            heap.place(member);
          } else {
            members.splice(index, 1);
            heap.remove(member);
            heap.remove(member);
          }
          expect(heap.size).toBe(members.length);
        }

        const order: number[] = [];
        for (let first = heap.first; first !== undefined; first = heap.first) {
          order.push(first.rank);
          heap.remove(first);
        }

        expect(order).toEqual(members.map(({ rank }) => rank).sort((one, other) => one - other));
      }),
    );
  });
});

describe("MemoryStore", () => {
  it("is never larger than its bound and never forgets what is to be kept", () => {
    const acts = fc.array(
      fc.record({ key: fc.integer({ min: 0, max: 9 }), keepMs: fc.nat(3000), ms: fc.nat(1000) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), acts, (maxEntries, all) => {
        const clock = new ManualClock();
        const store = new MemoryStore({ maxEntries, clock });
        const kept = new Map<string, number>();
        for (const { key: number, keepMs, ms } of all) {
          const key = String(number);
          const heldBefore = [...kept].filter(([, untilMs]) => untilMs > clock.now()).map(([each]) => each);
          const isFull = heldBefore.length === maxEntries && !heldBefore.includes(key);
          const put = (): void => store.update(key, () => ({ state: key, keepMs, result: undefined }));
          expect(throws(put)).toBe(isFull);
          if (!isFull) kept.set(key, clock.now() + keepMs);
          for (const each of heldBefore) expect(store.read(each)).toBe(each);
          expect(store.size).toBeLessThanOrEqual(maxEntries);
          clock.advance(ms);
        }
      }),
    );
  });
});
