import type { Clock } from "../common/clock.ts";
import { MemoryStore } from "../common/memory-store.ts";
import type { Json } from "../common/state-store.ts";
import type { Answer, LawStep } from "./law-steps.ts";
import type { HostView } from "./host-view.ts";
import { withoutLeases } from "./stored-state.ts";

/** Keys whose last state is remembered, so that a failing store is no return to zero. */
const MAX_REMEMBERED = 10_000;
/** Answers may overtake each other by so much; one that is further behind comes from a clock that was set back. */
const MOST_OVERTAKEN_MS = 60_000;
/** How soon to ask again for a slot whose release nobody tells of. */
const SLOT_RETRY_MS = 1000;

const NO_SLOT: Answer = { granted: false, waitMs: SLOT_RETRY_MS, reason: "concurrency" };

/**
 * The states of a store that fails, kept here: from where each was last seen, with our share of its pace. What is
 * in flight is counted anew, since nobody tells of the slots of others; our own of before still count.
 */
export class LocalStates {
  readonly #clock: Clock;
  readonly #view: LawStep<{ readonly view: HostView }>;
  readonly #states: MemoryStore;
  readonly #remembered = new Map<string, { readonly state: Json; readonly nowMs: number }>();
  /** Our requests in flight that the store counts. */
  readonly #lent = new Map<string, number>();
  /** The store's time less ours. */
  #offsetMs = 0;

  constructor(clock: Clock, view: LawStep<{ readonly view: HostView }>) {
    this.#clock = clock;
    this.#view = view;
    this.#states = new MemoryStore({ maxEntries: 100_000, clock: { ...clock, now: () => this.#nowMs() } });
  }

  /** What the store said last of `key`, at its time. */
  remember(key: string, state: Json | undefined, nowMs: number): void {
    const behindMs = (this.#remembered.get(key)?.nowMs ?? nowMs) - nowMs;
    if (behindMs > 0 && behindMs < MOST_OVERTAKEN_MS) return;
    this.#offsetMs = nowMs - this.#clock.now();
    this.#remembered.delete(key);
    if (state !== undefined) this.#remembered.set(key, { state, nowMs });
    if (this.#remembered.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest);
      return;
    }
  }

  /** Counts our requests that the store counts as in flight. */
  countLent(key: string, change: 1 | -1): void {
    const count = (this.#lent.get(key) ?? 0) + change;
    if (count > 0) this.#lent.set(key, count);
    else this.#lent.delete(key);
  }

  /** Asks for a start by what is known here. */
  ask(key: string, step: LawStep<Answer>, share: number): Answer {
    return this.#states.update(key, (kept, nowMs) => {
      const state = kept ?? this.#seed(key);
      const { concurrency, inFlight } = this.#view(state, nowMs, share).result.view;
      const isFull = inFlight + (this.#lent.get(key) ?? 0) >= concurrency;
      return isFull ? { ...this.#view(state, nowMs), result: NO_SLOT } : step(state, nowMs, share);
    });
  }

  /** Teaches what is known here. */
  teach<T>(key: string, step: LawStep<T>): T {
    return this.#states.update(key, (kept, nowMs) => step(kept ?? this.#seed(key), nowMs));
  }

  /** The same where anything is kept of `key`. */
  mirror(key: string, step: LawStep<unknown>): void {
    if (this.#states.size > 0 && this.#states.read(key) !== undefined) this.teach(key, step);
  }

  /** What keeps `key` back once the store is asked again: a wait learned here, or requests that only count here. */
  holdBack(key: string, step: LawStep<Answer>): Answer | undefined {
    const state = this.#states.size === 0 ? undefined : this.#states.read(key);
    if (state === undefined) return undefined;
    const nowMs = this.#nowMs();
    if (this.#view(state, nowMs).result.view.inFlight > 0) return NO_SLOT;
    const answer = step(state, nowMs, 1).result;
    return answer.granted ? undefined : answer;
  }

  /** The store alone counts for `key` again. */
  forget(key: string): void {
    if (this.#states.size > 0) this.#states.delete(key);
  }

  /** Looks at what is known here, at once; nothing changes. */
  look<T>(key: string, step: LawStep<T>): T {
    const state = this.#states.read(key) ?? this.#remembered.get(key)?.state;
    return step(state, this.#nowMs()).result;
  }

  #nowMs(): number {
    return this.#clock.now() + this.#offsetMs;
  }

  #seed(key: string): Json | undefined {
    return withoutLeases(this.#remembered.get(key)?.state);
  }
}
