import type { Clock } from "../common/clock.ts";

interface Floor {
  startMs: number;
  gapMs: number;
}

/** Floors that are over are looked for this many at a time, whenever one is added: so the map cannot grow. */
const SWEEP = 2;

/**
 * The gap to the last start as this process saw it. A store far away decides by a time of its own, and its answers
 * come late: two that it gave an interval apart may arrive together.
 */
export class StartFloors {
  readonly #clock: Clock;
  readonly #floors = new Map<string, Floor>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request starts now, and the next may follow `gapMs` later. */
  start(key: string, gapMs: number): void {
    const nowMs = this.#clock.now();
    this.#sweep(nowMs);
    this.#floors.set(key, { startMs: nowMs, gapMs });
  }

  /** The gap after the last start of `key` is at least `gapMs` after all. */
  widen(key: string, gapMs: number): void {
    const floor = this.#floors.get(key);
    if (floor !== undefined) floor.gapMs = Math.max(floor.gapMs, gapMs);
  }

  /** Milliseconds that `key` has to wait. */
  waitMs(key: string): number {
    const floor = this.#floors.get(key);
    return floor === undefined ? 0 : Math.max(0, floor.startMs + floor.gapMs - this.#clock.now());
  }

  #sweep(nowMs: number): void {
    let looks = SWEEP;
    for (const [key, floor] of this.#floors) {
      if (looks-- === 0) return;
      this.#floors.delete(key);
      if (floor.startMs + floor.gapMs > nowMs) this.#floors.set(key, floor);
    }
  }
}
