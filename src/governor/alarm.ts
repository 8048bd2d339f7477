import type { Clock, Timer } from "../common/clock.ts";
import { IndexedHeap, type HeapNode } from "./indexed-heap.ts";

/** Something to be done at a time. */
export interface Due extends HeapNode {
  /** When, in the clock's monotonic time; kept by the {@link Alarm}. */
  dueMs: number;
  /** Called once, at `dueMs` or later, when it is set no more. */
  onDue(nowMs: number): void;
}

/** The longest delay a timer can have; a longer wait is split. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * One timer for everything that is due at some time. When it fires early, as plain timers do by up to a
 * millisecond, it is armed anew; when it fires late, all that fell due is done.
 *
 * The timer keeps the process alive exactly while somebody waits.
 */
export class Alarm {
  readonly #clock: Clock;
  readonly #heap = new IndexedHeap<Due>((one, other) => one.dueMs < other.dueMs);
  #timer: Timer;
  #armedMs = Infinity;
  #expectedMs = 0;
  #marginMs = 0;
  #holdsProcess = false;
  #waiting = 0;
  #isRinging = false;
  readonly #ring = (): void => this.#onTimer();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts those who wait: +1 for one more, -1 for one less. */
  countWaiting(change: 1 | -1): void {
    this.#waiting += change;
    this.#holdProcess();
  }

  /** Sets `due` to `dueMs`, whether it was set before or not. `Infinity` is never: then it is not set. */
  set(due: Due, dueMs: number, nowMs: number = this.#clock.now()): void {
    if (dueMs === Infinity) {
      this.clear(due);
      return;
    }
    due.dueMs = dueMs;
    this.#heap.place(due);
    this.#arm(nowMs);
  }

  /** Forgets `due`; one that is not set is ignored. */
  clear(due: Due): void {
    this.#heap.remove(due);
    if (this.#heap.size === 0) this.#disarm();
  }

  /** Forgets all that `isMeant`. */
  clearAll(isMeant: (due: Due) => boolean): void {
    for (const due of this.#heap.members().filter(isMeant)) this.clear(due);
  }

  #arm(nowMs: number): void {
    const first = this.#heap.first;
    // A timer that is armed too early is left alone: when it fires it is armed anew.
    if (first === undefined || first.dueMs >= this.#armedMs || this.#isRinging) return;
    this.#disarm();
    const delayMs = Math.min(MAX_DELAY_MS, Math.max(1, Math.ceil(first.dueMs - nowMs)) + this.#marginMs);
    this.#armedMs = first.dueMs;
    this.#expectedMs = nowMs + delayMs;
    this.#timer = this.#clock.setTimeout(this.#ring, delayMs);
    this.#holdsProcess = true;
    this.#holdProcess();
  }

  #disarm(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#armedMs = Infinity;
  }

  #holdProcess(): void {
    const isAwaited = this.#waiting > 0;
    if (this.#holdsProcess === isAwaited) return;
    this.#holdsProcess = isAwaited;
    // Browsers and workers have numbers for timers, and no process to keep.
    const timer = this.#timer as { ref?: () => void; unref?: () => void } | number | undefined;
    if (typeof timer !== "object") return;
    if (isAwaited) timer.ref?.();
    else timer.unref?.();
  }

  #onTimer(): void {
    this.#timer = undefined;
    this.#armedMs = Infinity;
    this.#isRinging = true;
    try {
      const nowMs = this.#clock.now();
      // Fired early: a little later next time, or a timer that is always early would be armed for ever.
      this.#marginMs = nowMs < this.#expectedMs ? 1 : 0;
      for (let due = this.#heap.first; due !== undefined && due.dueMs <= nowMs; due = this.#heap.first) {
        this.#heap.remove(due);
        due.onDue(nowMs);
      }
    } finally {
      this.#isRinging = false;
      this.#arm(this.#clock.now());
    }
  }
}
