import type { Host } from "./host-state.ts";
import type { Settings } from "./settings.ts";

// The rate. A refusal sets a ceiling and leads back to it from below; beyond it, and before there is one,
// growth needs evidence: clean answers, time, and that the rate was what held the client back.

/** The first ways back are at least this long. */
const LEAST_HOLD_MS = 20_000;
/** And this many requests long. */
const LEAST_HOLD_REQUESTS = 25;
/** A ceiling confirmed again and again is not tried more often than this... */
const MOST_HOLD_MS = 300_000;
/** ...or than after so many requests. */
const MOST_HOLD_REQUESTS = 200;
/** A ceiling within this share of the last one confirms it. */
const CONFIRMS_WITHIN = 0.2;
const HOLD_GROWTH = 1.6;
/** Where the way back begins, as a share of the ceiling. */
const DEPTH = 0.85;
/** After a refusal that costs much. */
const DEAR_DEPTH = 0.7;
/** A wait this long makes a refusal a dear one. */
const DEAR_MS = 10_000;
/** Beyond the ceiling the rate grows by this share of it per second... */
const SLOPE_PER_SECOND = 0.01;
/** ...up to this multiple; beyond that, in steps. */
const SLOPE_UNTIL = 1.25;
const STEP = 1.3;
const STEP_CLEAN = 6;
const STEP_MS = 2000;
/** The rate is never further above what is really sent. */
const ABOVE_SENT = 1.4;
/** What is sent is averaged over this long, or this many starts. */
const SENT_MS = 4000;
const SENT_STARTS = 6;

/** The rate that holds at `nowMs`. */
export function rateAt(host: Host, nowMs: number): number {
  const { backFromMs, backUntilMs, depth, rate } = host;
  if (nowMs >= backUntilMs) return rate;
  const left = Math.min(1, (backUntilMs - nowMs) / (backUntilMs - backFromMs));
  return rate * (1 - (1 - depth) * left * left);
}

/** The learned interval that holds at `nowMs`. */
export function learnedIntervalMs(host: Host, nowMs: number, settings: Settings): number {
  const intervalMs = 1000 / rateAt(host, nowMs);
  return Math.min(settings.maxIntervalMs, Math.max(settings.minIntervalMs, intervalMs));
}

/** Takes in that a request starts. */
export function countStart(host: Host, startMs: number): void {
  const gapMs = startMs - host.startMs;
  const overMs = Math.max(SENT_MS, (SENT_STARTS * 1000) / host.rate);
  // An exponential average of impulses; half an impulse less, it is exact for even gaps.
  const impulse = 1000 / overMs;
  const before = host.sent + impulse / 2;
  host.sent = before * Math.exp(-Math.max(0, gapMs) / overMs) + impulse / 2;
}

/** Takes in a clean answer: the rate grows if all that is needed is there. */
export function grow(host: Host, nowMs: number, settings: Settings): void {
  host.accepted += 1;
  host.grownClean += 1;
  if (nowMs < host.backUntilMs) return;
  const most = Math.min(1000 / settings.minIntervalMs, ABOVE_SENT * host.sent);
  const sinceMs = nowMs - Math.max(host.grownMs, host.backUntilMs);
  if (host.ceiling > 0 && host.rate < SLOPE_UNTIL * host.ceiling) {
    const slope = Math.min(SLOPE_PER_SECOND, ((SLOPE_UNTIL - 1) * host.ceiling) / LEAST_HOLD_REQUESTS);
    host.rate = Math.max(host.rate, Math.min(most, host.rate + (host.ceiling * slope * sinceMs) / 1000));
    host.grownMs = nowMs;
    host.grownFrom = host.rate;
    host.grownClean = 0;
    return;
  }
  if (host.grownClean < STEP_CLEAN || sinceMs < STEP_MS) return;
  const step = STEP * host.grownFrom;
  host.rate = Math.max(host.rate, Math.min(most, step));
  if (host.rate < step) return;
  host.grownMs = nowMs;
  host.grownFrom = host.rate;
  host.grownClean = 0;
}

/** Cuts the rate after an event. `waitMs` is what the host asked to wait. */
export function cutRate(host: Host, nowMs: number, waitMs: number, settings: Settings): void {
  const rate = rateAt(host, nowMs);
  const sent = Math.min(rate, Math.max(host.sent, 0.25 * rate));
  const ceiling = Math.max(1000 / settings.maxIntervalMs, newCeiling(host, sent, nowMs, waitMs));
  const isConfirmed = host.ceiling > 0 && Math.abs(ceiling / host.ceiling - 1) <= CONFIRMS_WITHIN;
  const leastMs = Math.max(leastHoldMs(ceiling), 8 * waitMs);
  const mostMs = Math.max(leastMs, MOST_HOLD_MS, (MOST_HOLD_REQUESTS * 1000) / ceiling);
  host.holdMs = isConfirmed ? Math.min(mostMs, Math.max(leastMs, host.holdMs * HOLD_GROWTH)) : leastMs;
  host.ceiling = ceiling;
  host.rate = ceiling;
  host.depth = waitMs >= DEAR_MS ? DEAR_DEPTH : DEPTH;
  beginWayBack(host, nowMs + waitMs);
  host.eventMs = nowMs;
  host.accepted = 0;
  host.countedFromMs = nowMs;
}

/**
 * What is accepted between two refusals is what the host refills, so that is the ceiling; what was sent,
 * where there is no such cycle to count.
 */
function newCeiling(host: Host, sent: number, nowMs: number, waitMs: number): number {
  const cycleSeconds = (nowMs - host.countedFromMs + waitMs) / 1000;
  const isStepping = host.rate >= SLOPE_UNTIL * host.ceiling;
  if (isStepping && waitMs < DEAR_MS) return sent;
  const accepted = (host.accepted + 1) / Math.max(cycleSeconds, 1e-3);
  return Math.min(sent, Math.max(sent / 2, 1.05 * accepted));
}

/** From `fromMs` on the rate leads back to the ceiling; never earlier than a way back already begun. */
function beginWayBack(host: Host, fromMs: number): void {
  host.backFromMs = fromMs;
  host.backUntilMs = Math.max(host.backUntilMs, fromMs + host.holdMs);
  host.grownMs = host.backUntilMs;
  host.grownFrom = host.rate;
  host.grownClean = 0;
}

/** After a time in which nothing was learned of the rate, it is taken up again from `depth` of what it was. */
export function resume(host: Host, nowMs: number, depth: number): void {
  if (host.ceiling === 0) {
    host.rate *= depth;
    host.grownFrom = host.rate;
    host.grownMs = nowMs;
    host.grownClean = 0;
    return;
  }
  host.rate = Math.min(host.rate, host.ceiling);
  host.depth = depth;
  host.holdMs = leastHoldMs(host.ceiling);
  beginWayBack(host, nowMs);
}

const leastHoldMs = (rate: number): number => Math.max(LEAST_HOLD_MS, (LEAST_HOLD_REQUESTS * 1000) / rate);

/** Whether the rate is as high as it ever proved to be: beyond the way back, and used. */
export const isAtMost = (host: Host, nowMs: number): boolean =>
  nowMs >= host.backUntilMs - 0.3 * (host.backUntilMs - host.backFromMs) &&
  ABOVE_SENT * host.sent >= rateAt(host, nowMs);
