import { describe, expect, it, onTestFinished } from "vitest";
import type { Json, StateStore } from "../../src/common/state-store.ts";

/** A store under test, and what drives its time. */
export interface StoreUnderTest {
  readonly store: StateStore;
  /** Lets this much of the store's time pass. */
  readonly pass: (ms: number) => void | Promise<void>;
}

const count = (state: Json | undefined): number => (typeof state === "number" ? state : 0);

const keysOf = async (store: StateStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.sort();
};

/** What every store promises. Call it in a test file of each implementation. */
export function describeStateStore(name: string, open: () => StoreUnderTest | Promise<StoreUnderTest>): void {
  const opened = async (): Promise<StoreUnderTest> => {
    const underTest = await open();
    onTestFinished(() => underTest.store.close());
    return underTest;
  };

  describe(`${name} as a state store`, () => {
    it("gives an unknown key no state", async () => {
      const { store } = await opened();

      const seen = await store.update("a", (state) => ({ state: undefined, result: state }));

      expect(seen).toBeUndefined();
      expect(await store.read("a")).toBeUndefined();
      expect(await keysOf(store)).toEqual([]);
    });

    it("gives a step the state that the one before left, and its result to the caller", async () => {
      const { store } = await opened();
      const add = (): number | Promise<number> =>
        store.update("a", (state) => ({ state: count(state) + 1, result: count(state) }));

      const results = [await add(), await add(), await add()];

      expect(results).toEqual([0, 1, 2]);
      expect(await store.read("a")).toBe(3);
    });

    it("keeps states of different keys apart, whatever their names", async () => {
      const { store } = await opened();
      const keys = ["a", "A", "a.test:8080", "https://a.test", "__proto__", "ключ", "a b\n", "x".repeat(200)];

      for (const key of keys) await store.update(key, () => ({ state: key, result: null }));

      for (const key of keys) expect(await store.read(key)).toBe(key);
      expect(await keysOf(store)).toEqual(keys.sort());
    });

    it("gives back plain JSON as it was", async () => {
      const { store } = await opened();
      const state: Json = {
        version: 1,
        rates: [0.1, 1e-9, 123456789.12345679],
        name: "ü",
        none: null,
        on: true,
      };

      await store.update("a", () => ({ state, result: null }));

      expect(await store.read("a")).toEqual(state);
    });

    it("loses no update when many are made at once", async () => {
      const { store } = await opened();

      await Promise.all(
        Array.from({ length: 50 }, async () =>
          store.update("a", (state) => ({ state: count(state) + 1, result: null })),
        ),
      );

      expect(await store.read("a")).toBe(50);
    });

    it("changes nothing when a step throws, and passes the error on", async () => {
      const { store } = await opened();
      await store.update("a", () => ({ state: 1, result: null }));

      const failing = async (): Promise<unknown> =>
        store.update("a", () => {
          throw new RangeError("no");
        });

      await expect(failing()).rejects.toThrow(new RangeError("no"));
      expect(await store.read("a")).toBe(1);
    });

    it("forgets a key when a step leaves no state, or it is deleted", async () => {
      const { store } = await opened();
      await store.update("a", () => ({ state: 1, result: null }));
      await store.update("b", () => ({ state: 1, result: null }));

      await store.update("a", () => ({ state: undefined, result: null }));
      await store.delete("b");
      await store.delete("never there");

      expect(await keysOf(store)).toEqual([]);
    });

    it("reads a state as absent once its time to live is over", async () => {
      const { store, pass } = await opened();
      await store.update("a", () => ({ state: 1, ttlMs: 1000, result: null }));
      await store.update("b", () => ({ state: 1, result: null }));

      await pass(900);
      const before = await store.read("a");
      await pass(200);

      expect(before).toBe(1);
      expect(await store.read("a")).toBeUndefined();
      expect(await keysOf(store)).toEqual(["b"]);
      const seen = await store.update("a", (state) => ({ state, result: state }));
      expect(seen).toBeUndefined();
    });

    it("counts the time to live from the last update", async () => {
      const { store, pass } = await opened();
      await store.update("a", () => ({ state: 1, ttlMs: 1000, result: null }));
      await pass(900);

      await store.update("a", () => ({ state: 2, ttlMs: 1000, result: null }));
      await pass(900);

      expect(await store.read("a")).toBe(2);
    });

    it("tells steps a time that goes on", async () => {
      const { store, pass } = await opened();
      const time = (): number | Promise<number> =>
        store.update("t", (_, nowMs) => ({ state: 0, result: nowMs }));

      const before = await time();
      await pass(250);
      const after = await time();

      expect(after - before).toBeGreaterThanOrEqual(250);
    });
  });
}
