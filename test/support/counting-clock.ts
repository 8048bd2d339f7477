import { systemClock, type Clock, type Timer } from "../../src/common/clock.ts";

/** The platform's clock, and how many of its timers are still set. */
export class CountingClock implements Clock {
  readonly #pending = new Set<Timer>();

  get pendingTimers(): number {
    return this.#pending.size;
  }

  now(): number {
    return systemClock.now();
  }

  wall(): number {
    return systemClock.wall();
  }

  setTimeout(task: () => void, ms: number): Timer {
    const timer = systemClock.setTimeout(() => {
      this.#pending.delete(timer);
      task();
    }, ms);
    this.#pending.add(timer);
    return timer;
  }

  clearTimeout(timer: Timer): void {
    this.#pending.delete(timer);
    systemClock.clearTimeout(timer);
  }
}
