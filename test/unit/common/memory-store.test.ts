import { describe, expect, it } from "vitest";
import { CrawlError } from "../../../src/common/errors.ts";
import { MemoryStore } from "../../../src/common/memory-store.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";

const put = (store: MemoryStore, key: string, keepMs = 0): void =>
  store.update(key, () => ({ state: key, keepMs, result: undefined }));

describe("MemoryStore", () => {
  it("forgets what was not used for longest when it is full, and says which", () => {
    const evicted: string[] = [];
    const store = new MemoryStore({
      maxEntries: 2,
      clock: new ManualClock(),
      onEvict: (key) => evicted.push(key),
    });
    put(store, "a");
    put(store, "b");
    put(store, "a");

    put(store, "c");

    expect(evicted).toEqual(["b"]);
    expect(store.read("a")).toBe("a");
    expect(store.size).toBe(2);
  });

  it("never forgets a state that is to be kept, and refuses a new key instead", () => {
    const clock = new ManualClock({ wallMs: 1_700_000_000_000 });
    const store = new MemoryStore({ maxEntries: 2, clock });
    put(store, "a", 5000);
    put(store, "b", 3000);

    const refused = (): void => put(store, "c");

    expect(refused).toThrow(CrawlError);
    expect(refused).toThrow(
      expect.objectContaining({ code: "store-failed", retryAtMs: 1_700_000_003_000 }) as Error,
    );
    clock.advance(3000);
    put(store, "c");
    expect(store.read("a")).toBe("a");
    expect(store.read("b")).toBeUndefined();
  });

  it("makes room with states whose time to live is over, even when they were to be kept", () => {
    const clock = new ManualClock();
    const store = new MemoryStore({ maxEntries: 1, clock });
    store.update("a", () => ({ state: 1, ttlMs: 100, keepMs: 1000, result: undefined }));

    clock.advance(100);
    put(store, "b");

    expect(store.read("b")).toBe("b");
  });

  it("refuses a bound that is none", () => {
    for (const maxEntries of [0, -1, 1.5, NaN, Infinity]) {
      expect(() => new MemoryStore({ maxEntries })).toThrow(RangeError);
    }
  });
});
