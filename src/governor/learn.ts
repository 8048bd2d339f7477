import type { Grant } from "./admit.ts";
import { LEASE_BUCKETS, settle, type Draft, type HostState } from "./host-state.ts";
import { outcomeOf, type Observation } from "./observation.ts";
import type { Settings } from "./settings.ts";

/** What is to be learned. */
export interface Lesson {
  /** What came of the request; left out, nothing is learned: a cancelled call. */
  readonly observation?: Observation;
  /** The grant that ends here; its slot is freed. Left out for what was seen outside a lease. */
  readonly grant?: Grant;
}

/** What the law noticed. */
export interface LawEvent {
  readonly type: "decrease" | "increase" | "cooldown" | "parked" | "blocked" | "recovered";
  /** Whether the host is asked less from now on. */
  readonly slower: boolean;
  /** The interval between starts from now on. */
  readonly intervalMs: number;
  /** The in-flight limit from now on. */
  readonly concurrency: number;
  /** For `cooldown`, `parked`, `blocked`: until when, in the store's time. */
  readonly untilMs?: number;
}

/** The state to keep and what is worth telling. */
export interface Learned {
  readonly state: HostState;
  readonly events: readonly LawEvent[];
}

/** Frees the grant's slot and takes in what came of it. */
export function learn(
  state: HostState | undefined,
  { observation, grant }: Lesson,
  nowMs: number,
  settings: Settings,
  _random: () => number,
): Learned {
  const draft = settle(state, nowMs, settings);
  if (grant !== undefined) freeLease(draft, grant.leaseUntilMs, settings);
  const events: LawEvent[] = [];
  if (observation === undefined) return { state: draft, events };
  if (observation.crawlDelayMs !== undefined && observation.crawlDelayMs > 0) {
    draft.crawlDelayMs = observation.crawlDelayMs;
  }
  const startMs = grant?.startMs ?? nowMs - (observation.latencyMs ?? 0);
  switch (outcomeOf(observation)) {
    case "overload":
      if (startMs <= draft.decreasedMs) break;
      draft.intervalMs = Math.min(draft.intervalMs * 2, settings.maxIntervalMs);
      draft.limit = Math.max(1, draft.limit / 2);
      draft.decreasedMs = nowMs;
      events.push({
        type: "decrease",
        slower: true,
        intervalMs: draft.intervalMs,
        concurrency: Math.floor(draft.limit),
      });
      break;
    case "clean":
      draft.intervalMs = Math.max(draft.intervalMs * 0.99, settings.minIntervalMs);
      draft.limit = Math.min(draft.limit + 0.01, settings.maxConcurrency);
      break;
    case "failure":
    case "blocked":
    case "ignored":
      break;
  }
  return { state: draft, events };
}

function freeLease(draft: Draft, leaseUntilMs: number, settings: Settings): void {
  const width = settings.leaseMs / LEASE_BUCKETS;
  const index = Math.round((leaseUntilMs - draft.leasesUntilMs) / width);
  if (index < 0) return;
  const leases = draft.leases.slice();
  const found = (leases[index] ?? 0) > 0 ? index : leases.findLastIndex((count) => count > 0);
  if (found < 0) return;
  leases[found] = (leases[found] ?? 0) - 1;
  draft.leases = leases;
}
