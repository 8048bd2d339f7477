// The pacing laws of others, written here from their published descriptions, as pacers for the simulation.
import { parseRetryAfter } from "../../src/common/retry-after.ts";
import type { Observation } from "../../src/governor/index.ts";
import type { Pacer } from "../../src/testing/index.ts";

/** What a law may be told of an answer. */
interface Answer {
  readonly nowMs: number;
  readonly startMs: number;
  readonly latencyMs: number;
  readonly status: number;
  /** 429, 503 and their like, and no answer at all. */
  readonly isRefused: boolean;
  readonly isGood: boolean;
  /** What `Retry-After` asks for; 0 when it asks for nothing. */
  readonly retryAfterMs: number;
  /** Requests in flight with this one. */
  readonly inFlight: number;
}

/** A law in its smallest form: an interval, an in-flight limit, and what it makes of an answer. */
interface Law {
  intervalMs(nowMs: number): number;
  concurrency(): number;
  /** Nothing starts before this. */
  holdUntilMs?(): number;
  hear(answer: Answer): void;
}

/** Name, where it is described, and a new instance. */
export interface Peer {
  readonly name: string;
  readonly source: string;
  readonly pacer: () => Pacer;
}

const REFUSED: ReadonlySet<number> = new Set([0, 429, 430, 503, 529]);

function headerOf({ headers }: Observation, name: string): string | undefined {
  if (headers === undefined) return undefined;
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const found = entries.find(([key]) => key.toLowerCase() === name);
  return found === undefined ? undefined : String(found[1]);
}

function pacerOf(law: Law): Pacer {
  let lastStartMs = -Infinity;
  let running = 0;
  const holdUntilMs = (): number => law.holdUntilMs?.() ?? -Infinity;
  return {
    tryStart(nowMs) {
      if (running >= Math.max(1, Math.floor(law.concurrency()))) return { atMs: Infinity };
      const atMs = Math.max(lastStartMs + law.intervalMs(nowMs), holdUntilMs());
      if (atMs > nowMs) return { atMs };
      lastStartMs = nowMs;
      running += 1;
      return { ticket: { startMs: nowMs, inFlight: running } };
    },
    end(ticket, observation, nowMs) {
      running -= 1;
      const { startMs, inFlight } = ticket as { startMs: number; inFlight: number };
      const status = observation.status ?? 0;
      const retryAfter = headerOf(observation, "retry-after");
      law.hear({
        nowMs,
        startMs,
        latencyMs: nowMs - startMs,
        status,
        isRefused: REFUSED.has(status),
        isGood: status >= 200 && status < 300,
        retryAfterMs: retryAfter === undefined ? 0 : (parseRetryAfter(retryAfter, dateOf(observation)) ?? 0),
        inFlight,
      });
    },
    pace(nowMs) {
      return {
        intervalMs: Math.max(law.intervalMs(nowMs), 1e-3),
        concurrency: Math.max(1, Math.floor(law.concurrency())),
        cooldownUntilMs: holdUntilMs(),
        cooldownReason: "cooldown",
      };
    },
  };
}

const dateOf = (observation: Observation): number | undefined => {
  const date = headerOf(observation, "date");
  return date === undefined ? undefined : Date.parse(date);
};

/** One request at a time, a second apart. */
const fixed = (): Law => ({ intervalMs: () => 1000, concurrency: () => 1, hear: () => {} });

/**
 * AutoThrottle: the delay moves half of the way towards latency / target concurrency (1), within 0 and 60 s,
 * from 5 s; answers other than 200 never make it shorter. A slot has its delay between starts.
 */
function autoThrottle(): Law {
  let delayMs = 5000;
  return {
    intervalMs: () => delayMs,
    concurrency: () => 8,
    hear: ({ latencyMs, status }) => {
      const next = Math.min(60_000, Math.max(latencyMs, (delayMs + latencyMs) / 2));
      if (status === 200 || next > delayMs) delayMs = next;
    },
  };
}

/**
 * The adaptive retry mode of the AWS SDKs: a client-side token bucket whose rate is cut to 0.7 of what is
 * measured at a throttling answer, and grows back along a cubic curve, bounded by twice the measured rate.
 */
function awsAdaptive(): Law {
  const [beta, scale] = [0.7, 0.4];
  let rate = 1000;
  let isLimited = false;
  let lastMax = 0;
  let throttledMs = 0;
  let measured = 0;
  let bucketStartMs = 0;
  let count = 0;
  return {
    intervalMs: () => (isLimited ? 1000 / rate : 0),
    concurrency: () => 16,
    hear: ({ nowMs, isRefused }) => {
      count += 1;
      if (nowMs - bucketStartMs >= 500) {
        measured = 0.8 * ((count * 1000) / (nowMs - bucketStartMs)) + 0.2 * measured;
        count = 0;
        bucketStartMs = nowMs;
      }
      if (isRefused) {
        const used = isLimited ? Math.min(measured, rate) : measured;
        lastMax = used;
        throttledMs = nowMs;
        rate = used * beta;
        isLimited = true;
      } else if (isLimited) {
        const window = Math.cbrt((lastMax * (1 - beta)) / scale);
        rate = scale * ((nowMs - throttledMs) / 1000 - window) ** 3 + lastMax;
      }
      rate = Math.max(0.5, Math.min(rate, 2 * Math.max(measured, 0.25)));
    },
  };
}

/** Netflix's concurrency-limits, AIMD: one more while at least half is in use, × 0.9 on a drop; from 20. */
function netflixAimd(): Law {
  let limit = 20;
  return {
    intervalMs: () => 0,
    concurrency: () => limit,
    hear: ({ isRefused, inFlight }) => {
      if (isRefused) limit = Math.max(1, Math.floor(limit * 0.9));
      else if (inFlight * 2 >= limit) limit = Math.min(200, limit + 1);
    },
  };
}

/** Netflix's concurrency-limits, Vegas: the queue is limit × (1 − least / latency); thresholds grow with log10. */
function netflixVegas(): Law {
  let limit = 20;
  let leastMs = Infinity;
  return {
    intervalMs: () => 0,
    concurrency: () => limit,
    hear: ({ isRefused, latencyMs, inFlight }) => {
      const step = Math.max(1, Math.log10(limit));
      if (isRefused) {
        limit = Math.max(1, limit - step);
        return;
      }
      leastMs = Math.min(leastMs, latencyMs);
      if (inFlight * 2 < limit) return;
      const queue = Math.ceil(limit * (1 - leastMs / latencyMs));
      if (queue <= step) limit += 6 * step;
      else if (queue < 3 * step) limit += step;
      else if (queue > 6 * step) limit -= step;
      limit = Math.max(1, Math.min(1000, limit));
    },
  };
}

/** Heritrix: one at a time, then a pause of five times what the last request took, within 3 and 30 s. */
function heritrix(): Law {
  let untilMs = -Infinity;
  return {
    intervalMs: () => 0,
    concurrency: () => 1,
    holdUntilMs: () => untilMs,
    hear: ({ nowMs, latencyMs, retryAfterMs, status }) => {
      const pauseMs = Math.min(30_000, Math.max(3000, 5 * latencyMs));
      const askedMs = status === 503 ? Math.min(300_000, retryAfterMs) : 0;
      untilMs = nowMs + Math.max(pauseMs, askedMs);
    },
  };
}

/** Crawlee: concurrency scales with the client's own load, which is none here: 5 % more at each step of 10 s. */
function crawlee(): Law {
  let limit = 1;
  let steppedMs = 0;
  return {
    intervalMs: () => 0,
    concurrency: () => limit,
    hear: ({ nowMs }) => {
      if (nowMs - steppedMs < 10_000) return;
      limit = Math.min(200, limit + Math.max(1, Math.ceil(limit * 0.05)));
      steppedMs = nowMs;
    },
  };
}

/** Plain AIMD on the interval: doubled at a refusal, at most once a latency; 50 ms shorter with each good answer. */
function plainAimd(): Law {
  let intervalMs = 1000;
  let cutMs = -Infinity;
  let untilMs = -Infinity;
  return {
    intervalMs: () => intervalMs,
    concurrency: () => 4,
    holdUntilMs: () => untilMs,
    hear: ({ nowMs, startMs, isRefused, isGood, retryAfterMs }) => {
      untilMs = Math.max(untilMs, nowMs + retryAfterMs);
      if (isRefused && startMs > cutMs) {
        intervalMs = Math.min(60_000, intervalMs * 2);
        cutMs = nowMs;
      } else if (isGood) intervalMs = Math.max(50, intervalMs - 50);
    },
  };
}

const peer = (name: string, source: string, law: () => Law): Peer => ({
  name,
  source,
  pacer: () => pacerOf(law()),
});

/** The laws that are compared. */
export const peers: readonly Peer[] = [
  peer("fixed 1 s", "the usual default of crawlers", fixed),
  peer("AutoThrottle", "Scrapy's documentation", autoThrottle),
  peer("AWS adaptive", "the SDKs' retry specification", awsAdaptive),
  peer("Netflix AIMD", "concurrency-limits", netflixAimd),
  peer("Netflix Vegas", "concurrency-limits", netflixVegas),
  peer("Heritrix", "its politeness settings", heritrix),
  peer("Crawlee", "AutoscaledPool's documentation", crawlee),
  peer("plain AIMD", "interval doubled, 50 ms less an answer", plainAimd),
];
