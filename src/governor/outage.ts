import type { CooldownReason, Host } from "./host-state.ts";
import { rateAt, resume } from "./rate-law.ts";

// A host that refuses everything, or will not have us at all, is asked by one probe at a time, after
// pauses that grow. This is the circuit breaker: open while pausing, half open while a probe is out.

/** From this many refusals in a row on it is an outage, and no news about the rate. */
const PARKED_FROM = 2;
const FIRST_PAUSE_MS = 500;
const PAUSE_GROWTH = 1.5;
const MOST_PAUSE_MS = 300_000;
/** A spell of this many refusals lets the way back begin lower. */
const LONG_SPELL = 5;
const AFTER_SPELL_DEPTH = 0.5;

/** From this many 401 or 403 in a row on the host will not have us. */
const BLOCKED_FROM = 5;
const FIRST_BLOCK_MS = 300_000;
const MOST_BLOCK_MS = 86_400_000;

/** Whether everything was refused of late. */
export const isParked = (host: Host): boolean => host.refusals >= PARKED_FROM;

/** Whether the host will not have us. */
export const isBlocked = (host: Host): boolean => host.rejections >= BLOCKED_FROM;

/** Whether only a single request at a time may find out how the host is. */
export const isProbing = (host: Host): boolean => isParked(host) || isBlocked(host);

/** Nothing starts before `untilMs`, unless something else already holds it longer. */
export function holdUntil(host: Host, untilMs: number, reason: CooldownReason): void {
  if (untilMs <= host.cooldownUntilMs) return;
  host.cooldownUntilMs = untilMs;
  host.cooldownReason = reason;
}

/** Takes in one more refusal of everything; gives until when the host is left alone. */
export function park(host: Host, nowMs: number, random: () => number): number {
  const firstMs = Math.max(FIRST_PAUSE_MS, 1000 / rateAt(host, nowMs));
  const pauseMs = Math.min(MOST_PAUSE_MS, firstMs * PAUSE_GROWTH ** (host.refusals - PARKED_FROM));
  const untilMs = nowMs + pauseMs * (1 + 0.1 * random());
  holdUntil(host, untilMs, "parked");
  return untilMs;
}

/** Takes in one more 401 or 403; gives until when the host is left alone, or nothing while it is not. */
export function reject(host: Host, nowMs: number, random: () => number): number | undefined {
  host.rejections += 1;
  if (!isBlocked(host)) return undefined;
  const pauseMs = Math.min(MOST_BLOCK_MS, FIRST_BLOCK_MS * 2 ** host.blocks);
  host.blocks += 1;
  const untilMs = nowMs + pauseMs * (1 + 0.1 * random());
  holdUntil(host, untilMs, "blocked");
  return untilMs;
}

/** The host answers again: whether that ends a spell in which it did not. */
export function recover(host: Host, nowMs: number): boolean {
  const wasProbing = isProbing(host);
  if (wasProbing) {
    const isLong = isBlocked(host) || host.refusals >= LONG_SPELL;
    resume(host, nowMs, isLong ? AFTER_SPELL_DEPTH : host.depth);
  }
  host.refusals = 0;
  host.rejections = 0;
  return wasProbing;
}
