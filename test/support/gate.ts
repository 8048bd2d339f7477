import { RobotsCache, type CacheOptions, type RobotsResponse } from "../../src/cache/index.ts";
import { CrawlGate, type GateOptions } from "../../src/gate/index.ts";
import type { LearnedRateLimiter, LimiterOptions } from "../../src/governor/index.ts";
import type { ManualClock } from "../../src/testing/index.ts";
import { pacedLimiter } from "./limiter.ts";

export const USER_AGENT = "ExampleBot/1.0 (+https://bot.example/about)";

/** What a {@link manualGate} is made of, and what it asked for. */
export interface GateSetUp {
  readonly gate: CrawlGate;
  readonly governor: LearnedRateLimiter;
  readonly clock: ManualClock;
  /** The addresses that robots.txt was asked at, in order. */
  readonly asked: readonly string[];
}

/** What of a gate's parts is not as usual. */
export interface GateSettings extends Partial<GateOptions> {
  readonly cache?: CacheOptions;
  readonly limiter?: LimiterOptions;
}

/** A gate in manual time, at one start a second, over sites whose robots.txt is given; all others have none. */
export function manualGate(
  files: Readonly<Record<string, string | RobotsResponse>> = {},
  { cache, limiter, ...options }: GateSettings = {},
): GateSetUp {
  const { limiter: governor, clock } = pacedLimiter(limiter);
  const asked: string[] = [];
  const robots = new RobotsCache({
    clock,
    agent: "ExampleBot",
    fetcher: (url) => {
      asked.push(url);
      return files[url] ?? { status: 404 };
    },
    ...cache,
  });
  const gate = new CrawlGate({ userAgent: USER_AGENT, robots, governor, clock, ...options });
  return { gate, governor, clock, asked };
}
