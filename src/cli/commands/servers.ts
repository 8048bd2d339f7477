import type { ServerDescription } from "../../testing/index.ts";

/** A server that `simulate` knows by name. */
export interface NamedServer {
  readonly server: ServerDescription;
  /** What it shows, in one line. */
  readonly about: string;
  readonly durationMs: number;
}

const MINUTE_MS = 60_000;
const usual = { type: "plain", medianMs: 120, spread: 0.25 } as const;

const servers: readonly NamedServer[] = [
  {
    server: {
      name: "steady",
      limits: [{ type: "token-bucket", ratePerSecond: 5, burst: 10 }],
      latency: usual,
    },
    about: "bears 5 requests a second and answers 429 above",
    durationMs: 10 * MINUTE_MS,
  },
  {
    server: {
      name: "retry-after",
      limits: [{ type: "token-bucket", ratePerSecond: 2, burst: 4, retryAfter: "seconds" }],
      latency: usual,
    },
    about: "bears 2 a second and says with Retry-After when to come back",
    durationMs: 20 * MINUTE_MS,
  },
  {
    server: {
      name: "quota",
      limits: [{ type: "quota", requests: 300, windowMs: 2 * MINUTE_MS, hints: "ratelimit" }],
      latency: usual,
    },
    about: "has a quota of 300 in two minutes and tells what is left in RateLimit fields",
    durationMs: 20 * MINUTE_MS,
  },
  {
    server: {
      name: "capacity-drop",
      limits: [
        {
          type: "token-bucket",
          ratePerSecond: 10,
          burst: 10,
          factors: [
            { fromMs: 8 * MINUTE_MS, factor: 0.15 },
            { fromMs: 16 * MINUTE_MS, factor: 1 },
          ],
        },
      ],
      latency: usual,
    },
    about: "bears 10 a second, 1.5 for eight minutes, and 10 again",
    durationMs: 30 * MINUTE_MS,
  },
  {
    server: {
      name: "outage",
      limits: [
        {
          type: "outage",
          status: 503,
          outages: [{ fromMs: 5 * MINUTE_MS, untilMs: 9 * MINUTE_MS }],
        },
        { type: "token-bucket", ratePerSecond: 8, burst: 8 },
      ],
      latency: usual,
    },
    about: "answers nothing but 503 for four minutes",
    durationMs: 20 * MINUTE_MS,
  },
  {
    server: {
      name: "crawl-delay",
      limits: [{ type: "token-bucket", ratePerSecond: 2, burst: 4 }],
      latency: usual,
      crawlDelayMs: 3000,
    },
    about: "asks for a Crawl-delay of 3 s and bears more",
    durationMs: 10 * MINUTE_MS,
  },
  {
    server: {
      name: "connections",
      limits: [{ type: "connections", connections: 3 }],
      latency: { type: "plain", medianMs: 900, spread: 0.3 },
    },
    about: "is slow and takes three requests at once",
    durationMs: 15 * MINUTE_MS,
  },
  {
    server: {
      name: "penalty-box",
      limits: [{ type: "penalty-box", ratePerSecond: 2, burst: 5, boxMs: 30_000, retryAfter: "seconds" }],
      latency: usual,
    },
    about: "shuts out for 30 s who asks more than 2 a second, and anew for each request meanwhile",
    durationMs: 30 * MINUTE_MS,
  },
];

/** The servers `simulate` knows, by name. */
export const namedServers: ReadonlyMap<string, NamedServer> = new Map(
  servers.map((named) => [named.server.name, named]),
);
