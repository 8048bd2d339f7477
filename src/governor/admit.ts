import { LEASE_BUCKETS, settle, type Draft, type HostState } from "./host-state.ts";
import type { Settings } from "./settings.ts";

/** Why a start had to wait; `none` when it had not. */
export type WaitReason =
  | "none"
  | "interval"
  | "crawl-delay"
  | "rate-limit"
  | "concurrency"
  | "cooldown"
  | "parked"
  | "blocked"
  | "queue"
  | "global-concurrency"
  | "paused";

/** What a caller asks of the law. */
export interface AdmitRequest {
  /** What robots.txt asks for now. Never ignored; no setting shortens it. */
  crawlDelayMs?: number;
  /** Books a start up to this far ahead instead of refusing; for stores where asking again costs a round trip. @defaultValue 0 */
  bookAheadMs?: number;
  /** The part of what the host bears that this process may use, above 0 to 1: for one cut off from its peers. @defaultValue 1 */
  share?: number;
}

/** A start that was granted. Hand it back to `learn`, unchanged. */
export interface Grant {
  /** When to start: now, or later when booked. */
  readonly startMs: number;
  /** Requests in flight with this one. */
  readonly inFlight: number;
  /** When the slot is free again if nobody releases it. */
  readonly leaseUntilMs: number;
  /** The earliest next start if nothing changes. */
  readonly nextMs: number;
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

/** Decides whether a request may start, and counts it in when it may. */
export function admit(
  state: HostState | undefined,
  request: AdmitRequest,
  nowMs: number,
  settings: Settings,
  random: () => number,
): Admission {
  const draft = settle(state, nowMs, settings);
  const crawlDelayMs = Math.max(draft.crawlDelayMs, request.crawlDelayMs ?? 0);
  const intervalMs = Math.max(draft.intervalMs, crawlDelayMs, settings.minIntervalMs);
  dropExpired(draft, nowMs, settings);
  const running = draft.leases.reduce((sum, count) => sum + count, 0);
  if (running >= Math.floor(draft.limit)) {
    return { state: draft, decision: { granted: false, atMs: draft.leasesUntilMs, reason: "concurrency" } };
  }
  const pacedMs = draft.startMs + intervalMs * (1 + settings.jitter * random());
  const atMs = Math.max(draft.cooldownUntilMs, pacedMs);
  if (atMs > nowMs + (request.bookAheadMs ?? 0)) {
    const reason =
      draft.cooldownUntilMs > pacedMs ? "cooldown" : crawlDelayMs >= intervalMs ? "crawl-delay" : "interval";
    return { state: draft, decision: { granted: false, atMs, reason } };
  }
  draft.startMs = Math.max(nowMs, atMs);
  const leaseUntilMs = addLease(draft, draft.startMs, settings);
  return {
    state: draft,
    decision: {
      granted: true,
      grant: {
        startMs: draft.startMs,
        inFlight: running + 1,
        leaseUntilMs,
        nextMs: draft.startMs + intervalMs,
      },
    },
  };
}

function dropExpired(draft: Draft, nowMs: number, settings: Settings): void {
  const width = settings.leaseMs / LEASE_BUCKETS;
  while (draft.leases.length > 0 && (draft.leasesUntilMs <= nowMs || draft.leases[0] === 0)) {
    draft.leases = draft.leases.slice(1);
    draft.leasesUntilMs += width;
  }
}

function addLease(draft: Draft, startMs: number, settings: Settings): number {
  const width = settings.leaseMs / LEASE_BUCKETS;
  const untilMs = startMs + settings.leaseMs;
  if (draft.leases.length === 0) draft.leasesUntilMs = untilMs;
  const index = Math.max(0, Math.ceil((untilMs - draft.leasesUntilMs) / width));
  const leases = draft.leases.slice();
  while (leases.length <= index) leases.push(0);
  leases[index] = (leases[index] ?? 0) + 1;
  draft.leases = leases;
  return draft.leasesUntilMs + index * width;
}
