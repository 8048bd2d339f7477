import { AbortWatch } from "./abort-watch.ts";
import type { Alarm, Due } from "./alarm.ts";
import { IndexedHeap, type HeapNode } from "./indexed-heap.ts";
import type { Lease } from "./lease.ts";
import type { Pacer, Pacers } from "./pacer.ts";
import { WaitTally, type WaitedMs } from "./wait-tally.ts";

/** A caller who waits for a lease. */
export interface Waiter extends HeapNode {
  readonly host: string;
  /**
   * Its place in time: when it came, less what its priority is worth. So priorities age with nothing to
   * update: who waits longer than the difference is worth goes first.
   */
  readonly rank: number;
  /** Breaks ties of `rank`: first come, first served. */
  readonly order: number;
  readonly maxWaitMs: number;
  /** Until when it waits; `Infinity` when as long as it takes. */
  readonly deadlineMs: number;
  /** What its line had waited for when it came. */
  readonly before: WaitedMs;
  /** How often somebody later went ahead since this one needed a slot that was not free. */
  passedBy: number;
  readonly resolve: (lease: Lease) => void;
  readonly reject: (reason: unknown) => void;
  /** Forgets listener and deadline. */
  readonly disarm: () => void;
}

/** Whether `one` is served before `other`: the same answer in every line, so that lines never wait for each other in a ring. */
export const isServedBefore = (one: Waiter, other: Waiter): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.order < other.order);

/** The callers who wait for the same keys, first in, first out within a priority. */
export interface Line extends Due {
  readonly id: string;
  readonly keys: readonly string[];
  readonly pacers: readonly Pacer[];
  readonly waiters: IndexedHeap<Waiter>;
  readonly tally: WaitTally;
  /** A question to the law is under way. */
  isAsking: boolean;
  /** Something that slows the host down was learned since. */
  isOutdated: boolean;
}

/** A caller about to wait. */
export interface Newcomer {
  readonly host: string;
  readonly signal: AbortSignal | undefined;
  readonly maxWaitMs: number;
  /** What its priority is worth, in time. */
  readonly aheadMs: number;
}

/** What happens in a {@link WaitingRoom} by itself. */
export interface WaitingRoomEvents {
  /** The time of `line` has come. */
  onDue(line: Line): void;
  /** Somebody left `line` unserved. */
  onLeft(line: Line): void;
  /** The time of `waiter` is over; it still stands in `line`. */
  onDeadline(line: Line, waiter: Waiter): void;
}

/** Everybody who waits, in lines by what they wait for. */
export class WaitingRoom {
  readonly #alarm: Alarm;
  readonly #pacers: Pacers;
  readonly #events: WaitingRoomEvents;
  readonly #aborts: AbortWatch<Line>;
  readonly #lines = new Map<string, Line>();
  #size = 0;
  #order = 0;

  constructor(alarm: Alarm, pacers: Pacers, events: WaitingRoomEvents) {
    this.#alarm = alarm;
    this.#pacers = pacers;
    this.#events = events;
    this.#aborts = new AbortWatch((line) => this.#events.onLeft(line));
  }

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** All lines as they stand now. */
  lines(): Line[] {
    return Array.from(this.#lines.values());
  }

  /** The line for exactly these keys. */
  lineOf(keys: readonly string[]): Line | undefined {
    return this.#lines.get(idOf(keys));
  }

  /** The same, made where there is none. {@link WaitingRoom.drop} it when done. */
  needLine(keys: readonly string[], nowMs: number): Line {
    const id = idOf(keys);
    let line = this.#lines.get(id);
    if (line === undefined) {
      line = this.#newLine(id, keys, nowMs);
      this.#lines.set(id, line);
      for (const pacer of line.pacers) pacer.lines.add(line);
    }
    return line;
  }

  /** Forgets `line` when it is empty and nobody asks for it; whether it did. */
  drop(line: Line): boolean {
    if (line.waiters.size > 0 || line.isAsking || !this.#lines.delete(line.id)) return false;
    this.#alarm.clear(line);
    for (const pacer of line.pacers) {
      pacer.lines.delete(line);
      this.#pacers.drop(pacer);
    }
    return true;
  }

  /** Puts a caller in line. `onWaiting` gets its place; the promise settles when it is called or turned away. */
  join(
    line: Line,
    { host, signal, maxWaitMs, aheadMs }: Newcomer,
    nowMs: number,
    onWaiting: (waiter: Waiter) => void,
  ): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const ignoreAbort =
        signal && this.#aborts.add(signal, line, (reason) => this.turnAway(line, waiter, reason));
      const deadline: Due = { dueMs: 0, heapIndex: -1, onDue: () => this.#events.onDeadline(line, waiter) };
      const waiter: Waiter = {
        host,
        rank: nowMs - aheadMs,
        order: this.#order++,
        maxWaitMs,
        deadlineMs: nowMs + maxWaitMs,
        before: line.tally.reading(nowMs),
        passedBy: 0,
        heapIndex: -1,
        resolve,
        reject,
        disarm: () => {
          ignoreAbort?.();
          this.#alarm.clear(deadline);
        },
      };
      this.#alarm.set(deadline, waiter.deadlineMs);
      this.#alarm.countWaiting(1);
      this.#size++;
      line.waiters.place(waiter);
      onWaiting(waiter);
    });
  }

  /** Takes `waiter` out of `line`: it is served. */
  call(line: Line, waiter: Waiter): void {
    line.waiters.remove(waiter);
    waiter.disarm();
    this.#alarm.countWaiting(-1);
    this.#size--;
  }

  /** Takes `waiter` out of `line` and rejects it. */
  turnAway(line: Line, waiter: Waiter, reason: unknown): void {
    this.call(line, waiter);
    waiter.reject(reason);
  }

  #newLine(id: string, keys: readonly string[], nowMs: number): Line {
    const line: Line = {
      id,
      keys,
      pacers: keys.map((key) => this.#pacers.need(key)),
      waiters: new IndexedHeap<Waiter>(isServedBefore),
      tally: new WaitTally(nowMs),
      isAsking: false,
      isOutdated: false,
      dueMs: Infinity,
      heapIndex: -1,
      onDue: () => this.#events.onDue(line),
    };
    return line;
  }
}

/** A key with a line break in it can at worst share a line with other keys, which is to wait longer. */
const idOf = (keys: readonly string[]): string => (keys.length === 1 ? (keys[0] ?? "") : keys.join("\n"));
