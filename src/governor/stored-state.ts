import type { HostState } from "./host-state.ts";
import type { Settings } from "./settings.ts";

/** The version in front of a stored state. Another one is read as unknown. */
const VERSION = 1;

/** The short form stores keep: a flat array of numbers, below 400 octets as JSON. */
export type StoredState = readonly number[];

/** The form of `state` that stores keep. */
export function packState(state: HostState): StoredState {
  return [
    VERSION,
    state.seenMs,
    state.startMs,
    state.cooldownUntilMs,
    state.intervalMs,
    state.limit,
    state.decreasedMs,
    state.crawlDelayMs,
    state.leasesUntilMs,
    ...state.leases,
  ];
}

/** Reads a stored state; `undefined`, which is a host nothing is known of, for anything that is none. */
export function unpackState(stored: unknown, _nowMs: number, _settings: Settings): HostState | undefined {
  if (!Array.isArray(stored) || stored[0] !== VERSION) return undefined;
  const numbers = stored as number[];
  const at = (index: number): number => numbers[index] ?? 0;
  return {
    seenMs: at(1),
    startMs: at(2),
    cooldownUntilMs: at(3),
    intervalMs: at(4),
    limit: at(5),
    decreasedMs: at(6),
    crawlDelayMs: at(7),
    leasesUntilMs: at(8),
    leases: numbers.slice(9),
  };
}
