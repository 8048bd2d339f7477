import { concurrencyAt, paceAt, type AdmitRequest, type Pace } from "./admit.ts";
import type { CooldownReason, Host, HostState } from "./host-state.ts";
import { inFlight } from "./leases.ts";
import { isBlocked, isParked } from "./outage.ts";
import type { Settings } from "./settings.ts";
import { open } from "./stored-state.ts";

/** What the law is at with a host. */
export type Phase = "start" | "way-back" | "beyond" | "parked" | "blocked";

/** A state as answers: what holds now. */
export interface HostView {
  /** Least time between two starts. */
  readonly intervalMs: number;
  /** What sets it. */
  readonly intervalReason: Pace["reason"];
  /** The most requests in flight. */
  readonly concurrency: number;
  /** Requests in flight, leases that ran out not counted. */
  readonly inFlight: number;
  /** Until when nothing starts; in the past when nothing is held back. */
  readonly cooldownUntilMs: number;
  /** Why. */
  readonly cooldownReason: CooldownReason;
  /** The earliest next start by interval and cooldown; in the past when at once. */
  readonly nextStartMs: number;
  /**
   * First growth; on the way back to a rate that was refused; beyond it; left alone since it refuses
   * everything, or since it will not have us.
   */
  readonly phase: Phase;
  /** The rate at which the host last refused, per second; 0 when it never did. */
  readonly ceilingPerSecond: number;
  /** The latency without a queue; 0 when not measured yet. */
  readonly baselineLatencyMs: number;
}

/** What `state` says at `nowMs`; nothing changes. */
export function viewOf(
  state: HostState | undefined,
  request: AdmitRequest,
  nowMs: number,
  settings: Settings,
): HostView {
  const host = open(state, nowMs, settings);
  const pace = paceAt(host, request, nowMs, settings);
  const nextStartMs = Math.max(host.cooldownUntilMs, host.startMs + pace.intervalMs * host.spacing);
  return {
    intervalMs: pace.intervalMs,
    intervalReason: pace.reason,
    concurrency: concurrencyAt(host, request, settings),
    inFlight: inFlight(host, nowMs, settings),
    cooldownUntilMs: host.cooldownUntilMs,
    cooldownReason: host.cooldownReason,
    nextStartMs,
    phase: phaseOf(host, nowMs),
    ceilingPerSecond: host.ceiling,
    baselineLatencyMs: host.baselineMs,
  };
}

function phaseOf(host: Host, nowMs: number): Phase {
  if (isBlocked(host)) return "blocked";
  if (isParked(host)) return "parked";
  if (nowMs < host.backUntilMs) return "way-back";
  return host.ceiling > 0 ? "beyond" : "start";
}
