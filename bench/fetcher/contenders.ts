import { Agent, get } from "node:http";
import type * as CacheEntry from "../../src/cache/index.ts";
import type * as FetcherEntry from "../../src/fetcher/index.ts";
import type * as GateEntry from "../../src/gate/index.ts";
import type * as GovernorEntry from "../../src/governor/index.ts";
import type * as PolicyEntry from "../../src/policy/index.ts";

/** Fetches one page, and resolves to the octets of its body. */
export type Contender = (url: string) => Promise<number>;

// What users get is measured: the tool that runs the sources slows them down.
const built = async <Entry>(name: string): Promise<Entry> =>
  (await import(new URL(`../../dist/${name}/index.js`, import.meta.url).href)) as Entry;

const USER_AGENT = "BenchBot/1.0 (+https://bot.example/)";
const ALLOW = { allowAddresses: ["127.0.0.1"] };

/** node:http as it comes, a connection for each request, with the body in one piece. What is sent is the same. */
async function plain(): Promise<Contender> {
  const agent = new Agent({ keepAlive: false });
  const headers = {
    accept: "text/html, application/xhtml+xml, */*;q=0.1",
    "user-agent": USER_AGENT,
    "accept-encoding": "gzip, deflate, br",
  };
  return (url) =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(Buffer.concat(chunks).length));
        response.on("error", reject);
      }).on("error", reject);
    });
}

async function fetching(options: Partial<FetcherEntry.FetcherOptions>): Promise<Contender> {
  const { PageFetcher } = await built<typeof FetcherEntry>("fetcher");
  const fetcher = new PageFetcher({ userAgent: USER_AGENT, ...ALLOW, ...options });
  return async (url) => {
    const page = await fetcher.fetch(url);
    if (!page.ok) throw new Error(page.failure.message);
    return page.body.length;
  };
}

/** The fetcher with all its checks, behind a gate that lets everything in at once. */
async function open(): Promise<Contender> {
  const { RobotsPolicy } = await built<typeof PolicyEntry>("policy");
  const verdict = RobotsPolicy.allowAll().explain("https://a.example/");
  const enter = async (url: string | URL): Promise<GateEntry.Permit> => ({
    granted: true,
    url: new URL(url),
    verdict,
    robots: undefined as never,
    waitedMs: 0,
    waitedFor: "none",
    elapsedMs: 0,
    done: () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  });
  return fetching({ gate: { enter } });
}

/** So many paces are taken in turn that none is ever waited for, and yet each request goes through the whole gate. */
const PACES = 4_096;

/** The fetcher behind the real gate, its governor and its robots.txt, which allows everything. */
async function gated(): Promise<Contender> {
  const { RobotsCache } = await built<typeof CacheEntry>("cache");
  const { LearnedRateLimiter } = await built<typeof GovernorEntry>("governor");
  const { CrawlGate } = await built<typeof GateEntry>("gate");
  const { robotsFetcher } = await built<typeof FetcherEntry>("fetcher");
  let turn = 0;
  const gate = new CrawlGate({
    userAgent: USER_AGENT,
    robots: new RobotsCache({ fetcher: robotsFetcher(ALLOW) }),
    governor: new LearnedRateLimiter({ baseIntervalMs: 10, minIntervalMs: 1 }),
    keyOf: () => `pace-${turn++ % PACES}`,
  });
  return fetching({ gate });
}

/** The contenders, and what to call them. */
export const CONTENDERS: Readonly<Record<string, { title: string; make: () => Promise<Contender> }>> = {
  plain: { title: "node:http, no keep-alive", make: plain },
  open: { title: "PageFetcher, everything allowed, no pacing", make: open },
  again: { title: "node:http, no keep-alive, once more", make: plain },
  gated: { title: "PageFetcher, gate and governor at work, no wait", make: gated },
};
