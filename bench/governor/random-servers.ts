import type {
  HintFields,
  LimitDescription,
  PlainLatency,
  QueueLatency,
  RetryAfterForm,
} from "../../src/testing/index.ts";
import type { Scenario } from "./scenarios.ts";

type Random = () => number;

const MINUTE_MS = 60_000;

/** Even in the logarithm: as many small as large ones. */
const logBetween = (random: Random, low: number, high: number): number => low * (high / low) ** random();
const happens = (random: Random, probability: number): boolean => random() < probability;
const oneOf = <T>(random: Random, choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(random() * choices.length)] ?? choices[0];

/** Servers nobody designed: rates, bursts, latencies, windows, boxes, outages, queues, limits and hints are drawn. */
export function randomServers(random: Random, count: number): Scenario[] {
  return Array.from({ length: count }, (_, index) => randomServer(random, `random ${index}`));
}

function randomServer(random: Random, family: string): Scenario {
  const ratePerSecond = logBetween(random, 0.1, 30);
  // Long enough that what is learned matters, and that the bench ends.
  const durationMs = Math.min(180, Math.max(15, 40 / ratePerSecond ** 0.5)) * MINUTE_MS;
  const limits: LimitDescription[] = [];
  if (happens(random, 0.2)) limits.push(outages(random, durationMs));
  const clients = happens(random, 0.1) ? 2 + Math.floor(random() * 3) : 1;
  const rate = rateLimit(random, ratePerSecond, clients);
  if (happens(random, 0.1) && rate.type !== "penalty-box") {
    limits.push({ type: "ban", refusals: 20, windowMs: 10 * MINUTE_MS, banMs: 20 * MINUTE_MS });
  }
  const latency = happens(random, 0.15) ? queue(random) : plain(random);
  if (latency.type === "plain" && happens(random, 0.25)) {
    limits.push({
      type: "connections",
      connections: Math.ceil(logBetween(random, 2, 12)),
      status: oneOf(random, [429, 503]),
    });
  }
  if (latency.type === "plain" || happens(random, 0.5)) limits.push(rate);
  if (happens(random, 0.15)) limits.push({ type: "failures", share: logBetween(random, 0.005, 0.08) });
  const crawlDelayMs = happens(random, 0.05) ? logBetween(random, 500, 10_000) : 0;
  return { family, server: { name: family, limits, latency, crawlDelayMs }, durationMs, clients };
}

function rateLimit(random: Random, ratePerSecond: number, clients: number): LimitDescription {
  const retryAfter: RetryAfterForm = oneOf(random, ["none", "none", "seconds", "date"]);
  const hints: HintFields = happens(random, 0.25)
    ? oneOf(random, ["ratelimit", "ratelimit-structured", "x-ratelimit", "x-ratelimit-epoch"])
    : "none";
  const windowMs = logBetween(random, 10_000, 600_000);
  const requests = Math.max(2 * clients, Math.round((ratePerSecond * windowMs) / 1000));
  // Clients that know nothing of one another collide at a bucket of one, whatever they do.
  const least = clients === 1 ? 1 : 4 * clients;
  const burst = Math.max(least, Math.round(ratePerSecond * logBetween(random, 0.5, 30)));
  const kind = random();
  // Fields count in whole seconds: a bucket that fills within a few has none.
  const bucketHints = burst / ratePerSecond < 10 ? "none" : hints;
  if (kind < 0.6) return { type: "token-bucket", ratePerSecond, burst, retryAfter, hints: bucketHints };
  if (kind < 0.75) return { type: "sliding-window", requests, windowMs, retryAfter };
  if (kind < 0.9) return { type: "quota", requests, windowMs, retryAfter, hints };
  return { type: "penalty-box", ratePerSecond, burst, boxMs: logBetween(random, 5000, 60_000), retryAfter };
}

function outages(random: Random, durationMs: number): LimitDescription {
  const count = 1 + Math.floor(random() * 3);
  const spells = Array.from({ length: count }, (_, index) => {
    const fromMs = ((index + 0.2 + 0.6 * random()) / count) * durationMs;
    return { fromMs, untilMs: fromMs + logBetween(random, 5000, 240_000) };
  });
  return { type: "outage", outages: spells, status: oneOf(random, [503, 503, 0]) };
}

const plain = (random: Random): PlainLatency => ({
  type: "plain",
  medianMs: logBetween(random, 30, 3000),
  spread: logBetween(random, 0.05, 0.5),
});

function queue(random: Random): QueueLatency {
  const servers = oneOf(random, [2, 4, 8]);
  const serviceMs = logBetween(random, 60, 250);
  const capacity = (servers * 1000) / serviceMs;
  return {
    type: "queue",
    servers,
    serviceMs,
    othersPerSecond: capacity * (0.15 + 0.3 * random()),
    wayMs: 30,
  };
}
