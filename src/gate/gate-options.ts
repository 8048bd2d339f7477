import { RobotsCache } from "../cache/index.ts";
import { systemClock, type Clock } from "../common/clock.ts";
import type { UrlRules } from "../common/url-rules.ts";
import { LearnedRateLimiter } from "../governor/index.ts";
import { crawlerFrom, type Crawler } from "./crawler.ts";
import type { Budget } from "./budget.ts";
import { keyOfFrom, type KeyOf, type PaceKey } from "./pace-key.ts";

/** Judges the address of a URL: does nothing when it may be asked, and throws a `CrawlError` when not. */
export type AddressCheck = (url: URL, signal?: AbortSignal) => void | Promise<void>;

/** What a `CrawlGate` takes. What is left out has a default. */
export interface GateOptions {
  /**
   * Who you are, as servers see it: a product token, and a URL or mail address where you can be reached, as in
   * `ExampleBot/1.0 (+https://bot.example/about)`.
   */
  userAgent: string;
  /** Knows the rules. @defaultValue a new `RobotsCache`, which asks with `userAgent` by the platform's `fetch` */
  robots?: RobotsCache;
  /** Knows the pace. @defaultValue a new `LearnedRateLimiter` that asks `robots` for the Crawl-delay */
  governor?: LearnedRateLimiter;
  /** Where the crawl ends. @defaultValue nowhere */
  budget?: Budget;
  /** What shares a pace. @defaultValue "host" */
  keyOf?: PaceKey;
  /** Which URLs may be asked for. */
  urlRules?: UrlRules;
  /** Judges addresses before anything is sent. @defaultValue none is judged: that takes more than this entry has */
  checkAddress?: AddressCheck;
  /** @defaultValue the platform's */
  clock?: Clock;
}

/** {@link GateOptions}, complete and checked. */
export interface GateSettings {
  readonly crawler: Crawler;
  readonly robots: RobotsCache;
  readonly governor: LearnedRateLimiter;
  readonly budget: Budget;
  readonly keyOf: KeyOf;
  readonly urlRules: UrlRules;
  readonly checkAddress: AddressCheck | undefined;
  readonly clock: Clock;
}

function checkMethod<T extends object>(name: string, value: T, method: keyof T & string): T {
  if (typeof value?.[method] === "function") return value;
  throw new TypeError(`${name} must have a method ${method}, got ${value === null ? "null" : typeof value}`);
}

/**
 * Completes and checks what a user set.
 *
 * @throws TypeError or RangeError, naming rule and value.
 */
export function gateSettingsFrom(options: GateOptions): GateSettings {
  const { clock = systemClock, checkAddress } = options;
  const crawler = crawlerFrom(options.userAgent);
  const { userAgent, token: agent } = crawler;
  const robots = options.robots ?? new RobotsCache({ userAgent, agent, clock });
  checkMethod("robots", robots, "lookup");
  const governor = options.governor ?? new LearnedRateLimiter({ robots, clock });
  checkMethod("governor", governor, "acquire");
  if (checkAddress !== undefined && typeof checkAddress !== "function") {
    throw new TypeError(`checkAddress must be a function, got ${typeof checkAddress}`);
  }
  return {
    crawler,
    robots,
    governor,
    budget: options.budget ?? {},
    keyOf: keyOfFrom(options.keyOf),
    urlRules: options.urlRules ?? {},
    checkAddress,
    clock,
  };
}
