import type { AdmitRequest, WaitReason } from "./admit.ts";
import { inFlight, settle, type HostState } from "./host-state.ts";
import type { Settings } from "./settings.ts";

/** A state as questions to it: what holds now. */
export interface HostView {
  /** Least time between two starts. */
  readonly intervalMs: number;
  /** What sets it. */
  readonly intervalReason: Extract<WaitReason, "interval" | "crawl-delay" | "rate-limit">;
  /** The most requests in flight. */
  readonly concurrency: number;
  /** Requests in flight, leases that ran out not counted. */
  readonly inFlight: number;
  /** Until when nothing starts; in the past when nothing is held back. */
  readonly cooldownUntilMs: number;
  /** Why. */
  readonly cooldownReason: Extract<WaitReason, "cooldown" | "rate-limit" | "parked" | "blocked">;
  /** The earliest next start by interval and cooldown; in the past when at once. */
  readonly nextStartMs: number;
  /** What the law is at: first growth, on the way back after a refusal, at full rate, pausing. */
  readonly phase: "start" | "way-back" | "steady" | "parked" | "blocked";
  /** The rate at which the host last refused, per second; 0 when it never did. */
  readonly ceilingPerSecond: number;
  /** The latency without a queue; 0 when not measured yet. */
  readonly baselineLatencyMs: number;
  /** Until when a bounded store must keep the state, since a fresh one would start earlier; may be past. */
  readonly keepUntilMs: number;
  /** When the state is worth no more than a fresh one. */
  readonly worthlessMs: number;
}

/** What is learned is worth nothing after this long. */
const WORTH_MS = 7 * 86_400_000;

/** What `state` says at `nowMs`; nothing changes. */
export function viewOf(
  state: HostState | undefined,
  request: AdmitRequest,
  nowMs: number,
  settings: Settings,
): HostView {
  const host = settle(state, nowMs, settings);
  const crawlDelayMs = Math.max(host.crawlDelayMs, request.crawlDelayMs ?? 0);
  const intervalMs = Math.max(host.intervalMs, crawlDelayMs, settings.minIntervalMs);
  const nextStartMs = Math.max(host.cooldownUntilMs, host.startMs + intervalMs);
  return {
    intervalMs,
    intervalReason: crawlDelayMs >= intervalMs ? "crawl-delay" : "interval",
    concurrency: Math.floor(host.limit),
    inFlight: inFlight(host, nowMs, settings),
    cooldownUntilMs: host.cooldownUntilMs,
    cooldownReason: "cooldown",
    nextStartMs,
    phase: "start",
    ceilingPerSecond: 0,
    baselineLatencyMs: 0,
    keepUntilMs: nextStartMs,
    worthlessMs: host.seenMs + WORTH_MS,
  };
}
