import type { Host } from "./host-state.ts";
import type { Settings } from "./settings.ts";

// The rate. A refusal sets a ceiling and leads back to it from below; beyond it, and before there is one,
// growth needs evidence: clean answers, time, and that the rate was what held the client back.

/** The first ways back are at least this long. */
const LEAST_HOLD_MS = 20_000;
/** And this many requests long. */
const LEAST_HOLD_REQUESTS = 25;
/** A ceiling confirmed again and again is not tried more often than this... */
const MOST_HOLD_MS = 150_000;
/** ...or than after so many requests. */
const MOST_HOLD_REQUESTS = 200;
/** A ceiling within this share of the last one confirms it. */
const CONFIRMS_WITHIN = 0.1;
const HOLD_GROWTH = 2;
/** Fewer accepted answers are no cycle to reckon with: it goes on over the next refusal. */
const LEAST_CYCLE = 6;
/** Where the way back begins, as a share of the ceiling. */
const DEPTH = 0.85;
/** And once the ceiling is confirmed. */
const CONFIRMED_DEPTH = 0.93;
/** After a refusal that costs much. */
const DEAR_DEPTH = 0.7;
/** A wait this long makes a refusal a dear one... */
const DEAR_MS = 10_000;
/** ...and the way back this many times as long as the wait... */
const DEAR_HOLD = 2;
/** ...or, once confirmed, at most this many times. */
const DEAR_MOST_HOLD = 20;
/** A longer wait is kept, but makes the way back no longer. */
const MOST_COUNTED_WAIT_MS = 1_800_000;
/** Beyond the ceiling the rate grows by this share of it per second... */
const SLOPE_PER_SECOND = 0.01;
/** ...up to this multiple; beyond that, in steps. */
const SLOPE_UNTIL = 1.25;
const STEP = 1.3;
const STEP_CLEAN = 6;
const STEP_MS = 2000;
/** A step takes at least this share of the way back before. */
const STEP_OF_HOLD = 0.08;
/** The same after a refusal that cost much. */
const DEAR_STEP_OF_HOLD = 0.15;
/** The rate is never further above what is really sent. */
const ABOVE_SENT = 1.4;
/** What is accepted is counted in windows of this length, or so many requests. */
const WINDOW_MS = 30_000;
const WINDOW_REQUESTS = 15;
/** What is sent is averaged over this long, or this many starts. */
const SENT_MS = 4000;
const SENT_STARTS = 6;
/** A ceiling that nothing was refused below for this long is proven. */
const PROVEN_MS = 60_000;
/** A refusal only so far above a proven ceiling says no more about the rate than one below it. */
const BARELY_ABOVE = 1.1;
/** After a spell of refusals the way back begins here, as a share of the ceiling... */
const AFTER_SPELL_DEPTH = 0.5;
/** ...and takes so many times as long as the spell. */
const SPELL_HOLD = 2;
/** Spells are outages when they are so many times as far apart as they are long; else they come of a quota. */
const FIRST_SPELL_AFTER = 1;
/** Pauses that grow find the end of a spell late by about this much. */
const SPELL_TOO_LONG = 1.15;

/** The rate that holds at `nowMs`. */
export function rateAt({ backUntilMs, holdMs, depth, rate }: Host, nowMs: number): number {
  if (nowMs >= backUntilMs) return rate;
  const left = Math.min(1, (backUntilMs - nowMs) / holdMs);
  return rate * (1 - (1 - depth) * left * left);
}

/** The learned interval that holds at `nowMs`. */
export function learnedIntervalMs(host: Host, nowMs: number, settings: Settings): number {
  const intervalMs = 1000 / rateAt(host, nowMs);
  return Math.min(settings.maxIntervalMs, Math.max(settings.minIntervalMs, intervalMs));
}

/** Whether the rate is as high as it ever proved to be, and used. */
export const isAtMost = (host: Host, nowMs: number): boolean =>
  nowMs >= host.backUntilMs - 0.3 * host.holdMs && ABOVE_SENT * host.sent >= rateAt(host, nowMs);

/** Takes in that a request starts. */
export function countStart(host: Host, startMs: number): void {
  const gapMs = startMs - host.startMs;
  const overMs = Math.max(SENT_MS, (SENT_STARTS * 1000) / host.rate);
  // An exponential average of impulses; half an impulse less, it is exact for even gaps.
  const impulse = 1000 / overMs;
  const before = host.sent + impulse / 2;
  host.sent = before * Math.exp(-Math.max(0, gapMs) / overMs) + impulse / 2;
}

const windowMsOf = (host: Host): number => Math.max(WINDOW_MS, (WINDOW_REQUESTS * 1000) / host.rate);

/** Takes in an answer that was no refusal. */
export function countAccepted(host: Host, nowMs: number): void {
  host.accepted += 1;
  const elapsedMs = nowMs - host.windowFromMs;
  if (elapsedMs >= windowMsOf(host)) {
    host.windowBefore = (host.windowAccepted * 1000) / elapsedMs;
    host.windowAccepted = 0;
    host.windowFromMs = nowMs;
  }
  host.windowAccepted += 1;
}

/** What was accepted per second over the current window and the one before it. */
function acceptedOfLate(host: Host, nowMs: number): number {
  const windowMs = windowMsOf(host);
  const elapsedMs = Math.max(0, nowMs - host.windowFromMs);
  return (host.windowAccepted * 1000 + host.windowBefore * windowMs) / (elapsedMs + windowMs);
}

/** Whether the last refusal cost much, so that the next one is worth avoiding. */
const isDearNow = (host: Host): boolean => host.depth <= DEAR_DEPTH;

/** Takes in a clean answer: the rate grows if all that is needed is there. */
export function grow(host: Host, nowMs: number, settings: Settings): void {
  host.grownClean += 1;
  if (nowMs < host.backUntilMs) return;
  const most = Math.min(1000 / settings.minIntervalMs, ABOVE_SENT * host.sent);
  const sinceMs = nowMs - Math.max(host.grownMs, host.backUntilMs);
  const isStepping = host.rate >= SLOPE_UNTIL * host.ceiling;
  if (isStepping) {
    const ofHold = isDearNow(host) ? DEAR_STEP_OF_HOLD : STEP_OF_HOLD;
    const stepMs = host.ceiling === 0 ? STEP_MS : Math.max(2 * STEP_MS, ofHold * host.holdMs);
    if (host.grownClean < STEP_CLEAN || sinceMs < stepMs) return;
  }
  const slope = Math.min(SLOPE_PER_SECOND, ((SLOPE_UNTIL - 1) * host.ceiling) / LEAST_HOLD_REQUESTS);
  const grown = isStepping ? STEP * host.rate : host.rate + (host.ceiling * slope * sinceMs) / 1000;
  host.rate = Math.max(host.rate, Math.min(most, grown));
  host.grownMs = nowMs;
  host.grownClean = 0;
}

const leastHoldMs = (rate: number): number => Math.max(LEAST_HOLD_MS, (LEAST_HOLD_REQUESTS * 1000) / rate);

/** A refusal, as far as the rate is concerned. */
export interface Refusal {
  /** What the host asked to wait. */
  readonly waitMs: number;
  /** Whether the pace was what the request had waited for. */
  readonly isPaced: boolean;
  /** Whether the host said that it was asked too much, and did not just fail. */
  readonly isExplicit: boolean;
}

/** Cuts the rate after an event. */
export function cutRate(host: Host, refusal: Refusal, nowMs: number, settings: Settings): void {
  const { waitMs, isPaced, isExplicit } = refusal;
  const rate = rateAt(host, nowMs);
  const isBeyond = host.ceiling > 0 && rate >= SLOPE_UNTIL * host.ceiling;
  const sent =
    isPaced || host.accepted < LEAST_CYCLE ? rate : Math.min(rate, Math.max(host.sent, 0.25 * rate));
  const ceiling = Math.max(1000 / settings.maxIntervalMs, newCeiling(host, sent, nowMs, waitMs));
  const isDear = waitMs >= DEAR_MS;
  const isBracketed = isDear && nowMs < host.backUntilMs && ceiling > 0.5 * host.ceiling;
  const isConfirmed =
    host.ceiling > 0 && (isBracketed || Math.abs(ceiling / host.ceiling - 1) <= CONFIRMS_WITHIN);
  const isProven = host.holdMs > 1.5 * leastHoldMs(host.ceiling) || nowMs - host.acceptedFromMs > PROVEN_MS;
  const isBelow = isProven && !isExplicit && (nowMs < host.backUntilMs || sent < BARELY_ABOVE * host.ceiling);
  const countedMs = Math.min(waitMs, MOST_COUNTED_WAIT_MS);
  const leastMs = Math.max(leastHoldMs(ceiling), DEAR_HOLD * countedMs);
  const mostMs = Math.max(MOST_HOLD_MS, (MOST_HOLD_REQUESTS * 1000) / ceiling, DEAR_MOST_HOLD * countedMs);
  host.holdMs = isConfirmed ? Math.min(mostMs, Math.max(leastMs, host.holdMs * HOLD_GROWTH)) : leastMs;
  host.depth = waitMs >= DEAR_MS && !isConfirmed ? DEAR_DEPTH : isConfirmed ? CONFIRMED_DEPTH : DEPTH;
  host.wasProven = isBelow || isBeyond;
  host.ceiling = ceiling;
  host.rate = ceiling;
  beginWayBack(host, nowMs + waitMs);
  host.grownMs = nowMs;
}

/**
 * What is accepted between two refusals is what the host refills, so that is the ceiling; but never more
 * than was sent, nor less than what has proved good.
 */
function newCeiling(host: Host, sent: number, nowMs: number, waitMs: number): number {
  const isDear = waitMs >= DEAR_MS;
  const wellMs = Math.max(1, nowMs - host.acceptedFromMs);
  const accepted = (host.accepted * 1000) / (wellMs + waitMs);
  const within = (least: number, value: number): number => Math.min(sent, Math.max(least, value));
  if (nowMs < host.backUntilMs) {
    // A quota refills while it makes us wait, a box does not: the truth is between the two counts.
    if (isDear) return within(sent / 8, Math.sqrt((accepted * host.accepted * 1000) / wellMs));
    return within(Math.max(sent / 2, acceptedOfLate(host, nowMs)), 1.02 * accepted);
  }
  if (host.rate < SLOPE_UNTIL * host.ceiling) {
    return isDear ? host.ceiling : within(host.ceiling + (sent - host.ceiling) / 4, accepted);
  }
  return isDear ? within(Math.max(sent / 8, Math.sqrt(host.ceiling * sent)), accepted) : 0.85 * sent;
}

/** From `fromMs` on the rate leads back to the ceiling; never earlier than a way back already begun. */
export function beginWayBack(host: Host, fromMs: number): void {
  host.backUntilMs = Math.max(host.backUntilMs, fromMs + host.holdMs);
  host.grownClean = 0;
}

/** The first good answer after an event: from here on is counted what the host accepts. */
export function beginCycle(host: Host, nowMs: number): void {
  if (host.accepted < LEAST_CYCLE) return;
  host.accepted = 0;
  host.acceptedFromMs = Math.max(host.eventMs, Math.min(host.cooldownUntilMs, nowMs));
}

/**
 * After a long spell. If much more time than that had gone well before, below a ceiling that held, it was an outage, which says
 * nothing about the rate; else what was asked too fast may have been a quota for all that time.
 */
function ceilingAfterSpell(host: Host, nowMs: number, spellMs: number): number {
  const wellMs = nowMs - host.acceptedFromMs - spellMs;
  const isFirst = nowMs - spellMs - host.spellMs > FIRST_SPELL_AFTER * spellMs;
  const refused = host.ceiling > 0 ? host.ceiling : host.rate;
  if (host.wasProven && isFirst) return refused;
  if (host.ceiling > 0 && wellMs > 4 * spellMs) return refused;
  const accepted = (SPELL_TOO_LONG * (host.accepted + 1) * 1000) / (wellMs + spellMs);
  return Math.max(refused / 8, Math.min(refused, Math.max(accepted, acceptedOfLate(host, nowMs))));
}

/** A spell in which everything was refused is over. */
export function resumeAfterSpell(host: Host, nowMs: number, settings: Settings): void {
  const spellMs = nowMs - host.grownMs;
  if (spellMs >= DEAR_MS) {
    host.ceiling = Math.max(1000 / settings.maxIntervalMs, ceilingAfterSpell(host, nowMs, spellMs));
    host.rate = host.ceiling;
    host.depth = AFTER_SPELL_DEPTH;
    host.holdMs = Math.max(leastHoldMs(host.ceiling), Math.min(MOST_HOLD_MS, SPELL_HOLD * spellMs));
    host.accepted = Math.max(host.accepted, LEAST_CYCLE);
    host.spellMs = nowMs;
  }
  host.windowFromMs += spellMs;
  beginWayBack(host, nowMs);
}

/** After a long time without a start the rate is taken up again from below, not where it was left. */
export function resumeAfterIdle(host: Host, nowMs: number): void {
  host.grownMs = nowMs;
  if (host.ceiling === 0) {
    host.rate *= DEPTH;
    return;
  }
  host.rate = Math.min(host.rate, host.ceiling);
  host.depth = DEPTH;
  host.holdMs = leastHoldMs(host.ceiling);
  beginWayBack(host, nowMs);
}
