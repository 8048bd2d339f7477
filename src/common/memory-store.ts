import { checkNumber } from "./check.ts";
import { systemClock, type Clock } from "./clock.ts";
import { CrawlError } from "./errors.ts";
import type { Json, StateStore, Step, StepResult } from "./state-store.ts";

/** What a {@link MemoryStore} takes. */
export interface MemoryStoreOptions {
  /** The most states it holds. @defaultValue 1000000 */
  maxEntries?: number;
  /** Its time. @defaultValue the platform's */
  clock?: Clock;
  /** Hears of each key that is forgotten to make room. @defaultValue nobody */
  onEvict?: (key: string) => void;
}

/** Whole milliseconds below 2^31 take 8 octets in a field, any other number 24: times are rounded up. */
interface Entry {
  state: Json;
  keepUntilMs: number;
  expiresMs: number;
  /** Updated since the hand came by. */
  isRecent: boolean;
}

/**
 * State of one process, kept as live objects, gone with it. Every operation is done when it returns.
 *
 * It is bounded: a full store forgets what was not updated for long, but never what a promise still hangs on
 * (`keepMs`). When it holds nothing else, a new key is refused with `CrawlError` code `store-failed`.
 */
export class MemoryStore implements StateStore {
  readonly isSteady = true;
  readonly #maxEntries: number;
  readonly #clock: Clock;
  readonly #onEvict: ((key: string) => void) | undefined;
  /** In the order in which the hand of the second-chance walk comes by. */
  readonly #entries = new Map<string, Entry>();
  #fullUntilMs = -Infinity;

  constructor({ maxEntries = 1_000_000, clock = systemClock, onEvict }: MemoryStoreOptions = {}) {
    this.#maxEntries = checkNumber("maxEntries", maxEntries, { min: 1, max: 2 ** 24, integer: true });
    this.#clock = clock;
    this.#onEvict = onEvict;
  }

  /** How many states it holds, worthless ones that nobody asked for since included. */
  get size(): number {
    return this.#entries.size;
  }

  update<T>(key: string, step: Step<T>): T {
    const nowMs = this.#clock.now();
    const entry = this.#entries.get(key);
    const next = step(entry !== undefined && entry.expiresMs > nowMs ? entry.state : undefined, nowMs);
    if (next.state === undefined) {
      if (entry !== undefined) this.delete(key);
    } else if (entry === undefined) {
      this.#insert(key, next.state, next, nowMs);
    } else {
      entry.state = next.state;
      entry.keepUntilMs = endOf(next.keepMs ?? 0, nowMs);
      entry.expiresMs = endOf(next.ttlMs ?? Infinity, nowMs);
      entry.isRecent = true;
      this.#fullUntilMs = Math.min(this.#fullUntilMs, entry.keepUntilMs, entry.expiresMs);
    }
    return next.result;
  }

  read(key: string): Json | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresMs > this.#clock.now() ? entry.state : undefined;
  }

  async *keys(): AsyncGenerator<string> {
    for (const [key, entry] of this.#entries) {
      if (entry.expiresMs > this.#clock.now()) yield key;
    }
  }

  delete(key: string): void {
    if (this.#entries.delete(key)) this.#fullUntilMs = -Infinity;
  }

  close(): void {
    this.#entries.clear();
  }

  #insert(key: string, state: Json, { ttlMs, keepMs }: StepResult<unknown>, nowMs: number): void {
    if (this.#entries.size >= this.#maxEntries) this.#makeRoom(nowMs);
    this.#entries.set(key, {
      state,
      keepUntilMs: endOf(keepMs ?? 0, nowMs),
      expiresMs: endOf(ttlMs ?? Infinity, nowMs),
      isRecent: false,
    });
  }

  /**
   * Walks from the oldest entry: what may go and was not used since the last walk goes, everything else
   * moves to the end. Two rounds find every candidate; after a walk for nothing the next is due when the
   * first entry may go, so that a full store does not walk at every refusal.
   */
  #makeRoom(nowMs: number): void {
    let firstEndMs = this.#fullUntilMs;
    if (firstEndMs <= nowMs) {
      firstEndMs = Infinity;
      let steps = 2 * this.#entries.size;
      for (const [key, entry] of this.#entries) {
        const mayGo = entry.keepUntilMs <= nowMs || entry.expiresMs <= nowMs;
        this.#entries.delete(key);
        if (mayGo && !entry.isRecent) {
          this.#onEvict?.(key);
          return;
        }
        if (!mayGo) firstEndMs = Math.min(firstEndMs, entry.keepUntilMs, entry.expiresMs);
        entry.isRecent = false;
        this.#entries.set(key, entry);
        if (--steps === 0) break;
      }
      this.#fullUntilMs = firstEndMs;
    }
    throw new CrawlError(
      "store-failed",
      `the memory store is full: each of its ${this.#maxEntries} states is still needed`,
      {
        retryAtMs: this.#clock.wall() + firstEndMs - nowMs,
      },
    );
  }
}

const endOf = (ms: number, nowMs: number): number => Math.ceil(nowMs + ms);
