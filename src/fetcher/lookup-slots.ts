import type { Clock } from "../common/clock.ts";

/**
 * Look-ups in flight at a time. The system's resolver runs in the four threads that also inflate and read files,
 * and cannot be cancelled: two names that hang leave two threads to everybody else.
 */
const MAX_IN_FLIGHT = 2;

/** A look-up that has hung for so long is counted no more: nothing would ever be looked up again. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Lets two look-ups at a time through, the others in the order in which they came. */
export class LookupSlots {
  readonly #clock: Clock;
  readonly #startedMs = new Map<symbol, number>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs `task` when a slot is free, and frees it when the task is done, not when the caller stops waiting.
   * Rejects with the reason of `signal` when that is aborted before the task has begun.
   */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    while (!this.#isFree()) await this.#turn(signal);
    signal.throwIfAborted();
    const slot = Symbol("slot");
    this.#startedMs.set(slot, this.#clock.now());
    try {
      return await task();
    } finally {
      this.#startedMs.delete(slot);
      this.#wakeNext();
    }
  }

  #isFree(): boolean {
    const forgottenMs = this.#clock.now() - FORGOTTEN_AFTER_MS;
    for (const [slot, startedMs] of this.#startedMs) {
      if (startedMs <= forgottenMs) this.#startedMs.delete(slot);
    }
    return this.#startedMs.size < MAX_IN_FLIGHT;
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(onTurn);
        signal.removeEventListener("abort", onAbort);
      };
      const onTurn = (): void => {
        leave();
        resolve();
      };
      const onAbort = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      this.#waiting.add(onTurn);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  #wakeNext(): void {
    for (const onTurn of this.#waiting) {
      onTurn();
      return;
    }
  }
}
