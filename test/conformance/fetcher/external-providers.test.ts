import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RobotsCache } from "../../../src/cache/index.ts";
import {
  PolicyAwareExternalFetcher,
  type ExternalFetchResponse,
  type FetchedPage,
} from "../../../src/fetcher/index.ts";
import { CrawlGate } from "../../../src/gate/index.ts";
import { LearnedRateLimiter } from "../../../src/governor/index.ts";
import { ManualClock } from "../../../src/testing/index.ts";
import { stepsUntil } from "../../support/turns.ts";
import { arePresent, sharedRows } from "../../support/shared-data.ts";

const FILE = "conformance/external-providers.jsonl";

interface Row {
  readonly id: string;
  readonly title: string;
  readonly provider: Partial<ExternalFetchResponse> & {
    readonly throws?: string;
    readonly throwsValue?: unknown;
    readonly resolves?: unknown;
    readonly delayPastDeadline?: boolean;
    readonly thenThrows?: boolean;
  };
  readonly expect: {
    readonly category: string | readonly string[];
    readonly calls?: number;
    readonly bodyDiscarded?: boolean;
    readonly messageClean?: boolean;
  };
  readonly url?: string;
  readonly urls?: readonly string[];
  readonly asks?: number;
  readonly depth?: number;
  readonly dns?: readonly string[];
  readonly robots?: string;
  readonly robotsError?: string;
  readonly robotsFor?: Readonly<Record<string, string>>;
  readonly options?: {
    readonly maxRequestsPerDomain?: number;
    readonly maxPages?: number;
    readonly maxDepth?: number;
    readonly retries?: number;
  };
}

const rows = arePresent("external providers", [FILE]) ? sharedRows<Row>(FILE) : [];

const PAGE = "https://site.example/page";
const TIMEOUT_MS = 30_000;

/** What a provider does that was asked by our clock at its deadline. */
async function answerOf({ provider }: Row, clock: ManualClock): Promise<unknown> {
  if ("throws" in provider) throw new Error(provider.throws);
  // eslint-disable-next-line no-throw-literal -- what is thrown is what the row is about
  if ("throwsValue" in provider) throw provider.throwsValue;
  if ("resolves" in provider) return provider.resolves;
  if (provider.delayPastDeadline === true) {
    await new Promise<void>((resolve) => clock.setTimeout(resolve, TIMEOUT_MS + 1));
    throw new Error("too late");
  }
  return provider;
}

interface Played {
  readonly pages: readonly FetchedPage[];
  readonly calls: number;
  readonly pendingTimers: number;
}

/** Asks for the row's pages, one after the other, with everything but the provider as people use it. */
async function play(row: Row): Promise<Played> {
  const clock = new ManualClock();
  const userAgent = "ExampleBot/1.0 (+https://bot.example/)";
  const robots = new RobotsCache({
    clock,
    fetcher: async (address) => {
      if (row.robotsError !== undefined) throw Object.assign(new Error("reset"), { code: row.robotsError });
      return row.robotsFor?.[new URL(address).origin] ?? row.robots ?? { status: 404 };
    },
  });
  const governor = new LearnedRateLimiter({ robots, clock });
  const { retries = 0, ...budget } = row.options ?? {};
  const gate = new CrawlGate({ userAgent, robots, governor, budget, clock });
  let calls = 0;
  const provider = {
    fetch: async (): Promise<ExternalFetchResponse> => {
      calls++;
      return (await answerOf(row, clock)) as ExternalFetchResponse;
    },
  };
  const fetcher = new PolicyAwareExternalFetcher(provider, gate, {
    lookup: async () => row.dns ?? ["93.184.215.14"],
    timeoutMs: TIMEOUT_MS,
    maxRetries: retries,
    clock,
  });
  const urls = row.urls ?? Array.from({ length: row.asks ?? 1 }, () => row.url ?? PAGE);
  const pages: FetchedPage[] = [];
  for (const url of urls) {
    const asked = fetcher.fetch({ url, ...(row.depth === undefined ? {} : { depth: row.depth }) });
    pages.push(await stepsUntil(asked, () => clock.advanceAsync(1_000)));
  }
  // What comes after the deadline comes now.
  await clock.advanceAsync(TIMEOUT_MS);
  await governor.close();
  return { pages, calls, pendingTimers: clock.pendingTimers };
}

const categoryOf = (page: FetchedPage | undefined): string =>
  page === undefined || page.ok ? "ok" : page.failure.category;

const CONTROL = /\p{Cc}/u;

describe.skipIf(rows.length === 0)("the shared rows on external providers", () => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  beforeEach(() => void process.on("unhandledRejection", unhandled));
  afterEach(() => {
    process.off("unhandledRejection", unhandled);
    unhandled.mockReset();
  });

  it.each(rows)("$id: $title", async (row) => {
    const { pages, calls, pendingTimers } = await play(row);
    const last = pages.at(-1);
    const { category, calls: expectedCalls = calls } = row.expect;

    expect([category].flat()).toContain(categoryOf(last));
    expect(calls).toBe(expectedCalls);
    expect(CONTROL.test(last?.ok === false ? last.failure.message : "")).toBe(false);
    expect("body" in (last ?? {})).toBe(categoryOf(last) === "ok");
    expect(unhandled).not.toHaveBeenCalled();
    expect(pendingTimers).toBe(0);
  });
});
