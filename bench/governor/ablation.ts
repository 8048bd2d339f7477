// The law without one of its ideas: what each of them is worth. An idea is taken away by what the law is told, or by
// what is left in its state after each step, so that the law itself has no switches.
import { admit, learn, settingsFrom } from "../../src/governor/index.ts";
import type { Grant, HostState, Observation } from "../../src/governor/index.ts";
import { NEVER_MS, type Host } from "../../src/governor/host-state.ts";
import { viewOf } from "../../src/governor/host-view.ts";
import { close, open } from "../../src/governor/stored-state.ts";
import type { Pacer } from "../../src/testing/index.ts";

/** How an idea is taken away. */
export interface Ablation {
  readonly without: string;
  /** Changes what the law is told of an answer. */
  readonly hear?: (observation: Observation) => Observation;
  /** Changes what it is told of the request. */
  readonly grant?: (grant: Grant, nowMs: number) => Grant;
  /** Changes what it remembers after a step. */
  readonly forget?: (host: Host, nowMs: number) => void;
}

const withoutHeaders =
  (names: RegExp) =>
  ({ headers, ...rest }: Observation): Observation => {
    if (headers === undefined) return rest;
    const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
    return { ...rest, headers: entries.filter(([name]) => !names.test(name)) as [string, string][] };
  };

/** The ideas of the law, each taken away alone. */
export const ablations: readonly Ablation[] = [
  {
    without: "the concave way back to the ceiling",
    forget: (host) => {
      host.backUntilMs = NEVER_MS;
    },
  },
  {
    without: "holding a confirmed ceiling longer",
    forget: (host, nowMs) => {
      const leastMs = Math.max(20_000, 25_000 / Math.max(host.ceiling, 1e-6));
      host.backUntilMs = Math.min(host.backUntilMs, nowMs + leastMs);
      host.holdMs = Math.min(host.holdMs, leastMs);
    },
  },
  {
    without: "one event for what started before it",
    grant: (grant, nowMs) => ({ ...grant, startMs: nowMs }),
  },
  {
    without: "parking a host that refuses everything",
    forget: (host) => {
      host.refusals = Math.min(host.refusals, 1);
    },
  },
  {
    without: "ceilings from what was accepted",
    forget: (host) => {
      host.accepted = 0;
    },
  },
  {
    without: "the in-flight limit from latency",
    hear: ({ latencyMs: _latencyMs, ...rest }) => rest,
  },
  {
    without: "blaming limit and rate apart",
    grant: (grant) => ({ ...grant, inFlight: 1, isPaced: true }),
  },
  { without: "RateLimit fields", hear: withoutHeaders(/ratelimit/i) },
  { without: "Retry-After", hear: withoutHeaders(/^retry-after$/i) },
  {
    without: "telling a lone 500 from an overload",
    hear: (observation) => (observation.status === 500 ? { ...observation, status: 503 } : observation),
  },
];

/** The law with an idea taken away, as a pacer. */
export function ablatedPacer(ablation: Ablation, crawlDelayMs: number, random: () => number): Pacer {
  const settings = settingsFrom();
  const request = { crawlDelayMs };
  let state: HostState | undefined;
  const keep = (next: HostState, nowMs: number): void => {
    if (ablation.forget === undefined) state = next;
    else {
      const host = open(next, nowMs, settings);
      ablation.forget(host, nowMs);
      state = close(host);
    }
  };
  return {
    tryStart(nowMs) {
      const { state: next, decision } = admit(state, request, nowMs, settings, random);
      keep(next, nowMs);
      if (decision.granted) return { ticket: decision.grant };
      return { atMs: decision.reason === "concurrency" ? Infinity : Math.max(decision.atMs, nowMs + 1) };
    },
    end(ticket, observation, nowMs) {
      const grant = ablation.grant?.(ticket as Grant, nowMs) ?? (ticket as Grant);
      const heard = ablation.hear?.(observation) ?? observation;
      keep(learn(state, { grant, observation: heard }, nowMs, settings, random).state, nowMs);
    },
    pace: (nowMs) => viewOf(state, request, nowMs, settings),
  };
}
