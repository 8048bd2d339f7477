/**
 * A second level below the memory of a cache, shared by processes or kept across restarts: strings under
 * strings. A Keyv instance fits as it is. It is trusted with what it holds, not with answering.
 */
export interface KeyValueStore {
  /** The value of `key`; `undefined` or `null` when there is none. */
  get(key: string): unknown;
  /** Keeps `value` for `ttlMs` milliseconds at most. */
  set(key: string, value: string, ttlMs: number): unknown;
  /** Forgets `key`. */
  delete(key: string): unknown;
}
