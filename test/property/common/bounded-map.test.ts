import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedMap } from "../../../src/common/bounded-map.ts";

const MAX_ENTRIES = 4;
const MAX_WEIGHT = 10;
const KEYS = ["a", "b", "c", "d", "e", "f"] as const;

/** What a bounded map and its model have in common. */
interface Table {
  get(key: string): number | undefined;
  peek(key: string): number | undefined;
  set(key: string, value: number, weight: number): void;
  delete(key: string): boolean;
  clear(): void;
  readonly size: number;
  readonly weight: number;
}

/** The same promise kept with an array, newest last. */
class Model implements Table {
  #entries: { key: string; weight: number }[] = [];

  get size(): number {
    return this.#entries.length;
  }

  get weight(): number {
    return this.#entries.reduce((sum, { weight }) => sum + weight, 0);
  }

  peek(key: string): number | undefined {
    return this.#entries.find((entry) => entry.key === key)?.weight;
  }

  get(key: string): number | undefined {
    const weight = this.peek(key);
    if (weight !== undefined) this.set(key, weight, weight);
    return weight;
  }

  delete(key: string): boolean {
    const before = this.size;
    this.#entries = this.#entries.filter((entry) => entry.key !== key);
    return this.size < before;
  }

  set(key: string, _value: number, weight: number): void {
    this.delete(key);
    this.#entries.push({ key, weight });
    while (this.size > 1 && (this.size > MAX_ENTRIES || this.weight > MAX_WEIGHT)) this.#entries.shift();
  }

  clear(): void {
    this.#entries = [];
  }
}

type Step = (table: Table) => unknown;

const key = fc.constantFrom(...KEYS);
const weight = fc.integer({ min: 0, max: 14 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(key, weight).map<Step>(
    ([key, weight]) =>
      (table) =>
        table.set(key, weight, weight),
  ),
  key.map<Step>((key) => (table) => table.get(key)),
  key.map<Step>((key) => (table) => table.peek(key)),
  key.map<Step>((key) => (table) => table.delete(key)),
  fc.constant<Step>((table) => table.clear()),
);

const contentOf = (table: Table): unknown => [
  table.size,
  table.weight,
  ...KEYS.map((key) => table.peek(key)),
];

describe("BoundedMap", () => {
  it("keeps what a plain list kept by the same rules would, under any sequence", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const map = new BoundedMap<string, number>({ maxEntries: MAX_ENTRIES, maxWeight: MAX_WEIGHT });
        const model = new Model();

        for (const step of steps) {
          expect(step(map)).toEqual(step(model));
          expect(contentOf(map)).toEqual(contentOf(model));
        }
      }),
    );
  });

  it("never holds more than its bounds, but for one entry that is too heavy by itself", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const map = new BoundedMap<string, number>({ maxEntries: MAX_ENTRIES, maxWeight: MAX_WEIGHT });

        for (const step of steps) {
          step(map);
          expect(map.size).toBeLessThanOrEqual(MAX_ENTRIES);
          expect(map.size <= 1 || map.weight <= MAX_WEIGHT).toBe(true);
        }
      }),
    );
  });
});
