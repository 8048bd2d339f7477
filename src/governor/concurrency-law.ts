import type { Host } from "./host-state.ts";
import type { Settings } from "./settings.ts";

// The in-flight limit. How many of our requests wait in the host's queue shows in the latency: of `limit`
// requests the share 1 - baseline/mean is waiting. Few waiting and all in use: one more; many: one less.

/** A window has at least this many latencies, and so many that their mean is known to this share. */
const LEAST_COUNT = 8;
const MOST_COUNT = 200;
const MEAN_KNOWN_WITHIN = 0.1;
const QUEUE_LOW = 0.7;
const QUEUE_HIGH = 2.5;
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
  if (count < LEAST_COUNT) return;
  const meanMs = host.latencySum / count;
  const variance = Math.max(0, host.latencySquares / count - meanMs * meanMs);
  if (variance > count * (MEAN_KNOWN_WITHIN * meanMs) ** 2 && count < MOST_COUNT) return;
  judgeWindow(host, Math.max(meanMs, 1), nowMs, settings);
  host.latencyCount = 0;
  host.latencySum = 0;
  host.latencySquares = 0;
  host.windowInFlight = 0;
}

function judgeWindow(host: Host, meanMs: number, nowMs: number, settings: Settings): void {
  if (host.baselineMs === 0 || meanMs < host.baselineMs) host.baselineMs = meanMs;
  if (meanMs <= host.baselineMs * (1 + BASELINE_SEEN_WITHIN)) host.baselineSeenMs = nowMs;
  const limit = concurrencyOf(host, settings);
  if (nowMs - host.baselineSeenMs > BASELINE_STALE_MS) {
    // Nobody knows whether the host became slower or we queue all the time: half the limit will show.
    host.limit = Math.max(1, Math.ceil(limit / 2));
    host.baselineMs = 0;
    host.baselineSeenMs = nowMs;
    return;
  }
  const waiting = limit * (1 - host.baselineMs / meanMs);
  if (waiting > QUEUE_HIGH) host.limit = Math.max(1, limit - 1);
  else if (waiting < QUEUE_LOW && host.windowInFlight >= limit && nowMs >= host.limitHeldUntilMs) {
    const step = host.limitHoldMs === 0 ? Math.max(limit + 1, Math.floor(limit * FIRST_GROWTH)) : limit + 1;
    host.limit = Math.min(settings.maxConcurrency, step);
  }
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
