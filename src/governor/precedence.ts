import type { WaitReason } from "./admit.ts";
import type { Pacer } from "./pacer.ts";
import { isServedBefore, type Line, type Waiter } from "./waiters.ts";

/** How often somebody may go ahead of one who waits for a slot of another key. */
const MAX_PASSED_BY = 16;

/** Reasons whose end nobody knows: the time named with them is when to look again. */
const OPEN_ENDED: ReadonlySet<WaitReason> = new Set([
  "concurrency",
  "global-concurrency",
  "paused",
  "queue",
  "store",
]);

/** Until when a line waits, and what for. */
export interface Hold {
  /** Monotonic; `Infinity` when something else than time ends it. */
  readonly untilMs: number;
  readonly reason: WaitReason;
}

/** Somebody else is to be served first. */
export const IN_QUEUE: Hold = { untilMs: Infinity, reason: "queue" };
/** All hosts together have as many requests in flight as they may. */
export const NO_GLOBAL_SLOT: Hold = { untilMs: Infinity, reason: "global-concurrency" };

/** Whether nobody knows when the hold ends. */
export const isOpenEnded = ({ reason }: Hold): boolean => OPEN_ENDED.has(reason);

/** What the keys of `line` make it wait for; `undefined` when nothing. */
export function keyHold(line: Line, nowMs: number): Hold | undefined {
  let hold: Hold | undefined;
  for (const pacer of line.pacers) {
    if (pacer.isPaused) return { untilMs: Infinity, reason: "paused" };
    if (pacer.untilMs > (hold?.untilMs ?? nowMs)) hold = pacer;
  }
  return hold;
}

/**
 * Whether the first of `line` must let somebody of another line with a key in common go first. It need not when
 * that one cannot start before the key is free again anyway; nor, a bounded number of times, when that one waits for a slot
 * of another key. So one slow host delays no other, and nobody is passed by for ever.
 */
export function mustYield(
  line: Line,
  head: Waiter,
  nowMs: number,
  gapMsOf: (pacer: Pacer) => number,
): boolean {
  for (const pacer of line.pacers) {
    for (const other of pacer.lines) {
      const elder = other.waiters.first;
      if (other === line || elder === undefined || !isServedBefore(elder, head)) continue;
      if (!mayPass(other, elder, nowMs, () => gapMsOf(pacer))) return true;
    }
  }
  return false;
}

function mayPass(other: Line, elder: Waiter, nowMs: number, gapMs: () => number): boolean {
  const hold = keyHold(other, nowMs);
  if (hold === undefined) return false;
  if (hold.reason === "paused") return true;
  if (!isOpenEnded(hold)) return hold.untilMs >= nowMs + gapMs();
  return elder.passedBy++ < MAX_PASSED_BY;
}

/** Orders lines by who is first in them, empty ones in front. */
export function byHead(one: Line, other: Line): number {
  const head = one.waiters.first;
  const rival = other.waiters.first;
  if (head === undefined || rival === undefined)
    return Number(head !== undefined) - Number(rival !== undefined);
  return isServedBefore(head, rival) ? -1 : 1;
}

/** Adds the lines that have a key in common with `line` to `lines`. */
export function addSiblings(line: Line, lines: Set<Line>): void {
  for (const pacer of line.pacers) {
    for (const sibling of pacer.lines) if (sibling !== line) lines.add(sibling);
  }
}
