import type { RobotsCache } from "../../src/cache/index.ts";
import { cacheOf, fileOf, fill, pageOf, scattered } from "./sites.ts";

/** Something to time: `run` does `operations` of it, and gives what shows that they were done right. */
export interface Workload {
  readonly title: string;
  readonly operations: number;
  prepare(): Promise<() => Promise<number>>;
  /** What `run` must give. */
  readonly expected: number;
}

const LOOKUPS = 200_000;
const MISSES = 20_000;

/** The same lookups on a cache that knows all sites. */
const hits = (
  title: string,
  sites: number,
  ask: (cache: RobotsCache, urls: readonly string[]) => Promise<number>,
): Workload => ({
  title,
  operations: LOOKUPS,
  expected: LOOKUPS,
  prepare: async () => {
    const cache = cacheOf(fileOf(1_000));
    await fill(cache, sites);
    const urls = scattered(LOOKUPS, sites).map(pageOf);
    return () => ask(cache, urls);
  },
});

async function getAll(cache: RobotsCache, urls: readonly string[]): Promise<number> {
  let count = 0;
  for (const url of urls) if (!(await cache.get(url)).truncated) count++;
  return count;
}

async function judgeAll(cache: RobotsCache, urls: readonly string[]): Promise<number> {
  let count = 0;
  for (const url of urls) if ((await cache.get(url)).isAllowed(url, "ExampleBot")) count++;
  return count;
}

async function delaysOf(cache: RobotsCache, urls: readonly string[]): Promise<number> {
  let count = 0;
  // A host is named in the group of all alone, so the agent's own has no delay.
  for (const url of urls) if (cache.crawlDelayMs(url.slice(8, url.indexOf("/", 8))) === undefined) count++;
  return count;
}

/** Lookups of sites that nobody asked about before, answered at once: what is left is parsing and bookkeeping. */
const misses = (title: string, file: string | undefined, maxEntries: number): Workload => ({
  title,
  operations: MISSES,
  expected: MISSES,
  prepare: async () => {
    const cache = cacheOf(file, { maxEntries });
    let next = 0;
    return async () => {
      const before = cache.stats.misses;
      for (let count = 0; count < MISSES; count++) await cache.get(pageOf(next++));
      return cache.stats.misses - before;
    };
  },
});

export const WORKLOADS: Readonly<Record<string, Workload>> = {
  floor: {
    title: "floor: await a settled promise",
    operations: LOOKUPS,
    expected: LOOKUPS,
    prepare: async () => {
      const settled = Promise.resolve(1);
      return async () => {
        let count = 0;
        for (let turn = 0; turn < LOOKUPS; turn++) count += await settled;
        return count;
      };
    },
  },
  "hit-one": hits("get, a hit, one site", 1, getAll),
  "hit-10k": hits("get, a hit, 10,000 sites", 10_000, getAll),
  "hit-100k": hits("get, a hit, 100,000 sites", 100_000, getAll),
  "judge-10k": hits("get and isAllowed, 10,000 sites", 10_000, judgeAll),
  "delay-10k": hits("crawlDelayMs, 10,000 sites", 10_000, delaysOf),
  "miss-404": misses("get, a miss, 404", undefined, 1_000_000),
  "miss-file": misses("get, a miss, file of 1 KB", fileOf(1_000), 1_000_000),
  "miss-evicting": misses("get, a miss that evicts, file of 1 KB", fileOf(1_000), 1_000),
};
