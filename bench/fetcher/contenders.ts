import { Agent, get } from "node:http";
import { RobotsCache } from "../../src/cache/index.ts";
import { PageFetcher, robotsFetcher } from "../../src/fetcher/index.ts";
import { CrawlGate } from "../../src/gate/index.ts";
import { LearnedRateLimiter } from "../../src/governor/index.ts";

/** Fetches one page, and resolves to the octets of its body. */
export type Contender = (url: string) => Promise<number>;

/** node:http as it comes, a connection for each request, with the body in one piece. */
function plain(): Contender {
  const agent = new Agent({ keepAlive: false });
  return (url) =>
    new Promise((resolve, reject) => {
      get(url, { agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(Buffer.concat(chunks).length));
        response.on("error", reject);
      }).on("error", reject);
    });
}

/** So many paces are taken in turn that none is ever waited for, and yet each request enters the whole gate. */
const PACES = 4_096;

/** Ours, with all its checks, the gate and the governor; robots.txt allows everything. */
function ours(): Contender {
  const userAgent = "BenchBot/1.0 (+https://bot.example/)";
  const allowAddresses = ["127.0.0.1"];
  const robots = new RobotsCache({ fetcher: robotsFetcher({ allowAddresses }) });
  const governor = new LearnedRateLimiter({ baseIntervalMs: 10, minIntervalMs: 1 });
  let turn = 0;
  const gate = new CrawlGate({ userAgent, robots, governor, keyOf: () => `pace-${turn++ % PACES}` });
  const fetcher = new PageFetcher({ userAgent, gate, allowAddresses });
  return async (url) => {
    const page = await fetcher.fetch(url);
    if (!page.ok) throw new Error(page.failure.message);
    return page.body.length;
  };
}

export const CONTENDERS: Readonly<Record<string, () => Contender>> = { plain, ours };
