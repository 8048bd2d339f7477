import { NEVER_MS, type Host } from "./host-state.ts";
import type { Settings } from "./settings.ts";
import { BUCKETS, MOST_BUCKETS } from "./stored-state.ts";

// Leases are counted, not listed, so that a state cannot grow: one bucket per quarter of a lease, by when
// they run out. A slot that nobody releases is thus free after one to one and a quarter lease.
const A_LEASE = 4;

const bucketMs = ({ leaseMs }: Settings): number => leaseMs / A_LEASE;

/** Requests in flight, leases that ran out not counted. */
export function inFlight({ numbers, leasesUntilMs }: Host, nowMs: number, settings: Settings): number {
  let sum = 0;
  for (let index = BUCKETS; index < numbers.length; index++) {
    if (leasesUntilMs + (index - BUCKETS) * bucketMs(settings) > nowMs) sum += numbers[index] ?? 0;
  }
  return sum;
}

/** When the first lease in flight runs out; long ago when there is none. */
export function firstExpiryMs({ numbers, leasesUntilMs }: Host, nowMs: number, settings: Settings): number {
  for (let index = BUCKETS; index < numbers.length; index++) {
    const untilMs = leasesUntilMs + (index - BUCKETS) * bucketMs(settings);
    if ((numbers[index] ?? 0) > 0 && untilMs > nowMs) return untilMs;
  }
  return NEVER_MS;
}

/** Counts a request in; gives when its lease runs out. */
export function addLease(host: Host, startMs: number, settings: Settings): number {
  const { numbers } = host;
  const width = bucketMs(settings);
  const untilMs = startMs + settings.leaseMs;
  while (numbers.length > BUCKETS + 1 && isOver(host)) {
    numbers.splice(BUCKETS, 1);
    host.leasesUntilMs += width;
  }
  if (isOver(host)) {
    numbers[BUCKETS] = 0;
    host.leasesUntilMs = untilMs;
  }
  const exact = Math.ceil((untilMs - host.leasesUntilMs) / width);
  const place = Math.min(MOST_BUCKETS - 1, Math.max(0, exact));
  while (numbers.length <= BUCKETS + place) numbers.push(0);
  numbers[BUCKETS + place] = (numbers[BUCKETS + place] ?? 0) + 1;
  return host.leasesUntilMs + place * width;
}

/** Whether nothing in the first bucket is in flight. */
const isOver = ({ numbers, leasesUntilMs, seenMs }: Host): boolean =>
  numbers[BUCKETS] === 0 || leasesUntilMs <= seenMs;

/** Counts a request out, from its own bucket; one whose lease ran out is not counted any more. */
export function freeLease(host: Host, leaseUntilMs: number, settings: Settings): void {
  if (leaseUntilMs <= host.seenMs) return;
  const { numbers } = host;
  const place = Math.round((leaseUntilMs - host.leasesUntilMs) / bucketMs(settings));
  let index = BUCKETS + Math.min(place, MOST_BUCKETS - 1);
  // The clock was set back since: the moments moved and the grant did not, so it is in a later bucket.
  while (index >= BUCKETS && (numbers[index] ?? 0) === 0) index -= 1;
  if (index < BUCKETS) return;
  numbers[index] = (numbers[index] ?? 0) - 1;
}
