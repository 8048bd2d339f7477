import type { MemoryStore } from "../../src/common/memory-store.ts";
import type { Json, StateStore, Step } from "../../src/common/state-store.ts";

/** Lets a task run at some later time, and tells its result. */
export type Later = <T>(task: () => T) => Promise<T>;

const atOnce: Later = async (task) => {
  await Promise.resolve();
  return task();
};

/** A memory store far away: each call arrives after one wait and its answer after another. */
export class AsyncStore implements StateStore {
  readonly #store: MemoryStore;
  readonly #later: Later;

  constructor(store: MemoryStore, later: Later = atOnce) {
    this.#store = store;
    this.#later = later;
  }

  async update<T>(key: string, step: Step<T>): Promise<T> {
    const result = await this.#later(() => this.#store.update(key, step));
    return this.#later(() => result);
  }

  read(key: string): Promise<Json | undefined> {
    return this.#later(() => this.#store.read(key));
  }

  keys(): AsyncIterable<string> {
    return this.#store.keys();
  }

  delete(key: string): Promise<void> {
    return this.#later(() => this.#store.delete(key));
  }

  close(): void {
    this.#store.close();
  }
}
