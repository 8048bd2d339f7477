import { RobotsCache } from "../cache/index.ts";
import { checkNumber } from "../common/check.ts";
import { crawlerFrom, CrawlGate } from "../gate/index.ts";
import { LearnedRateLimiter, type LawOptions } from "../governor/index.ts";
import type { FetcherOptions } from "./fetcher-options.ts";
import { robotsFetcher } from "./robots-fetcher.ts";
import type { Transport } from "./transport.ts";
import type { UrlOptions } from "./validate-url.ts";

const HOUR_MS = 3_600_000;
/** The governor's own least values: it knows no pace without an interval. */
const LEAST_INTERVAL_MS = 1;
const LEAST_BASE_MS = 10;

/** What the governor makes of a request delay: never faster, and slower only where a host asks for it or fails. */
function paceOf(requestDelayMs: number | undefined): LawOptions {
  if (requestDelayMs === undefined) return {};
  const delayMs = checkNumber("requestDelayMs (in milliseconds)", requestDelayMs, {
    min: 0,
    max: 24 * HOUR_MS,
  });
  const baseIntervalMs = Math.max(LEAST_BASE_MS, delayMs);
  return {
    minIntervalMs: Math.max(LEAST_INTERVAL_MS, delayMs),
    baseIntervalMs,
    maxIntervalMs: Math.max(300_000, baseIntervalMs),
  };
}

/** The gate of a fetcher that was given none, and its governor, which somebody has to close. */
export function ownGate(
  options: FetcherOptions,
  transport: Transport,
  urlRules: UrlOptions,
): { readonly gate: CrawlGate; readonly governor: LearnedRateLimiter } {
  const { maxRequestsPerDomain, random } = options;
  const { userAgent, token } = crawlerFrom(options.userAgent);
  const clock = options.clock === undefined ? {} : { clock: options.clock };
  const robots = new RobotsCache({
    ...clock,
    fetcher: robotsFetcher({ ...options, transport }),
    userAgent,
    agent: token,
  });
  const governor = new LearnedRateLimiter({
    ...clock,
    ...paceOf(options.requestDelayMs),
    ...(random === undefined ? {} : { random }),
    robots,
  });
  const gate = new CrawlGate({
    ...clock,
    userAgent,
    robots,
    governor,
    urlRules,
    ...(maxRequestsPerDomain === undefined ? {} : { budget: { maxRequestsPerDomain } }),
  });
  return { gate, governor };
}
