import type { Clock } from "../common/clock.ts";
import { CrawlError } from "../common/errors.ts";
import type { Json, StateStore } from "../common/state-store.ts";
import type { Alarm } from "./alarm.ts";
import { withDeadline } from "./deadline.ts";
import type { LimiterEvent } from "./events.ts";
import type { HostView } from "./host-view.ts";
import type { Answer, LawStep } from "./law-steps.ts";
import { LocalStates } from "./local-states.ts";
import { after, isPending, taken, type Maybe } from "./maybe.ts";

/** What a {@link StoreLink} takes. */
export interface StoreLinkOptions {
  readonly store: StateStore;
  /** Whether the store has its time from `clock`. */
  readonly isOnOurClock: boolean;
  readonly clock: Clock;
  readonly alarm: Alarm;
  readonly report: (event: LimiterEvent) => void;
  readonly timeoutMs: number;
  readonly onFailure: "local" | "refuse";
  /** Says what a state comes to. */
  readonly view: LawStep<{ readonly view: HostView }>;
}

/** A lesson for a store, and what of it is to be learned here: all but the slot, which the store counts. */
export interface StoreLesson<T> {
  readonly step: LawStep<T>;
  readonly withoutSlot: LawStep<T>;
  /** Whether it frees a slot that the store counts. */
  readonly frees: boolean;
}

/** Lessons kept for a store that fails. The oldest go first: what they teach is the first to be outdated. */
const MAX_OWED = 10_000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/** What a step came to, with what is needed to go on from there without the store. */
interface Told<T> {
  readonly state: Json | undefined;
  readonly nowMs: number;
  readonly result: T;
}

/**
 * The way to the store. While it works, everything goes there. Each call has a deadline; when one fails, everything goes on
 * here, and what was learned is told to the store when it is back.
 */
export class StoreLink {
  readonly #options: StoreLinkOptions;
  readonly #local: LocalStates;
  #owed: { readonly key: string; readonly step: LawStep<unknown> }[] = [];
  #isDegraded = false;
  #retryMs = FIRST_RETRY_MS;
  #retryAtMs = 0;

  constructor(options: StoreLinkOptions) {
    this.#options = options;
    this.#local = new LocalStates(options.clock, options.view);
  }

  /** Whether the store failed and everything goes on here. */
  get isDegraded(): boolean {
    return this.#isDegraded;
  }

  /** Whether the store's time is as steady as ours and its answers are immediate. */
  get isSteady(): boolean {
    return this.#options.store.isSteady === true;
  }

  /** Whether the store's time is ours. */
  get isOnOurClock(): boolean {
    return this.#options.isOnOurClock;
  }

  /** How many share the store, as far as it knows. */
  get members(): number {
    return Math.max(1, this.#options.store.members ?? 1);
  }

  /**
   * Asks about `key`; `takes` says whether `step` counts a start that is granted. An answer that comes after the deadline goes to `onLate`: it was decided all the same.
   *
   * @throws CrawlError `store-failed` (rejected with where the store answers by promise): the store fails and that is to
   * refuse, or it refused the key itself.
   */
  ask(key: string, step: LawStep<Answer>, takes: boolean, onLate: (late: Answer) => void): Maybe<Answer> {
    const fallBack = (error: unknown): Answer => {
      if (error instanceof CrawlError) throw error;
      if (this.#options.onFailure === "local") return this.#local.ask(key, step, 1 / this.members);
      throw new CrawlError("store-failed", `the state store failed, so that the pace of ${key} is unknown`, {
        cause: error,
      });
    };
    if (this.#isDegraded && (this.#options.onFailure === "local" || this.#isResting())) {
      this.#probe(key);
      return fallBack(undefined);
    }
    const held = this.#local.holdBack(key, step);
    if (held !== undefined) return held;
    if (this.isSteady || !takes) return this.#call(key, step, onLate, fallBack);
    const lend = (late: Answer): void => {
      if (late.granted) this.#local.countLent(key, 1);
      onLate(late);
    };
    return after(this.#call(key, step, lend, fallBack), (told) => {
      if (told.granted && !told.isLocal) {
        this.#local.countLent(key, 1);
        this.#local.forget(key);
      }
      return told;
    });
  }

  /** Teaches `key` a lesson; it is never lost for a failure, and never fails. */
  tell<T>(key: string, { step, withoutSlot, frees }: StoreLesson<T>): Maybe<T> {
    if (frees && !this.isSteady) this.#local.countLent(key, -1);
    const keep = (): T => {
      if (this.#owed.length >= MAX_OWED) this.#owed.shift();
      this.#owed.push({ key, step });
      try {
        return this.#local.teach(key, withoutSlot);
      } catch (error) {
        this.#options.report({ type: "store-error", key, error });
        return withoutSlot(undefined, 0).result;
      }
    };
    if (this.#isResting()) return keep();
    this.#local.mirror(key, withoutSlot);
    return this.#call(key, step, () => {}, keep);
  }

  /** Teaches what is counted here about `key`, where anything is. */
  tellHere(key: string, step: LawStep<unknown>): void {
    this.#local.mirror(key, step);
  }

  /** A slot of `key` that the store counts ran out. */
  countExpired(key: string): void {
    if (!this.isSteady) this.#local.countLent(key, -1);
  }

  /** Looks at the state of `key` as it was last seen, at once. */
  look<T>(key: string, step: LawStep<T>): T {
    const { store } = this.#options;
    if (store.isSteady === true) {
      const seen = taken(store.update(key, step));
      if (!isPending(seen)) return seen;
    }
    return this.#local.look(key, step);
  }

  /** Whether the store failed and is not to be tried again yet. When it is, whoever asks is to try. */
  #isResting(): boolean {
    if (!this.#isDegraded) return false;
    const nowMs = this.#options.clock.now();
    if (nowMs < this.#retryAtMs) return true;
    // One call tries; the others need not run into the same deadline.
    this.#retryAtMs = nowMs + this.#options.timeoutMs;
    return false;
  }

  /** Tries whether the store is back, beside what goes on here. */
  #probe(key: string): void {
    if (this.#isResting()) return;
    void this.#call<null>(
      key,
      (state, nowMs) => ({ ...this.#options.view(state, nowMs), result: null }),
      () => {},
      () => null,
    );
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
    if (store.isSteady === true) return taken(store.update(key, step));
    const told = taken(
      store.update(key, (state, nowMs) => {
        const next = step(state, nowMs);
        return { ...next, result: { state: next.state, nowMs, result: next.result } };
      }),
    );
    return isPending(told) ? this.#whenWorked(key, told) : this.#worked(key, told);
  }

  async #whenWorked<T>(key: string, told: Promise<Told<T>>): Promise<T> {
    return this.#worked(key, await told);
  }

  #worked<T>(key: string, { state, nowMs, result }: Told<T>): T {
    this.#local.remember(key, state, nowMs);
    if (this.#isDegraded) this.#rejoin();
    return result;
  }

  #rejoin(): void {
    this.#isDegraded = false;
    this.#retryMs = FIRST_RETRY_MS;
    this.#options.report({ type: "degraded", isDegraded: false, members: this.members });
    const owed = this.#owed;
    this.#owed = [];
    // What it taught here is learned already.
    for (const { key, step } of owed)
      void this.#call(
        key,
        step,
        () => {},
        () => void this.#owed.push({ key, step }),
      );
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
