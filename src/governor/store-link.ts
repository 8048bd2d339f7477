import type { Clock } from "../common/clock.ts";
import { CrawlError } from "../common/errors.ts";
import { MemoryStore } from "../common/memory-store.ts";
import type { Json, StateStore } from "../common/state-store.ts";
import type { Alarm } from "./alarm.ts";
import { withDeadline } from "./deadline.ts";
import type { LimiterEvent } from "./events.ts";
import type { Answer, LawStep } from "./law-steps.ts";
import { after, isPending, type Maybe } from "./maybe.ts";

/** What a {@link StoreLink} takes. */
export interface StoreLinkOptions {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly alarm: Alarm;
  readonly report: (event: LimiterEvent) => void;
  readonly timeoutMs: number;
  readonly onFailure: "local" | "refuse";
  /** Counts what is in flight by a state. */
  readonly countInFlight: LawStep<number>;
}

/** Keys whose last state is remembered, so that a failing store is no return to zero. */
const MAX_REMEMBERED = 10_000;
/** Lessons kept for a store that fails. The oldest go first: what they teach is the first to be outdated. */
const MAX_OWED = 10_000;
const RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/** What a step came to, with what is needed to go on from there without the store. */
interface Told<T> {
  readonly state: Json | undefined;
  readonly nowMs: number;
  readonly result: T;
}

/**
 * The way to the store. While it works, everything goes there. Each call has a deadline; when one fails, the
 * state of its key goes on here, from where it was last seen and with our share of its pace, and what was learned is told
 * to the store when it is back.
 */
export class StoreLink {
  readonly #options: StoreLinkOptions;
  readonly #remembered = new Map<string, Json>();
  readonly #local: MemoryStore;
  #owed: { readonly key: string; readonly step: LawStep<unknown> }[] = [];
  /** The store's time less ours. */
  #offsetMs = 0;
  #isDegraded = false;
  #retryMs = RETRY_MS;
  #retryAtMs = 0;

  constructor(options: StoreLinkOptions) {
    this.#options = options;
    const { clock } = options;
    this.#local = new MemoryStore({
      maxEntries: 100_000,
      clock: { ...clock, now: () => clock.now() + this.#offsetMs },
    });
  }

  /** Whether the store failed and everything goes on here. */
  get isDegraded(): boolean {
    return this.#isDegraded;
  }

  /** Whether the store's time is as steady as ours and its answers are immediate. */
  get isSteady(): boolean {
    return this.#options.store.isSteady === true;
  }

  /** How many share the store, as far as it knows. */
  get members(): number {
    return Math.max(1, this.#options.store.members ?? 1);
  }

  /**
   * Asks about `key`. An answer that comes after the deadline goes to `onLate`: it was decided all the same.
   *
   * @throws CrawlError `store-failed` (rejected with where the store answers by promise): the store fails and that is to
   * refuse, or it refused the key itself.
   */
  ask(key: string, step: LawStep<Answer>, onLate: (late: Answer) => void): Maybe<Answer> {
    const fallBack = (error: unknown): Answer => {
      if (error instanceof CrawlError) throw error;
      if (this.#options.onFailure === "local") return this.#askHere(key, step);
      throw new CrawlError("store-failed", `the state store failed, so that the pace of ${key} is unknown`, {
        cause: error,
      });
    };
    if (this.#isResting()) return fallBack(undefined);
    const here = this.#local.size === 0 ? undefined : this.#local.read(key);
    if (here === undefined) return this.#call(key, step, onLate, fallBack);
    // What was counted here holds until all of it has ended and a start may pass; then the store alone counts.
    const nowMs = this.#options.clock.now() + this.#offsetMs;
    const answer = step(here, nowMs, this.#isDegraded ? 1 / this.members : 1).result;
    if (!answer.granted) return answer;
    if (this.#options.countInFlight(here, nowMs).result > 0) {
      return this.#isDegraded
        ? fallBack(undefined)
        : { granted: false, waitMs: RETRY_MS, reason: "concurrency" };
    }
    return after(this.#call(key, step, onLate, fallBack), (told) => {
      if (told.granted && !told.isLocal) this.#local.delete(key);
      return told;
    });
  }

  /** Teaches `key` a lesson; it is never lost for a failure, and never fails. */
  tell<T>(key: string, step: LawStep<T>): Maybe<T> {
    const keep = (): T => {
      if (this.#owed.length >= MAX_OWED) this.#owed.shift();
      this.#owed.push({ key, step });
      try {
        return this.#here(key, step);
      } catch (error) {
        this.#options.report({ type: "store-error", key, error });
        return step(undefined, this.#options.clock.now() + this.#offsetMs).result;
      }
    };
    return this.#isResting() ? keep() : this.#call(key, step, () => {}, keep);
  }

  /** Teaches what is counted here about `key`, where anything is. */
  tellHere<T>(key: string, step: LawStep<T>): T | undefined {
    return this.#local.read(key) === undefined ? undefined : this.#here(key, step);
  }

  /** Looks at the state of `key` as it was last seen, at once. */
  look<T>(key: string, step: LawStep<T>): T {
    const { store } = this.#options;
    if (store.isSteady === true) {
      const seen = store.update(key, step);
      if (!isPending(seen)) return seen;
    }
    const state = this.#local.read(key) ?? this.#remembered.get(key);
    return step(state, this.#options.clock.now() + this.#offsetMs).result;
  }

  #isResting(): boolean {
    if (!this.#isDegraded) return false;
    const nowMs = this.#options.clock.now();
    if (nowMs < this.#retryAtMs) return true;
    // One call tries; the others need not run into the same deadline.
    this.#retryAtMs = nowMs + this.#options.timeoutMs;
    return false;
  }

  #here<T>(key: string, step: LawStep<T>, share?: number): T {
    return this.#local.update(key, (state, nowMs) => step(state ?? this.#remembered.get(key), nowMs, share));
  }

  #askHere<T>(key: string, step: LawStep<T>): T {
    return this.#here(key, step, 1 / this.members);
  }

  #call<T>(
    key: string,
    step: LawStep<T>,
    onLate: (late: T) => void,
    fallBack: (error: unknown) => T,
  ): Maybe<T> {
    try {
      const told = this.#update(key, step);
      return isPending(told) ? this.#settle(key, told, onLate, fallBack) : told;
    } catch (error) {
      return this.#failed(key, error, fallBack);
    }
  }

  async #settle<T>(
    key: string,
    told: Promise<T>,
    onLate: (late: T) => void,
    fallBack: (error: unknown) => T,
  ): Promise<T> {
    try {
      return await withDeadline(told, { ...this.#options, onLate });
    } catch (error) {
      return this.#failed(key, error, fallBack);
    }
  }

  #update<T>(key: string, step: LawStep<T>): Maybe<T> {
    const { store } = this.#options;
    if (store.isSteady === true) return store.update(key, step);
    const told = store.update(key, (state, nowMs) => {
      const next = step(state, nowMs);
      return { ...next, result: { state: next.state, nowMs, result: next.result } };
    });
    return isPending(told) ? this.#whenWorked(key, told) : this.#worked(key, told);
  }

  async #whenWorked<T>(key: string, told: Promise<Told<T>>): Promise<T> {
    return this.#worked(key, await told);
  }

  #worked<T>(
    key: string,
    { state, nowMs, result }: { state: Json | undefined; nowMs: number; result: T },
  ): T {
    this.#offsetMs = nowMs - this.#options.clock.now();
    this.#remembered.delete(key);
    if (state !== undefined) this.#remembered.set(key, state);
    if (this.#remembered.size > MAX_REMEMBERED) {
      for (const oldest of this.#remembered.keys()) {
        this.#remembered.delete(oldest);
        break;
      }
    }
    if (this.#isDegraded) this.#rejoin();
    return result;
  }

  #rejoin(): void {
    this.#isDegraded = false;
    this.#retryMs = RETRY_MS;
    this.#options.report({ type: "degraded", isDegraded: false, members: this.members });
    const owed = this.#owed;
    this.#owed = [];
    for (const { key, step } of owed) void this.tell(key, step);
  }

  #failed<T>(key: string, error: unknown, fallBack: (error: unknown) => T): T {
    const { clock, report } = this.#options;
    report({ type: "store-error", key, error });
    if (!(error instanceof CrawlError)) {
      if (this.#isDegraded) this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
      this.#retryAtMs = clock.now() + this.#retryMs;
      if (!this.#isDegraded) {
        this.#isDegraded = true;
        report({ type: "degraded", isDegraded: true, members: this.members });
      }
    }
    return fallBack(error);
  }
}
