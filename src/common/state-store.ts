/** What a store can hold: plain JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** What a {@link Step} makes of a state. */
export interface StepResult<T> {
  /** The state to keep; `undefined` forgets the key. */
  readonly state: Json | undefined;
  /** Milliseconds after which the state is worthless and reads as absent. @defaultValue for ever */
  readonly ttlMs?: number;
  /**
   * Milliseconds for which forgetting the state could break a promise: a bounded store makes room with
   * others. @defaultValue 0
   */
  readonly keepMs?: number;
  /** What `update` gives back. */
  readonly result: T;
}

/**
 * One decision: from a state and the store's own time to the next state. Must be pure: a store may call it
 * again when another writer came between. States are never changed in place.
 */
export type Step<T> = (state: Json | undefined, nowMs: number) => StepResult<T>;

/**
 * Where state lives. Everything is one operation, `update`, atomic for its key among all who share the store;
 * the law stays outside. A store answers at once or with a promise, always in the same of the two ways.
 */
export interface StateStore {
  /**
   * Replaces the state of `key` by what `step` makes of it. `nowMs` is the store's time: milliseconds from
   * an origin of its own, the same for all who share it. When `step` throws, nothing changes and the error comes through.
   */
  update<T>(key: string, step: Step<T>): T | Promise<T>;
  /** The state of `key`; `undefined` when there is none or its time to live is over. */
  read(key: string): Json | undefined | Promise<Json | undefined>;
  /** Every key that has a state, in no order; what is written meanwhile may be missing. */
  keys(): AsyncIterable<string>;
  /** Forgets `key`; a key without a state is ignored. */
  delete(key: string): void | Promise<void>;
  /** Lets go of what the store holds. Nothing may be asked of it afterwards. */
  close(): void | Promise<void>;
  /** How many processes share the store, as far as it knows; absent for a store of one process. */
  readonly members?: number;
  /** `true` for a store that answers at once and whose time neither jumps nor drifts against this process's. */
  readonly isSteady?: boolean;
}
