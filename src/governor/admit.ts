import { LONGEST_WAIT_MS } from "../common/retry-after.ts";
import { concurrencyOf } from "./concurrency-law.ts";
import type { CooldownReason, Host, HostState } from "./host-state.ts";
import { addLease, firstExpiryMs, inFlight } from "./leases.ts";
import { isProbing } from "./outage.ts";
import { countStart, learnedIntervalMs, resumeAfterIdle } from "./rate-law.ts";
import type { Settings } from "./settings.ts";
import { close, open } from "./stored-state.ts";

/** Why a start had to wait; `none` when it had not. */
export type WaitReason =
  | "none"
  | "interval"
  | "crawl-delay"
  | "concurrency"
  | CooldownReason
  | "queue"
  | "global-concurrency"
  | "paused"
  | "store";

/** What a caller asks of the law. */
export interface AdmitRequest {
  /** What robots.txt asks for now. Never ignored; no setting shortens it. */
  crawlDelayMs?: number;
  /**
   * Books a start up to this far ahead instead of refusing; for stores where asking again costs a round
   * trip. @defaultValue 0
   */
  bookAheadMs?: number;
  /**
   * The part of what the host bears that this process may use, above 0 to 1: for one cut off from its
   * peers. @defaultValue 1
   */
  share?: number;
}

/** A start that was granted. Hand it back to `learn`, unchanged. */
export interface Grant {
  /** When to start: now, or later when booked. */
  readonly startMs: number;
  /** Requests in flight with this one. */
  readonly inFlight: number;
  /** Whether the interval or a cooldown was what it waited for, and not a free slot or work to do. */
  readonly isPaced: boolean;
  /** When the slot is free again if nobody releases it. */
  readonly leaseUntilMs: number;
  /** The earliest next start if nothing changes. */
  readonly nextMs: number;
  /** What keeps it until then. */
  readonly nextReason: Pace["reason"];
}

/** Yes, or no with the earliest time at which asking again can help. */
export type Decision =
  | { readonly granted: true; readonly grant: Grant }
  | { readonly granted: false; readonly atMs: number; readonly reason: WaitReason };

/** A decision and the state to keep. */
export interface Admission {
  readonly state: HostState;
  readonly decision: Decision;
}

/** What keeps two starts apart. */
export interface Pace {
  readonly intervalMs: number;
  readonly reason: "interval" | "crawl-delay" | "rate-limit";
}

/** A start this soon after the interval allowed it was waiting for it. */
const PACED_WITHIN_MS = 3;
const PACED_WITHIN = 0.05;
/** After this long without a start the rate is taken up again from below. */
const IDLE_MS = 600_000;

/** The least time between two starts that holds at `nowMs`. */
export function paceAt(host: Host, request: AdmitRequest, nowMs: number, settings: Settings): Pace {
  const learnedMs = learnedIntervalMs(host, nowMs, settings);
  const crawlDelayMs = Math.max(host.crawlDelayMs, crawlDelayOf(request));
  const hintMs = host.hintUntilMs > nowMs ? host.hintIntervalMs : 0;
  const share = shareOf(request);
  if (crawlDelayMs >= learnedMs && crawlDelayMs >= hintMs) {
    return { intervalMs: crawlDelayMs / share, reason: "crawl-delay" };
  }
  return hintMs > learnedMs
    ? { intervalMs: hintMs / share, reason: "rate-limit" }
    : { intervalMs: learnedMs / share, reason: "interval" };
}

/** How many may be in flight at `nowMs`. */
export function concurrencyAt(host: Host, request: AdmitRequest, settings: Settings): number {
  if (isProbing(host)) return 1;
  return Math.max(1, Math.floor(concurrencyOf(host, settings) * shareOf(request)));
}

const shareOf = ({ share = 1 }: AdmitRequest): number => (share > 0 && share < 1 ? share : 1);

/** No Crawl-delay is longer than ten years; NaN and what is below zero is none. */
const crawlDelayOf = ({ crawlDelayMs = 0 }: AdmitRequest): number =>
  crawlDelayMs > 0 ? Math.min(crawlDelayMs, LONGEST_WAIT_MS) : 0;

/** Decides whether a request may start, and counts it in when it may. A denial changes nothing. */
export function admit(
  state: HostState | undefined,
  request: AdmitRequest,
  nowMs: number,
  settings: Settings,
  random: () => number,
): Admission {
  const host = open(state, nowMs, settings);
  const running = inFlight(host, nowMs, settings);
  if (running >= concurrencyAt(host, request, settings)) {
    const atMs = firstExpiryMs(host, nowMs, settings);
    return { state: state ?? close(host), decision: { granted: false, atMs, reason: "concurrency" } };
  }
  const pace = paceAt(host, request, nowMs, settings);
  const pacedMs = host.startMs + pace.intervalMs * host.spacing;
  const atMs = Math.max(host.cooldownUntilMs, pacedMs);
  if (atMs > nowMs + (request.bookAheadMs ?? 0)) {
    const reason = host.cooldownUntilMs > pacedMs ? host.cooldownReason : pace.reason;
    return { state: state ?? close(host), decision: { granted: false, atMs, reason } };
  }
  const startMs = Math.max(nowMs, atMs);
  const isPaced = startMs - atMs <= Math.max(PACED_WITHIN_MS, PACED_WITHIN * pace.intervalMs);
  if (startMs - host.startMs > IDLE_MS && host.startMs > host.cooldownUntilMs) resumeAfterIdle(host, nowMs);
  countStart(host, startMs);
  host.startMs = startMs;
  host.spacing = 1 + settings.jitter * random();
  const leaseUntilMs = addLease(host, startMs, settings);
  const next = paceAt(host, request, nowMs, settings);
  const nextMs = startMs + next.intervalMs * host.spacing;
  return {
    state: close(host),
    decision: {
      granted: true,
      grant: { startMs, inFlight: running + 1, isPaced, leaseUntilMs, nextMs, nextReason: next.reason },
    },
  };
}
