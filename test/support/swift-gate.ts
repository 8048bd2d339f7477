import { CrawlGate, type GateOptions } from "../../src/gate/index.ts";
import { LearnedRateLimiter } from "../../src/governor/index.ts";
import { RobotsCache } from "../../src/cache/index.ts";
import { USER_AGENT } from "./gate.ts";

/** A gate for real servers, at the quickest pace there is. */
export function swiftGate(options: Partial<GateOptions> = {}): CrawlGate {
  const robots = new RobotsCache({ userAgent: USER_AGENT, agent: "ExampleBot" });
  const governor = new LearnedRateLimiter({
    robots,
    minIntervalMs: 10,
    baseIntervalMs: 10,
    startConcurrency: 8,
    maxConcurrency: 8,
  });
  return new CrawlGate({ userAgent: USER_AGENT, robots, governor, ...options });
}
