import type { RobotsCache, RobotsEntry } from "../cache/index.ts";
import type { RequestRate, Verdict } from "../policy/index.ts";
import { CrawlError } from "../common/errors.ts";
import { RefusalError, robotsRefusal } from "./refusal.ts";

/** What robots.txt says of a URL that it allows. */
export interface Judgement {
  readonly robots: RobotsEntry;
  readonly verdict: Verdict;
  readonly crawlDelayMs: number | undefined;
  /** The least time between two starts that it asks for, by Crawl-delay or Request-rate; 0 for none. */
  readonly intervalMs: number;
}

/** What {@link judge} needs. */
export interface Bench {
  readonly robots: RobotsCache;
  readonly token: string;
  /** Told of each robots.txt that was looked up. */
  readonly onLookup: (robots: RobotsEntry) => void;
}

async function lookUp(
  url: URL,
  { robots, onLookup }: Bench,
  signal: AbortSignal | undefined,
): Promise<RobotsEntry> {
  try {
    const entry = await robots.lookup(url, signal === undefined ? {} : { signal });
    onLookup(entry);
    return entry;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof CrawlError) throw error;
    throw new CrawlError("robots-unreachable", "its robots.txt could not be looked up", { cause: error });
  }
}

const intervalOf = (rate: RequestRate | undefined): number =>
  rate === undefined ? 0 : rate.periodMs / rate.requests;

/**
 * Asks the robots.txt of the site whether `url` may be asked for.
 *
 * Rejects with `RefusalError` when not, and with the reason of `signal` when that is aborted.
 */
export async function judge(url: URL, bench: Bench, signal: AbortSignal | undefined): Promise<Judgement> {
  const robots = await lookUp(url, bench, signal);
  const policy = robots.policy.forAgent(bench.token);
  const verdict = policy.explain(url);
  if (!verdict.allowed) throw new RefusalError(robotsRefusal(url, bench.token, robots, verdict));
  const crawlDelayMs = policy.crawlDelayMs();
  return {
    robots,
    verdict,
    crawlDelayMs,
    intervalMs: Math.max(crawlDelayMs ?? 0, intervalOf(policy.requestRate())),
  };
}
