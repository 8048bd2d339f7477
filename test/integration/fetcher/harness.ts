import { afterEach, expect } from "vitest";
import { RobotsCache } from "../../../src/cache/index.ts";
import {
  PageFetcher,
  robotsFetcher,
  type FetchedPage,
  type FetcherOptions,
} from "../../../src/fetcher/index.ts";
import { CrawlGate, type Budget } from "../../../src/gate/index.ts";
import { LearnedRateLimiter } from "../../../src/governor/index.ts";
import { CountingClock } from "../../support/counting-clock.ts";
import { answer, RawServer, type Script } from "../../support/raw-server.ts";
import type { TlsOptions } from "node:tls";

export const USER_AGENT = "ExampleBot/1.0 (+https://bot.example/)";
export const HTML = "content-type: text/html";

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A server that has no robots.txt, unless its script answers for it, and is closed after the test. */
export async function serve(script: Script, tls?: TlsOptions): Promise<RawServer> {
  const server = await RawServer.start(script, tls);
  endings.push(() => server.close());
  return server;
}

/** Leaves robots.txt to a word of its own; pages are the script's. */
export const withoutRobots =
  (script: Script, robots: string = answer("404 Not Found", [])): Script =>
  (socket, request) => {
    if (request.path === "/robots.txt") socket.end(robots);
    else script(socket, request);
  };

/** A server that sends all of `text` and hangs up. */
export const sends =
  (text: string | Buffer): Script =>
  (socket) =>
    socket.end(text);

/** A page. */
export const page = (body: string, ...headers: string[]): string =>
  answer("200 OK", [HTML, ...headers], body);

/** A redirect. */
export const redirect = (location: string, status = "302 Found"): string =>
  answer(status, [`location: ${location}`]);

/** What a test may set: of the fetcher, and of the gate it stands behind. */
export interface Setting extends Partial<FetcherOptions> {
  readonly budget?: Budget;
}

/** A fetcher as people set it up, with the loopback open and every name on it. */
export interface Crawl {
  readonly fetcher: PageFetcher;
  readonly gate: CrawlGate;
  readonly governor: LearnedRateLimiter;
  /** The names that were looked up. */
  readonly lookups: readonly string[];
  /** Checks that no timer, no permit and no connection to these servers is left. */
  readonly expectNothingLeft: (...servers: readonly RawServer[]) => Promise<void>;
}

/** Sets up a crawl. Names resolve to this machine unless `lookup` says otherwise. */
export function crawl({ budget, ...setting }: Setting = {}): Crawl {
  const counting = new CountingClock();
  const clock = setting.clock ?? counting;
  const lookups: string[] = [];
  const options = {
    allowAddresses: ["127.0.0.1"],
    lookup: async (name: string) => {
      lookups.push(name);
      return "127.0.0.1";
    },
    userAgent: USER_AGENT,
    ...setting,
    clock,
  };
  const robots = new RobotsCache({ fetcher: robotsFetcher(options), clock });
  const governor = new LearnedRateLimiter({ robots, clock, baseIntervalMs: 10, minIntervalMs: 1 });
  const gate = new CrawlGate({
    userAgent: USER_AGENT,
    robots,
    governor,
    clock,
    urlRules: options,
    ...(budget === undefined ? {} : { budget }),
  });
  const fetcher = new PageFetcher({ gate, ...options });
  endings.push(
    () => fetcher.close(),
    () => governor.close(),
  );
  return {
    fetcher,
    gate,
    governor,
    lookups,
    expectNothingLeft: async (...servers) => {
      await Promise.all(servers.map((server) => server.idle()));
      expect(gate.stats.open).toBe(0);
      await fetcher.close();
      await governor.close();
      expect(counting.pendingTimers).toBe(0);
    },
  };
}

/** Fetches one page from a server that does as `script` says, and checks that nothing is left of it. */
export async function fetchFrom(script: Script, setting: Setting = {}): Promise<FetchedPage> {
  const server = await serve(withoutRobots(script));
  const { fetcher, expectNothingLeft } = crawl(setting);
  const fetched = await fetcher.fetch(`${server.origin}/page`);
  await expectNothingLeft(server);
  return fetched;
}

/** What a page that was not fetched failed of. */
export const failureOf = (fetched: FetchedPage): string =>
  fetched.ok ? "none" : `${fetched.failure.category}/${fetched.failure.code}`;

/** How much of a body came off the wire. */
export const receivedOf = (fetched: FetchedPage): number =>
  fetched.ok ? fetched.receivedBytes : fetched.failure.receivedBytes;
