import { MemoryStore } from "../../src/common/memory-store.ts";
import type { Clock } from "../../src/common/clock.ts";
import type { Json, StateStore, Step } from "../../src/common/state-store.ts";

/** A memory store behind a connection that can fail: calls reject, or are never answered. */
export class FailingStore implements StateStore {
  /** How calls fail; `undefined` while they do not. */
  failure: "reject" | "hang" | undefined;
  members: number;
  /** Calls of `update` so far. */
  calls = 0;
  readonly #store: MemoryStore;
  #held: (() => void)[] = [];

  constructor(clock: Clock, members = 1) {
    this.#store = new MemoryStore({ clock });
    this.members = members;
  }

  async update<T>(key: string, step: Step<T>): Promise<T> {
    this.calls++;
    if (this.failure === "reject") throw new Error("connection lost");
    if (this.failure === "hang") await new Promise<void>((resolve) => this.#held.push(resolve));
    return this.#store.update(key, step);
  }

  /** Answers, late, every call that hangs. */
  answerHeld(): void {
    for (const resolve of this.#held) resolve();
    this.#held = [];
  }

  async read(key: string): Promise<Json | undefined> {
    return this.#store.read(key);
  }

  keys(): AsyncIterable<string> {
    return this.#store.keys();
  }

  async delete(key: string): Promise<void> {
    this.#store.delete(key);
  }

  close(): void {
    this.#store.close();
  }
}
