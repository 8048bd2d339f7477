import type { LimitDescription, RetryAfterForm, ServerDescription } from "../../src/testing/index.ts";

/** A server, for how long, and how many unconnected clients ask it. */
export interface Scenario {
  readonly family: string;
  readonly server: ServerDescription;
  readonly durationMs: number;
  readonly clients: number;
}

const MINUTE_MS = 60_000;

type Random = () => number;

const between = (random: Random, low: number, high: number): number => low + (high - low) * random();
const wholeBetween = (random: Random, low: number, high: number): number =>
  Math.floor(between(random, low, high + 1));

const plain = (medianMs: number, spread = 0.25): ServerDescription["latency"] => ({
  type: "plain",
  medianMs,
  spread,
});

/** The scenario families of the specification; every parameter is drawn, so that no law can be tuned to a number. */
export function scenarios(random: Random): Scenario[] {
  const list: Scenario[] = [];
  const add = (
    family: string,
    minutes: number,
    limits: readonly LimitDescription[],
    latency: ServerDescription["latency"],
    more: { clients?: number; crawlDelayMs?: number } = {},
  ): void => {
    const { clients = 1, crawlDelayMs = 0 } = more;
    list.push({
      family,
      server: { name: family, limits, latency, crawlDelayMs },
      durationMs: minutes * MINUTE_MS,
      clients,
    });
  };
  for (const [rate, minutes] of [
    [0.2, 120],
    [2, 40],
    [20, 20],
  ] as const) {
    for (const retryAfter of ["none", "seconds"] as const satisfies RetryAfterForm[]) {
      const ratePerSecond = rate * between(random, 0.75, 1.3);
      const burst = Math.max(1, Math.round(ratePerSecond * between(random, 1, 8)));
      add(
        `bucket ${rate}/s${retryAfter === "none" ? "" : " Retry-After"}`,
        minutes,
        [{ type: "token-bucket", ratePerSecond, burst, retryAfter }],
        plain(between(random, 50, 300)),
      );
    }
  }
  add(
    "sliding window",
    40,
    [{ type: "sliding-window", requests: wholeBetween(random, 40, 200), windowMs: MINUTE_MS }],
    plain(between(random, 50, 300)),
  );
  add(
    "quota with fields",
    60,
    [
      {
        type: "quota",
        requests: wholeBetween(random, 300, 1200),
        windowMs: 5 * MINUTE_MS,
        retryAfter: "seconds",
        hints:
          (["ratelimit", "ratelimit-structured", "x-ratelimit"] as const)[wholeBetween(random, 0, 2)] ??
          "ratelimit",
      },
    ],
    plain(between(random, 50, 300)),
  );
  const calm = between(random, 6, 14);
  add(
    "capacity drops",
    40,
    [
      {
        type: "token-bucket",
        ratePerSecond: calm,
        burst: Math.round(calm * 2),
        factors: [
          { fromMs: 13 * MINUTE_MS, factor: between(random, 0.15, 0.3) },
          { fromMs: 26 * MINUTE_MS, factor: 1 },
        ],
      },
    ],
    plain(between(random, 50, 300)),
  );
  add(
    "outages",
    40,
    [
      {
        type: "outage",
        outages: [8, 18, 30].map((minute) => ({
          fromMs: minute * MINUTE_MS,
          untilMs: (minute + between(random, 0.5, 3)) * MINUTE_MS,
        })),
      },
      { type: "token-bucket", ratePerSecond: between(random, 5, 15), burst: 20 },
    ],
    plain(between(random, 50, 300)),
  );
  add(
    "ban",
    60,
    [
      { type: "ban", refusals: wholeBetween(random, 8, 20), windowMs: 10 * MINUTE_MS, banMs: 30 * MINUTE_MS },
      { type: "token-bucket", ratePerSecond: between(random, 2, 8), burst: 10 },
    ],
    plain(between(random, 50, 300)),
  );
  add(
    "penalty box",
    60,
    [
      {
        type: "penalty-box",
        ratePerSecond: between(random, 2, 6),
        burst: 10,
        boxMs: between(random, 15, 60) * 1000,
        retryAfter: "seconds",
      },
    ],
    plain(between(random, 50, 300)),
  );
  add(
    "far server",
    40,
    [{ type: "token-bucket", ratePerSecond: between(random, 5, 8), burst: 20 }],
    plain(between(random, 1200, 2000), 0.1),
  );
  add("shared queue", 40, [], {
    type: "queue",
    servers: 4,
    serviceMs: between(random, 80, 180),
    othersPerSecond: between(random, 4, 8),
    wayMs: 30,
  });
  add(
    "very slow server",
    180,
    [{ type: "token-bucket", ratePerSecond: between(random, 0.02, 0.05), burst: 2 }],
    plain(between(random, 3000, 10_000)),
  );
  add(
    "connection limit",
    40,
    [{ type: "connections", connections: wholeBetween(random, 3, 6) }],
    plain(between(random, 250, 600)),
  );
  add(
    "random 500s",
    40,
    [
      { type: "token-bucket", ratePerSecond: between(random, 5, 12), burst: 20 },
      { type: "failures", share: 0.05 },
    ],
    plain(between(random, 50, 300)),
  );
  add("Crawl-delay", 60, [], plain(between(random, 50, 300)), {
    crawlDelayMs: between(random, 3000, 10_000),
  });
  add(
    "four clients",
    60,
    [{ type: "token-bucket", ratePerSecond: between(random, 6, 12), burst: 20 }],
    plain(between(random, 50, 300)),
    { clients: 4 },
  );
  return list;
}
