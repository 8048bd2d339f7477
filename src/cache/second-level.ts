import type { Clock } from "../common/clock.ts";
import { withDeadline } from "../common/deadline.ts";
import type { CacheEvent } from "./cache-event.ts";
import type { KeyValueStore } from "./key-value-store.ts";

type Operation = Extract<CacheEvent, { type: "store-failed" }>["operation"];

/** What a {@link SecondLevel} works with. */
export interface SecondLevelOptions {
  readonly store: KeyValueStore;
  readonly clock: Clock;
  /** How long one call may take. */
  readonly timeoutMs: number;
  /** Told of each call that failed or took longer. */
  readonly onFailure: (origin: string, operation: Operation, cause: unknown) => void;
}

const keyOf = (origin: string): string => `robots.txt:${origin}`;

/**
 * A store that may fail or hang at any time without anybody noticing more than a short wait: every call ends
 * within its deadline and none rejects. Calls for one origin are made one after the other.
 */
export class SecondLevel {
  readonly #options: SecondLevelOptions;
  /** Deletions under way; until they end, the store may still hold what is to be forgotten. */
  readonly #deletions = new Map<string, Promise<unknown>>();

  constructor(options: SecondLevelOptions) {
    this.#options = options;
  }

  /** What is kept for `origin`; `undefined` when nothing is, or the store does not say. */
  async read(origin: string): Promise<unknown> {
    await this.#deletions.get(origin);
    return this.#call(origin, "get", (store) => store.get(keyOf(origin)));
  }

  /** Keeps `text` for `origin`, `ttlMs` at most. */
  async write(origin: string, text: string, ttlMs: number): Promise<void> {
    const kept = await this.#call(origin, "set", (store) => store.set(keyOf(origin), text, ttlMs));
    // Keyv does not reject when its connection fails: it says so.
    if (kept === false) this.#options.onFailure(origin, "set", new Error("the store kept nothing"));
  }

  /** Forgets what is kept for `origin`; a later `read` waits for that. */
  forget(origin: string): void {
    const deletion = this.#call(origin, "delete", (store) => store.delete(keyOf(origin))).finally(() => {
      if (this.#deletions.get(origin) === deletion) this.#deletions.delete(origin);
    });
    this.#deletions.set(origin, deletion);
  }

  async #call(
    origin: string,
    operation: Operation,
    work: (store: KeyValueStore) => unknown,
  ): Promise<unknown> {
    const { store, clock, timeoutMs, onFailure } = this.#options;
    try {
      return await withDeadline(clock, timeoutMs, () => work(store));
    } catch (error) {
      onFailure(origin, operation, error);
      return undefined;
    }
  }
}
