import type { CooldownReason, Host } from "./host-state.ts";
import { beginCycle, beginWayBack, rateAt, resumeAfterSpell } from "./rate-law.ts";
import type { Settings } from "./settings.ts";

// A host that refuses everything, or will not have us at all, is asked by one probe at a time, after
// pauses that grow. This is the circuit breaker: open while pausing, half open while a probe is out.

/** From this many refusals in a row on it is an outage, and no news about the rate. */
export const PARKED_FROM = 2;
export const FIRST_PAUSE_MS = 500;
export const PAUSE_GROWTH = 1.5;
const MOST_PAUSE_MS = 300_000;
/** A pause that was needed once is tried again at this share of the time that went well since. */
const PAUSE_OF_CYCLE = 0.25;

/** From this many 401 or 403 in a row on the host will not have us. */
export const BLOCKED_FROM = 5;
export const FIRST_BLOCK_MS = 300_000;
export const MOST_BLOCK_MS = 86_400_000;

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

const jittered = (ms: number, random: () => number): number => ms * (1 + 0.1 * random());

const leastPauseMs = (host: Host, nowMs: number): number =>
  Math.max(FIRST_PAUSE_MS, 1000 / rateAt(host, nowMs));

/** Takes in one more refusal of everything; gives until when the host is left alone. */
export function park(host: Host, nowMs: number, random: () => number): number {
  const again = Math.min(host.pauseMs / PAUSE_GROWTH, PAUSE_OF_CYCLE * (nowMs - host.acceptedFromMs));
  const pauseMs = host.refusals === PARKED_FROM ? again : host.pauseMs * PAUSE_GROWTH;
  host.pauseMs = Math.min(MOST_PAUSE_MS, Math.max(leastPauseMs(host, nowMs), pauseMs));
  const untilMs = nowMs + jittered(host.pauseMs, random);
  holdUntil(host, untilMs, "parked");
  beginWayBack(host, nowMs);
  return untilMs;
}

/** Takes in one more 401 or 403; gives until when the host is left alone, or nothing while it is not. */
export function reject(host: Host, nowMs: number, random: () => number): number | undefined {
  host.rejections += 1;
  if (!isBlocked(host)) return undefined;
  const pauseMs = Math.min(MOST_BLOCK_MS, FIRST_BLOCK_MS * 2 ** (host.rejections - BLOCKED_FROM));
  const untilMs = nowMs + jittered(pauseMs, random);
  holdUntil(host, untilMs, "blocked");
  return untilMs;
}

/** Takes in a clean answer to a request that started after the last event; whether that ends a spell. */
export function relieve(host: Host, nowMs: number, settings: Settings, random: () => number): boolean {
  const wasProbing = isProbing(host);
  if (host.refusals === 0 && host.rejections === 0) return false;
  host.rejections = 0;
  // Each good answer halves the doubt, and the pause with it: one of them may be a slot that just fell free.
  host.refusals >>= 1;
  if (isParked(host)) {
    const pauseMs = leastPauseMs(host, nowMs) * PAUSE_GROWTH ** (host.refusals - PARKED_FROM);
    holdUntil(host, nowMs + jittered(Math.min(host.pauseMs, pauseMs), random), "parked");
    host.accepted += 1;
    beginWayBack(host, nowMs);
    return false;
  }
  host.refusals = 0;
  if (wasProbing) resumeAfterSpell(host, nowMs, settings);
  beginCycle(host, nowMs);
  return wasProbing;
}
