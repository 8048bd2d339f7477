import { NEVER_MS, type Host } from "./host-state.ts";
import type { Settings } from "./settings.ts";

// Leases are counted, not listed, so that a state cannot grow: one bucket per quarter of a lease, by when
// they run out. A slot that nobody releases is thus free after one to one and a quarter lease.
const BUCKETS = 4;

/** The most buckets there can be at once: a lease's worth, and one begun. */
export const MOST_BUCKETS: number = BUCKETS + 2;

const bucketMs = ({ leaseMs }: Settings): number => leaseMs / BUCKETS;

/** Requests in flight, leases that ran out not counted. */
export function inFlight(host: Host, nowMs: number, settings: Settings): number {
  const { leases, leasesUntilMs } = host;
  let sum = 0;
  for (let index = 0; index < leases.length; index++) {
    if (leasesUntilMs + index * bucketMs(settings) > nowMs) sum += leases[index] ?? 0;
  }
  return sum;
}

/** When the first lease in flight runs out; long ago when there is none. */
export function firstExpiryMs(host: Host, nowMs: number, settings: Settings): number {
  for (let index = 0; index < host.leases.length; index++) {
    const untilMs = host.leasesUntilMs + index * bucketMs(settings);
    if ((host.leases[index] ?? 0) > 0 && untilMs > nowMs) return untilMs;
  }
  return NEVER_MS;
}

/** Counts a request in; gives when its lease runs out. */
export function addLease(host: Host, startMs: number, settings: Settings): number {
  const width = bucketMs(settings);
  const untilMs = startMs + settings.leaseMs;
  const { leases } = host;
  while (leases.length > 0 && (leases[0] === 0 || host.leasesUntilMs <= host.seenMs)) {
    leases.shift();
    host.leasesUntilMs += width;
  }
  if (leases.length === 0) host.leasesUntilMs = untilMs;
  const exact = Math.ceil((untilMs - host.leasesUntilMs) / width);
  const index = Math.min(MOST_BUCKETS - 1, Math.max(0, exact));
  while (leases.length <= index) leases.push(0);
  leases[index] = (leases[index] ?? 0) + 1;
  return host.leasesUntilMs + index * width;
}

/** Counts a request out, from its own bucket; one whose lease ran out is not counted any more. */
export function freeLease(host: Host, leaseUntilMs: number, settings: Settings): void {
  if (leaseUntilMs <= host.seenMs) return;
  const { leases } = host;
  let index = Math.round((leaseUntilMs - host.leasesUntilMs) / bucketMs(settings));
  // The clock was set back since: the moments moved and the grant did not, so it is in a later bucket.
  while (index >= 0 && (leases[index] ?? 0) === 0) index -= 1;
  if (index < 0) return;
  leases[index] = (leases[index] ?? 0) - 1;
}
