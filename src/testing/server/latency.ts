import type { PlainLatency, QueueLatency } from "./description.ts";

/** How long others have waited at a shared server: with the client there, and had it not been. */
export interface OthersWait {
  readonly meanMs: number;
  readonly aloneMs: number;
}

/** How long answers take. Times come in order. */
export interface Latency {
  /** The time an accepted request takes. */
  acceptedMs(nowMs: number): number;
  /** The time a refusal takes. */
  refusedMs(): number;
  /** What others suffered; `undefined` where there are none. */
  others(): OthersWait | undefined;
}

/** Refusals are quick: they cost the server nothing but the way there and back. */
const REFUSAL_MS = 30;

/** Sets a latency to work. */
export function latencyFrom(description: PlainLatency | QueueLatency, random: () => number): Latency {
  return description.type === "plain" ? plainLatency(description, random) : queueLatency(description, random);
}

/** A draw from the standard normal distribution, by the sum of twelve uniform ones. */
function normal(random: () => number): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw++) sum += random();
  return sum;
}

function plainLatency({ medianMs, spread = 0.2 }: PlainLatency, random: () => number): Latency {
  return {
    acceptedMs: () => medianMs * Math.exp(spread * normal(random)),
    refusedMs: () => Math.min(medianMs, REFUSAL_MS) * Math.exp(spread * normal(random)),
    others: () => undefined,
  };
}

function queueLatency(description: QueueLatency, random: () => number): Latency {
  const { servers, serviceMs, othersPerSecond, wayMs = 0 } = description;
  const exponential = (meanMs: number): number => -meanMs * Math.log(1 - random());
  // The same queue twice: with everybody, and with the others alone, fed the same arrivals.
  const shared: number[] = Array.from({ length: servers }, () => 0);
  const alone: number[] = Array.from({ length: servers }, () => 0);
  const othersEveryMs = 1000 / othersPerSecond;
  let nextOtherMs = exponential(othersEveryMs);
  let count = 0;
  let sharedSumMs = 0;
  let aloneSumMs = 0;
  const letOthersCome = (untilMs: number): void => {
    for (; nextOtherMs <= untilMs; nextOtherMs += exponential(othersEveryMs)) {
      const workMs = exponential(serviceMs);
      sharedSumMs += serve(shared, nextOtherMs, workMs);
      aloneSumMs += serve(alone, nextOtherMs, workMs);
      count += 1;
    }
  };
  return {
    acceptedMs(nowMs) {
      letOthersCome(nowMs);
      return wayMs + serve(shared, nowMs, exponential(serviceMs));
    },
    refusedMs: () => wayMs + REFUSAL_MS,
    others: () => (count === 0 ? undefined : { meanMs: sharedSumMs / count, aloneMs: aloneSumMs / count }),
  };
}

/** Serves one request first come, first served; gives how long it stays. */
function serve(freeMs: number[], nowMs: number, workMs: number): number {
  let first = 0;
  for (let index = 1; index < freeMs.length; index++) {
    if ((freeMs[index] ?? 0) < (freeMs[first] ?? 0)) first = index;
  }
  const endMs = Math.max(nowMs, freeMs[first] ?? 0) + workMs;
  freeMs[first] = endMs;
  return endMs - nowMs;
}
