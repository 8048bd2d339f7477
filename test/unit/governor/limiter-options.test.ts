import { describe, expect, it } from "vitest";
import { LearnedRateLimiter, type LimiterOptions } from "../../../src/governor/index.ts";

describe("a limiter's options", () => {
  it.each<[LimiterOptions, string]>([
    [{ maxQueue: 0 }, "maxQueue must be a whole number from 1"],
    [{ maxQueue: Infinity }, "maxQueue must be a whole number"],
    [{ maxQueue: 10, maxWaiting: 5 }, "maxQueue must be at most maxWaiting, got 10 and 5"],
    [{ globalConcurrency: 0.5 }, "globalConcurrency must be a whole number from 1"],
    [{ maxCooldownMs: 60 }, "maxCooldownMs must be at least 1000, got 60"],
    [{ maxCooldownMs: NaN }, "maxCooldownMs must be"],
    [{ maxCrawlDelayMs: 30, longCrawlDelay: "reject" }, "all durations are milliseconds, not seconds"],
    [{ longCrawlDelay: "reject" }, 'longCrawlDelay "reject" needs maxCrawlDelayMs, got none'],
    [{ longCrawlDelay: "ignore" as "obey" }, 'longCrawlDelay must be "obey" or "reject", got ignore'],
    [{ agingMs: -1 }, "agingMs must be"],
    [{ storeTimeoutMs: 0 }, "storeTimeoutMs must be"],
    [{ onStoreFailure: "hang" as "local" }, 'onStoreFailure must be "local" or "refuse", got hang'],
    [{ store: {} as never }, "store must have a method update"],
    [{ robots: null as never }, "robots must have a method crawlDelayMs, got null"],
    [{ minIntervalMs: 500, maxIntervalMs: 100 }, "must be at most"],
    [{ baseIntervalMs: 1 }, "not asked more than a hundred times a second"],
    [{ maxConcurrency: 0 }, "maxConcurrency must be a whole number from 1"],
    [{ baseIntervalMs: "1000" as unknown as number }, "baseIntervalMs must be"],
  ])("are refused with rule and value: %j", (options, message) => {
    expect(() => new LearnedRateLimiter(options)).toThrow(message);
  });

  it("are TypeErrors for a wrong kind and RangeErrors for a wrong value", () => {
    expect(() => new LearnedRateLimiter({ maxQueue: "many" as unknown as number })).toThrow(TypeError);
    expect(() => new LearnedRateLimiter({ maxQueue: -1 })).toThrow(RangeError);
  });
});
