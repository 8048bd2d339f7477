import type { Json } from "../common/state-store.ts";
import { freshHost, NEVER_MS, type CooldownReason, type Host, type HostState } from "./host-state.ts";
import { MOST_BUCKETS } from "./leases.ts";
import type { Settings } from "./settings.ts";

/** In front of each state; one with another version is read as unknown. */
const VERSION = 1;

/** Fields before the leases. */
const FIELDS = 40;

const REASONS: readonly CooldownReason[] = ["cooldown", "rate-limit", "parked", "blocked"];

// Moments are kept as how long ago they are, in steps of 0.01 ms rounded so that none comes earlier;
// other numbers in steps of a millionth. A state is thus short as JSON and loses nothing there.
const MOST_AGO_MS = 1e9;
const LEAST_AGO_MS = -1e12;

const ago = (momentMs: number, seenMs: number): number =>
  Math.floor(Math.min(MOST_AGO_MS, Math.max(LEAST_AGO_MS, seenMs - momentMs)) * 100) / 100;
const moment = (agoMs: number, seenMs: number): number => (agoMs >= MOST_AGO_MS ? NEVER_MS : seenMs - agoMs);
const brief = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Closes a host after a step. */
export function close(host: Host): HostState {
  const seenMs = Math.floor(host.seenMs * 100) / 100;
  const state: number[] = [
    VERSION,
    seenMs,
    ago(host.startMs, seenMs),
    brief(host.spacing),
    ago(host.cooldownUntilMs, seenMs),
    REASONS.indexOf(host.cooldownReason),
    brief(host.rate),
    brief(host.ceiling),
    brief(host.ceilingBefore),
    ago(host.backUntilMs, seenMs),
    Math.round(host.holdMs),
    brief(host.depth),
    ago(host.grownMs, seenMs),
    host.grownClean,
    brief(host.sent),
    host.accepted,
    ago(host.acceptedFromMs, seenMs),
    host.windowAccepted,
    ago(host.windowFromMs, seenMs),
    brief(host.windowBefore),
    ago(host.eventMs, seenMs),
    host.failures,
    host.refusals,
    host.rejections,
    Math.round(host.pauseMs),
    brief(host.limit),
    host.provenInFlight,
    ago(host.limitHeldUntilMs, seenMs),
    Math.round(host.limitHoldMs),
    host.latencyCount,
    Math.round(host.latencySum),
    Math.round(host.latencySquares),
    host.windowInFlight,
    Math.round(host.baselineMs),
    ago(host.baselineSeenMs, seenMs),
    host.crawlDelayMs,
    Math.ceil(host.hintIntervalMs),
    ago(host.hintUntilMs, seenMs),
    ago(host.leasesUntilMs, seenMs),
    ago(host.spellMs, seenMs),
  ];
  // Most states are of hosts with nothing in flight; pushing would leave room that nobody needs.
  let buckets = host.leases.length;
  while (buckets > 0 && host.leases[buckets - 1] === 0) buckets--;
  return buckets === 0 ? state : state.concat(host.leases.slice(0, buckets));
}

/**
 * Opens a state for a step at `nowMs`. When the clock reads less than it did, all moments move back with
 * it: the jump itself lets nothing pass and delays nothing.
 */
export function open(state: HostState | undefined, nowMs: number, settings: Settings): Host {
  if (state === undefined) return freshHost(nowMs, settings);
  const seenMs = Math.min(nowMs, state[1] ?? nowMs);
  return {
    seenMs: nowMs,
    startMs: moment(state[2] ?? 0, seenMs),
    spacing: state[3] ?? 0,
    cooldownUntilMs: moment(state[4] ?? 0, seenMs),
    cooldownReason: REASONS[state[5] ?? 0] ?? "cooldown",
    // Settings may have become narrower, and rounding may have gone up.
    rate: Math.min(state[6] ?? 0, 1000 / settings.minIntervalMs),
    ceiling: state[7] ?? 0,
    ceilingBefore: state[8] ?? 0,
    backUntilMs: moment(state[9] ?? 0, seenMs),
    holdMs: state[10] ?? 0,
    depth: state[11] ?? 0,
    grownMs: moment(state[12] ?? 0, seenMs),
    grownClean: state[13] ?? 0,
    sent: state[14] ?? 0,
    accepted: state[15] ?? 0,
    acceptedFromMs: moment(state[16] ?? 0, seenMs),
    windowAccepted: state[17] ?? 0,
    windowFromMs: moment(state[18] ?? 0, seenMs),
    windowBefore: state[19] ?? 0,
    eventMs: moment(state[20] ?? 0, seenMs),
    failures: state[21] ?? 0,
    refusals: state[22] ?? 0,
    rejections: state[23] ?? 0,
    pauseMs: state[24] ?? 0,
    limit: Math.min(state[25] ?? 0, settings.maxConcurrency),
    provenInFlight: state[26] ?? 0,
    limitHeldUntilMs: moment(state[27] ?? 0, seenMs),
    limitHoldMs: state[28] ?? 0,
    latencyCount: state[29] ?? 0,
    latencySum: state[30] ?? 0,
    latencySquares: state[31] ?? 0,
    windowInFlight: state[32] ?? 0,
    baselineMs: state[33] ?? 0,
    baselineSeenMs: moment(state[34] ?? 0, seenMs),
    crawlDelayMs: state[35] ?? 0,
    hintIntervalMs: state[36] ?? 0,
    hintUntilMs: moment(state[37] ?? 0, seenMs),
    leasesUntilMs: moment(state[38] ?? 0, seenMs),
    spellMs: moment(state[39] ?? 0, seenMs),
    leases: state.length > FIELDS ? state.slice(FIELDS) : [],
  };
}

/** No rate and no limit is beyond these, whatever the settings. */
const MOST_RATE = 1e6;
const MOST_LIMIT = 1e6;

/** The fields that are moments, as their distance from the time seen; they alone may be negative. */
const MOMENTS: ReadonlySet<number> = new Set([2, 4, 9, 12, 16, 18, 20, 27, 34, 37, 38, 39]);

/**
 * Reads what a store holds; `undefined`, which is a host nothing is known of, for anything that is no
 * state of this version. What other settings allowed stands: the law bounds rate and limit where it uses them.
 */
export function readState(stored: unknown): HostState | undefined {
  if (!Array.isArray(stored) || stored[0] !== VERSION) return undefined;
  if (stored.length < FIELDS || stored.length > FIELDS + MOST_BUCKETS) return undefined;
  for (let index = 1; index < stored.length; index++) {
    const value: unknown = stored[index];
    if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
    if (value < 0 && index !== 1 && !MOMENTS.has(index)) return undefined;
  }
  const state = stored as number[];
  const isUsable =
    isWithin(state[3], 1, 2) &&
    isWithin(state[6], 1e-6, MOST_RATE) &&
    isWithin(state[11], 0.1, 1) &&
    isWithin(state[25], 1, MOST_LIMIT);
  return isUsable ? state : undefined;
}

const isWithin = (value: number | undefined, least: number, most: number): boolean =>
  value !== undefined && value >= least && value <= most;

/** The same state with nothing in flight; what is no state stays what it is. */
export const withoutLeases = (stored: Json | undefined): Json | undefined =>
  Array.isArray(stored) ? (stored as readonly Json[]).slice(0, FIELDS) : stored;
