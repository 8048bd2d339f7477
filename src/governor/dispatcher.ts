import type { Admission, KeyDenial, Outcome } from "./admission.ts";
import type { Alarm } from "./alarm.ts";
import type { GlobalSlots } from "./global-slots.ts";
import { Inquiry } from "./inquiry.ts";
import type { Lease, Slot } from "./lease.ts";
import type { LimiterSettings } from "./limiter-options.ts";
import type { Pacer, Pacers } from "./pacer.ts";
import {
  addSiblings,
  byHead,
  IN_QUEUE,
  keyHold,
  mustYield,
  NO_GLOBAL_SLOT,
  type Hold,
} from "./precedence.ts";
import { queueFullError, Refusals } from "./refusals.ts";
import { isPending } from "./maybe.ts";
import { waitedBetween, type WaitedMs } from "./wait-tally.ts";
import { WaitingRoom, type Line, type Newcomer, type Waiter } from "./waiters.ts";

/** What a {@link Dispatcher} needs of the limiter. */
export interface DispatcherContext {
  readonly options: LimiterSettings;
  readonly alarm: Alarm;
  readonly pacers: Pacers;
  readonly admission: Admission;
  readonly globalSlots: GlobalSlots<Line>;
  /** Whether the store answers at once. */
  readonly isSteady: boolean;
  /** Makes the lease of a start that was granted. */
  readonly grant: (host: string, slots: readonly Slot[], waited: WaitedMs | undefined) => Lease;
  /** Callers were turned away, since the wait is longer than anybody is to wait. */
  readonly onTurnedAway: (denial: KeyDenial, count: number) => void;
}

/** A slot that another process holds is looked for this often: its release reaches nobody here. */
const FOREIGN_SLOT_MS = 1000;

/** Serves those who wait: who is first, whether it may start, and when to look again. */
export class Dispatcher {
  readonly #context: DispatcherContext;
  readonly #toServe = new Set<Line>();
  readonly #inquiry: Inquiry;
  readonly #refusals: Refusals;
  /** Everybody who waits. */
  readonly room: WaitingRoom;
  #isServing = false;

  constructor(context: DispatcherContext) {
    this.#context = context;
    this.room = new WaitingRoom(context.alarm, context.pacers, {
      onDue: (line) => this.serve([line]),
      onLeft: (line) => this.#serveAround(line),
      onDeadline: (line, waiter) => {
        // Both may be due at once, and then it is in time.
        this.serve([line]);
        this.#refusals.refuseAtDeadline(line, waiter);
        this.#serveAround(line);
      },
    });
    this.#inquiry = new Inquiry(context.admission, context.globalSlots, (line) => this.serve([line]));
    this.#refusals = new Refusals({ ...context, room: this.room });
  }

  /** A lease: at once where nobody waits for these keys and the law lets it. */
  acquire(keys: readonly string[], newcomer: Newcomer): Promise<Lease> {
    const { host } = newcomer;
    if (this.#context.isSteady && this.#isClear(keys)) {
      const outcome = this.#inquiry.ask(host, keys);
      if (!isPending(outcome) && outcome.kind === "granted") {
        return Promise.resolve(this.#context.grant(host, outcome.slots, undefined));
      }
    }
    const nowMs = this.#nowMs();
    const { maxQueue, maxWaiting } = this.#context.options;
    const line = this.room.needLine(keys, nowMs);
    if (line.waiters.size >= maxQueue || this.room.size >= maxWaiting) {
      const error = queueFullError(host, line.waiters.size >= maxQueue ? maxQueue : maxWaiting);
      this.room.drop(line);
      return Promise.reject(error);
    }
    return this.room.join(line, newcomer, nowMs, (waiter) => {
      this.serve([line]);
      this.#refusals.refuseIfLate(line, waiter);
    });
  }

  /** A start for `host` without waiting, or what it would wait for. */
  tryStart(host: string, keys: readonly string[]): Outcome | Promise<Outcome> {
    const { globalSlots, options, isSteady } = this.#context;
    const nowMs = options.clock.now();
    const line = this.room.needLine(keys, nowMs);
    const hold = line.waiters.size > 0 || line.isAsking ? IN_QUEUE : keyHold(line, nowMs);
    const held = hold ?? (globalSlots.isFull ? NO_GLOBAL_SLOT : undefined);
    if (held !== undefined) {
      this.room.drop(line);
      return {
        kind: "denied",
        denials: [{ key: line.id, waitMs: held.untilMs - nowMs, reason: held.reason }],
      };
    }
    const outcome = this.#inquiry.ask(host, keys);
    if (isPending(outcome) && !isSteady) {
      return this.#startLater(line, outcome);
    }
    this.room.drop(line);
    return outcome;
  }

  /** Turns everybody away. */
  refuseAll(error: Error): void {
    for (const line of this.room.lines()) {
      for (const waiter of line.waiters.members()) this.room.turnAway(line, waiter, error);
      this.#drop(line);
    }
  }

  /** Looks at what can start in these lines now, and then in those that share a key with one that changed. */
  serve(lines: Iterable<Line>): void {
    for (const line of lines) this.#toServe.add(line);
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#toServe.size > 0) {
        const batch = [...this.#toServe].sort(byHead);
        this.#toServe.clear();
        for (const line of batch) if (this.#advance(line)) addSiblings(line, this.#toServe);
      }
    } finally {
      this.#isServing = false;
    }
  }

  /** What is known of the times of `pacer` holds no longer. */
  reconsider(pacer: Pacer): void {
    pacer.untilMs = -Infinity;
    for (const line of Array.from(pacer.lines)) this.#serveAround(line);
  }

  /** Frees a global slot, and serves who waits for one. */
  freeGlobalSlot(): void {
    this.#inquiry.freeGlobalSlot();
  }

  #nowMs(): number {
    return this.#context.options.clock.now();
  }

  #isClear(keys: readonly string[]): boolean {
    const { pacers, globalSlots } = this.#context;
    return !globalSlots.isFull && (pacers.size === 0 || keys.every((key) => pacers.get(key) === undefined));
  }

  #serveAround(line: Line): void {
    addSiblings(line, this.#toServe);
    this.serve([line]);
  }

  /** Starts what can start in `line`; whether anything changed that other lines may wait for. */
  #advance(line: Line): boolean {
    const { alarm } = this.#context;
    let hasChanged = false;
    while (!line.isAsking) {
      const head = line.waiters.first;
      if (head === undefined) return this.#drop(line);
      const nowMs = this.#nowMs();
      const hold = this.#holdOf(line, head, nowMs);
      line.tally.turn(hold?.reason ?? "store", nowMs);
      alarm.set(line, hold?.untilMs ?? Infinity);
      if (hold !== undefined) return hasChanged;
      const { host } = head;
      const outcome = this.#inquiry.ask(host, line.keys);
      if (isPending(outcome)) {
        void this.#takeLater(line, host, outcome);
        return hasChanged;
      }
      this.#take(line, host, outcome);
      hasChanged = true;
    }
    return hasChanged;
  }

  #drop(line: Line): boolean {
    this.#context.globalSlots.leave(line);
    return this.room.drop(line);
  }

  #holdOf(line: Line, head: Waiter, nowMs: number): Hold | undefined {
    const { globalSlots } = this.#context;
    const hold = keyHold(line, nowMs);
    if (hold !== undefined) return hold;
    if (mustYield(line, head, nowMs, (pacer) => this.#context.admission.intervalMsFor(head.host, pacer.key)))
      return IN_QUEUE;
    if (!globalSlots.isFull) return undefined;
    globalSlots.wait(line);
    return NO_GLOBAL_SLOT;
  }

  async #takeLater(line: Line, host: string, asked: Promise<Outcome>): Promise<void> {
    this.#take(line, host, await this.#inquiry.wait(line, asked));
    this.#serveAround(line);
  }

  async #startLater(line: Line, asked: Promise<Outcome>): Promise<Outcome> {
    const outcome = await this.#inquiry.wait(line, asked);
    this.#serveAround(line);
    return outcome;
  }

  #take(line: Line, host: string, outcome: Outcome): void {
    if (outcome.kind === "failed") {
      for (const waiter of line.waiters.members()) {
        if (waiter.host === host) this.room.turnAway(line, waiter, outcome.error);
      }
    } else if (outcome.kind === "denied") {
      for (const denial of outcome.denials) this.#noteDenial(line, denial);
      this.#refusals.refuseLate(line);
    } else {
      this.#start(line, host, outcome.slots);
    }
  }

  #start(line: Line, host: string, slots: readonly Slot[]): void {
    const head = line.waiters.first;
    // The one it was asked for gave up meanwhile, and another host may ask for a longer gap.
    if (head?.host !== host) {
      this.#inquiry.giveBack(slots);
      return;
    }
    const nowMs = this.#nowMs();
    for (const [index, pacer] of line.pacers.entries()) {
      const granted = slots[index]?.granted;
      if (granted === undefined) continue;
      pacer.untilMs = nowMs + granted.nextInMs;
      pacer.reason = granted.nextReason;
    }
    const waited = waitedBetween(head.before, line.tally.reading(nowMs));
    this.room.call(line, head);
    head.resolve(this.#context.grant(host, slots, waited));
  }

  #noteDenial(line: Line, denial: KeyDenial): void {
    const { isSteady } = this.#context;
    const pacer = line.pacers.find(({ key }) => key === denial.key);
    if (pacer === undefined) return;
    const isForeign = denial.reason === "concurrency" && !isSteady;
    const longestMs = isForeign ? FOREIGN_SLOT_MS : Infinity;
    pacer.untilMs = this.#nowMs() + Math.min(longestMs, Math.max(1, denial.waitMs));
    pacer.reason = denial.reason;
    this.#refusals.refuseCooldown(line, denial, pacer.untilMs);
  }
}
