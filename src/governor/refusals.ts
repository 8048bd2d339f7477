import { CrawlError } from "../common/errors.ts";
import type { Admission, KeyDenial } from "./admission.ts";
import type { WaitReason } from "./admit.ts";
import type { LimiterSettings } from "./limiter-options.ts";
import { isOpenEnded, keyHold, type Hold } from "./precedence.ts";
import { isServedBefore, type Line, type Waiter, type WaitingRoom } from "./waiters.ts";

/** What {@link Refusals} needs. */
export interface RefusalsContext {
  readonly options: LimiterSettings;
  readonly admission: Admission;
  readonly room: WaitingRoom;
  /** Callers were turned away, since the wait is longer than anybody is to wait. */
  readonly onTurnedAway: (denial: KeyDenial, count: number) => void;
}

/** Waits whose length the host has set, not the pace. */
const COOLDOWNS: ReadonlySet<WaitReason> = new Set(["cooldown", "rate-limit", "parked", "blocked"]);

/** Turns away who would wait too long, with the time at which it would be possible. */
export class Refusals {
  readonly #context: RefusalsContext;

  constructor(context: RefusalsContext) {
    this.#context = context;
  }

  /** Turns all of `line` away when a cooldown lasts longer than anybody is to wait. */
  refuseCooldown(line: Line, denial: KeyDenial, untilMs: number): void {
    const { options, room, onTurnedAway } = this.#context;
    if (!COOLDOWNS.has(denial.reason) || denial.waitMs <= options.maxCooldownMs) return;
    const retryAtMs = this.#wallAt(untilMs);
    const waiters = line.waiters.members();
    for (const waiter of waiters) {
      room.turnAway(line, waiter, cooldownError(waiter.host, denial.reason, retryAtMs));
    }
    onTurnedAway(denial, waiters.length);
  }

  /** Turns away who waits in `line` no longer than it is now known to take at least. */
  refuseLate(line: Line): void {
    const hold = keyHold(line, this.#context.options.clock.now());
    if (hold === undefined || isOpenEnded(hold)) return;
    for (const waiter of line.waiters.members()) {
      if (waiter.deadlineMs < hold.untilMs) this.#refuse(line, waiter, hold);
    }
  }

  /** Turns `waiter` away when those before it, at the pace of now, leave it no start before its deadline. */
  refuseIfLate(line: Line, waiter: Waiter): void {
    if (waiter.heapIndex < 0 || waiter.deadlineMs === Infinity) return;
    const { options, admission } = this.#context;
    const nowMs = options.clock.now();
    const hold = keyHold(line, nowMs);
    const knownMs = hold === undefined || isOpenEnded(hold) ? nowMs : hold.untilMs;
    const gapMs = Math.max(...line.keys.map((key) => admission.intervalMsFor(waiter.host, key)));
    // Even behind everybody: then nobody need be counted.
    if (waiter.deadlineMs >= knownMs + (line.waiters.size - 1) * gapMs) return;
    const before = line.waiters.members().filter((other) => isServedBefore(other, waiter)).length;
    const untilMs = knownMs + before * gapMs;
    if (waiter.deadlineMs < untilMs) this.#refuse(line, waiter, { untilMs, reason: hold?.reason ?? "queue" });
  }

  /** Turns `waiter` away if it still waits: its time is over. */
  refuseAtDeadline(line: Line, waiter: Waiter): void {
    if (waiter.heapIndex < 0) return;
    this.#refuse(line, waiter, keyHold(line, this.#context.options.clock.now()));
  }

  #refuse(line: Line, waiter: Waiter, hold: Hold | undefined): void {
    const retryAtMs = hold === undefined || isOpenEnded(hold) ? undefined : this.#wallAt(hold.untilMs);
    this.#context.room.turnAway(
      line,
      waiter,
      lateError(waiter.host, waiter.maxWaitMs, hold?.reason ?? "queue", retryAtMs),
    );
  }

  #wallAt(monotonicMs: number): number {
    const { clock } = this.#context.options;
    return Math.ceil(clock.wall() + monotonicMs - clock.now());
  }
}

const timeOf = (epochMs: number): string =>
  Math.abs(epochMs) <= 8.64e15 ? new Date(epochMs).toISOString() : "the end of time";

const cooldownError = (host: string, reason: string, retryAtMs: number): CrawlError =>
  new CrawlError("cooldown", `${host} is not asked before ${timeOf(retryAtMs)} (${reason})`, { retryAtMs });

const lateError = (host: string, maxWaitMs: number, reason: string, retryAtMs?: number): CrawlError =>
  retryAtMs === undefined
    ? new CrawlError("wait-too-long", `${host} has no place within ${maxWaitMs} ms (${reason})`)
    : new CrawlError(
        "wait-too-long",
        `${host} has no place within ${maxWaitMs} ms, the next is at ${timeOf(retryAtMs)} (${reason})`,
        { retryAtMs },
      );

/** The queue is bounded, and full. */
export const queueFullError = (host: string, waiting: number): CrawlError =>
  new CrawlError("queue-full", `${waiting} callers wait already, too many for one more for ${host}`);

/** Nothing is granted any more. */
export const closedError = (): CrawlError => new CrawlError("closed", "the limiter is closed");
