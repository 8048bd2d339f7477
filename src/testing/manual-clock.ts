import type { Clock, Timer } from "../common/clock.ts";

interface Alarm {
  readonly atMs: number;
  readonly order: number;
  readonly task: () => void;
}

/** Where a {@link ManualClock} starts. */
export interface ManualClockOptions {
  /** First monotonic reading. @defaultValue 0 */
  nowMs?: number;
  /** First wall-clock reading. @defaultValue 1700000000000 */
  wallMs?: number;
}

/**
 * A clock that stands still until it is told to go: `advance` runs the timers that fall due, in order,
 * each at its own time. Nothing here waits, so a test of an hour takes no time.
 */
export class ManualClock implements Clock {
  #nowMs: number;
  #wallOffsetMs: number;
  #order = 0;
  /** A binary heap by time, then by order of setting. */
  readonly #alarms: Alarm[] = [];
  readonly #live = new Set<Alarm>();

  constructor({ nowMs = 0, wallMs = 1_700_000_000_000 }: ManualClockOptions = {}) {
    this.#nowMs = nowMs;
    this.#wallOffsetMs = wallMs - nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  wall(): number {
    return this.#nowMs + this.#wallOffsetMs;
  }

  setTimeout(task: () => void, ms: number): Timer {
    const alarm = { atMs: this.#nowMs + Math.max(0, ms || 0), order: this.#order++, task };
    this.#live.add(alarm);
    push(this.#alarms, alarm);
    return alarm;
  }

  clearTimeout(timer: Timer): void {
    this.#live.delete(timer as Alarm);
  }

  /** How many timers are set and have neither run nor been forgotten. */
  get pendingTimers(): number {
    return this.#live.size;
  }

  /** When the next timer is due, in monotonic time; `Infinity` when none is set. */
  get nextTimerMs(): number {
    return this.#next()?.atMs ?? Infinity;
  }

  /** Moves the wall clock alone, as an operator or a time server does. The monotonic one does not notice. */
  stepWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /** Lets `ms` pass without running any timer, as a stalled process does: they run late, at the next `advance`. */
  stall(ms: number): void {
    this.#nowMs += ms;
  }

  /**
   * Lets `ms` pass and runs what falls due. Promises settled by a timer are not awaited between timers:
   * use {@link ManualClock.advanceAsync} where their continuations set further ones.
   */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    while (this.#runNext(endMs));
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  /** As {@link ManualClock.advance}, and lets pending promise callbacks run before and after each timer. */
  async advanceAsync(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    await drainMicrotasks();
    while (this.#runNext(endMs)) await drainMicrotasks();
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  #next(): Alarm | undefined {
    while (this.#alarms[0] !== undefined && !this.#live.has(this.#alarms[0])) pop(this.#alarms);
    return this.#alarms[0];
  }

  #runNext(endMs: number): boolean {
    const alarm = this.#next();
    if (alarm === undefined || alarm.atMs > endMs) return false;
    pop(this.#alarms);
    this.#live.delete(alarm);
    this.#nowMs = Math.max(this.#nowMs, alarm.atMs);
    alarm.task();
    return true;
  }
}

/** Promise chains in this package are far shorter than this many links. */
const MICROTASK_ROUNDS = 32;

async function drainMicrotasks(): Promise<void> {
  for (let round = 0; round < MICROTASK_ROUNDS; round++) await Promise.resolve();
}

const isBefore = (one: Alarm, other: Alarm): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

function push(heap: Alarm[], alarm: Alarm): void {
  let index = heap.push(alarm) - 1;
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex] as Alarm;
    if (isBefore(parent, alarm)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = alarm;
}

function pop(heap: Alarm[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    let childIndex = 2 * index + 1;
    const right = heap[childIndex + 1];
    if (right !== undefined && isBefore(right, heap[childIndex] as Alarm)) childIndex++;
    const child = heap[childIndex];
    if (child === undefined || isBefore(last, child)) break;
    heap[index] = child;
    index = childIndex;
  }
  heap[index] = last;
}
