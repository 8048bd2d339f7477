import type { Host } from "./host-state.ts";
import type { Settings } from "./settings.ts";

// The in-flight limit. How many of our requests wait in the host's queue shows in the latency: of `limit`
// requests the share 1 - baseline/mean is waiting. Few waiting and all in use: one more; many: one less.
// Others in that queue wait as long as we do, so the latency itself has a bound too.

/** A window has at least this many latencies, of which the first few give a first impression. */
const LEAST_COUNT = 64;
const FIRST_COUNT = 8;
const MOST_COUNT = 256;
/** It closes once it has this many, or the mean is known to this share. */
const MEAN_KNOWN = 0.035;
/** A first impression is enough to grow while there was no sign of a queue or a refusal. */
const FIRST_KNOWN = 0.2;
/** The first baseline is taken from so many, and to this share. */
const FAIR_COUNT = 16;
const FAIRLY_KNOWN = 0.1;
/** Until then the limit does not grow beyond this. */
const MOST_BLIND = 2;
const QUEUE_LOW = 0.7;
const QUEUE_HIGH = 2.5;
/** The latency may be this many times the baseline; up to the first, the limit may grow. */
const LATENCY_LOW = 1.15;
const LATENCY_HIGH = 1.2;
/** Before the first sign of a queue or a refusal the limit grows by this factor. */
const FIRST_GROWTH = 1.25;
/** The baseline is measured again when it was not seen for this long... */
const BASELINE_STALE_MS = 300_000;
/** ...where seen is within this share. */
const BASELINE_SEEN_WITHIN = 0.15;
const DECREASE = 0.85;
const FIRST_HOLD_MS = 15_000;
const MOST_HOLD_MS = 600_000;
const HOLD_GROWTH = 2;

/** The in-flight limit that holds. */
export function concurrencyOf(host: Host, settings: Settings): number {
  return Math.min(settings.maxConcurrency, Math.max(1, Math.floor(host.limit)));
}

/** Takes in the latency of a clean answer that shared the host with `running` requests, itself counted. */
export function countLatency(
  host: Host,
  latencyMs: number,
  running: number,
  nowMs: number,
  settings: Settings,
): void {
  host.provenInFlight = Math.max(host.provenInFlight, running);
  host.windowInFlight = Math.max(host.windowInFlight, running);
  host.latencyCount += 1;
  host.latencySum += latencyMs;
  host.latencySquares += latencyMs * latencyMs;
  const count = host.latencyCount;
  // Looked at after every answer, a mean would be taken when it happens to be low.
  if (count < FIRST_COUNT || (count & (count - 1)) !== 0) return;
  const meanMs = Math.max(1, host.latencySum / count);
  const variance = Math.max(0, host.latencySquares / count - meanMs * meanMs);
  const errorMs = Math.sqrt(variance / count);
  const isKnown = count >= MOST_COUNT || (count >= LEAST_COUNT && errorMs <= MEAN_KNOWN * meanMs);
  const isFirst = host.limitHoldMs === 0 && errorMs <= FIRST_KNOWN * meanMs;
  if (!isKnown && !isFirst) return;
  const isFair = count >= FAIR_COUNT && errorMs <= FAIRLY_KNOWN * meanMs;
  if (isKnown || (isFair && host.baselineMs === 0)) lowerBaseline(host, meanMs);
  const hasGrown = growLimit(host, meanMs, nowMs, settings);
  if (isKnown) judgeWindow(host, meanMs, errorMs, nowMs, settings);
  else if (!hasGrown) return;
  host.windowInFlight = 0;
  // The first baseline is waited for, however often the limit grows meanwhile.
  if (host.baselineMs === 0) return;
  host.latencyCount = 0;
  host.latencySum = 0;
  host.latencySquares = 0;
}

// A running minimum of noisy means sinks; of what they surely are below, it sinks less.
function lowerBaseline(host: Host, surelyBelowMs: number): void {
  if (host.baselineMs === 0 || surelyBelowMs < host.baselineMs) host.baselineMs = surelyBelowMs;
}

const waiting = (host: Host, latencyMs: number): number =>
  host.baselineMs === 0 ? 0 : host.limit * (1 - host.baselineMs / latencyMs);

function growLimit(host: Host, meanMs: number, nowMs: number, settings: Settings): boolean {
  const limit = concurrencyOf(host, settings);
  const isQueued =
    waiting(host, meanMs) >= QUEUE_LOW || (host.baselineMs > 0 && meanMs >= LATENCY_LOW * host.baselineMs);
  const isBlind = host.baselineMs === 0 && limit >= MOST_BLIND;
  if (isQueued || isBlind || host.windowInFlight < limit || nowMs < host.limitHeldUntilMs) return false;
  const step = host.limitHoldMs === 0 ? Math.max(limit + 1, Math.floor(limit * FIRST_GROWTH)) : limit + 1;
  host.limit = Math.min(settings.maxConcurrency, step);
  return true;
}

function judgeWindow(host: Host, meanMs: number, errorMs: number, nowMs: number, settings: Settings): void {
  if (meanMs <= host.baselineMs * (1 + BASELINE_SEEN_WITHIN)) host.baselineSeenMs = nowMs;
  const limit = concurrencyOf(host, settings);
  if (nowMs - host.baselineSeenMs > BASELINE_STALE_MS) {
    // Nobody knows whether the host became slower or we queue all the time: half the limit will show.
    host.limit = Math.max(1, Math.ceil(limit / 2));
    host.baselineMs = 0;
    host.baselineSeenMs = nowMs;
    return;
  }
  const surelyMs = meanMs - errorMs;
  if (waiting(host, surelyMs) <= QUEUE_HIGH && surelyMs <= LATENCY_HIGH * host.baselineMs) return;
  host.limit = Math.max(1, limit - 1);
  host.limitHoldMs = Math.max(host.limitHoldMs, 1);
}

/** Cuts the limit to what is proven, after a refusal with more than that in flight. */
export function cutLimitToProven(host: Host, running: number, nowMs: number): void {
  host.provenInFlight = Math.max(1, Math.min(host.provenInFlight, running - 1));
  host.limit = Math.max(1, Math.min(host.limit, host.provenInFlight));
  host.limitHoldMs = Math.min(MOST_HOLD_MS, Math.max(FIRST_HOLD_MS, host.limitHoldMs * HOLD_GROWTH));
  host.limitHeldUntilMs = nowMs + host.limitHoldMs;
}

/** Cuts the limit after a refusal that may or may not be its fault. */
export function cutLimit(host: Host, nowMs: number): void {
  host.limit = Math.max(1, host.limit * DECREASE);
  host.provenInFlight = Math.min(host.provenInFlight, Math.floor(host.limit));
  host.limitHoldMs = Math.max(FIRST_HOLD_MS, host.limitHoldMs);
  host.limitHeldUntilMs = Math.max(host.limitHeldUntilMs, nowMs + FIRST_HOLD_MS);
}
