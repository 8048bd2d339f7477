import { describe, expect, it } from "vitest";
import { BoundedMap } from "../../../src/common/bounded-map.ts";

const filled = (maxEntries: number, ...keys: readonly string[]): BoundedMap<string, string> => {
  const map = new BoundedMap<string, string>({ maxEntries });
  for (const key of keys) map.set(key, key.toUpperCase());
  return map;
};

describe("BoundedMap", () => {
  it("forgets the least recently used entry when one more would be too many", () => {
    const map = filled(2, "a", "b");

    map.set("c", "C");

    expect([map.peek("a"), map.peek("b"), map.peek("c")]).toEqual([undefined, "B", "C"]);
  });

  it("counts a get as use, and a peek not", () => {
    const map = filled(2, "a", "b");

    map.get("a");
    map.peek("b");
    map.set("c", "C");

    expect([map.peek("a"), map.peek("b")]).toEqual(["A", undefined]);
  });

  it("makes room by weight, as many entries as it takes", () => {
    const map = new BoundedMap<string, number>({ maxEntries: 10, maxWeight: 10 });
    map.set("a", 1, 4);
    map.set("b", 2, 4);

    map.set("c", 3, 9);

    expect([map.size, map.weight, map.peek("c")]).toEqual([1, 9, 3]);
  });

  it("keeps the newest entry even when it is too heavy by itself, until the next one comes", () => {
    const map = new BoundedMap<string, number>({ maxEntries: 10, maxWeight: 10 });

    map.set("huge", 1, 99);
    expect(map.peek("huge")).toBe(1);
    map.set("small", 2, 1);

    expect([map.peek("huge"), map.peek("small"), map.weight]).toEqual([undefined, 2, 1]);
  });

  it("tells of what was evicted, and of nothing that was deleted or replaced", () => {
    const evicted: string[] = [];
    const map = new BoundedMap<string, number>({ maxEntries: 2, onEvict: (key) => evicted.push(key) });

    map.set("a", 1);
    map.set("a", 2);
    map.set("b", 3);
    map.delete("b");
    map.set("c", 4);
    map.set("d", 5);

    expect(evicted).toEqual(["a"]);
  });

  it("is empty after clear, and usable", () => {
    const map = filled(2, "a", "b");

    map.clear();
    map.set("c", "C");

    expect([map.size, map.weight, map.get("c")]).toEqual([1, 1, "C"]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses %d as bound of entries",
    (maxEntries) => {
      expect(() => new BoundedMap({ maxEntries })).toThrow(RangeError);
    },
  );
});
