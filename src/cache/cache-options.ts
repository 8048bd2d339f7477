import { checkNumber } from "../common/check.ts";
import { systemClock, type Clock } from "../common/clock.ts";
import type { Agent, ParseOptions } from "../policy/index.ts";
import type { AuthStatus } from "./availability.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { platformFetcher, type RobotsFetcher } from "./robots-fetcher.ts";

/** How a cache fetches, keeps and forgets. Every duration is in milliseconds; what is left out has a default. */
export interface CacheOptions {
  /** Sends the requests. @defaultValue the platform's `fetch`, which checks no addresses */
  fetcher?: RobotsFetcher;
  /** Sent as `User-Agent` with each request. @defaultValue what the fetcher sends by itself */
  userAgent?: string;
  /** Whose `Crawl-delay` `crawlDelayMs` tells. @defaultValue `"*"` */
  agent?: Agent;
  /** How files are read, apart from their size. */
  parse?: Omit<ParseOptions, "url" | "maxBytes">;

  /** How long a file is kept when its server does not say. @defaultValue 3600000 (1 h) */
  ttlMs?: number;
  /** A file is kept at least so long, whatever its server says; 0 believes every server. @defaultValue 60000 */
  minTtlMs?: number;
  /** A file is kept at most so long, whatever its server says. @defaultValue 86400000 (24 h), the most there is */
  maxTtlMs?: number;
  /** How long it is believed that there is no file. @defaultValue 86400000 (24 h), the most there is */
  unavailableTtlMs?: number;
  /** How long a site that failed is left alone, unless it asks for longer. @defaultValue 300000 (5 min) */
  unreachableTtlMs?: number;
  /** How old rules may be that go on holding while a site fails; 0 is never. @defaultValue 2592000000 (30 days) */
  staleLimitMs?: number;
  /** What holds when a site without usable rules has failed for 30 days. @defaultValue `"disallow"` */
  longUnreachable?: "disallow" | "allow";
  /** What 401 and 403 mean: no file, as in RFC 9309, or a closed site. @defaultValue `"allow"` */
  authStatus?: AuthStatus;

  /** How long a fetch may take, redirects and body included. @defaultValue 10000 */
  fetchTimeoutMs?: number;
  /** So many redirects are followed. @defaultValue 5, as RFC 9309 wants at least */
  maxRedirects?: number;
  /** Whether an https site may answer with a file that was read in clear. @defaultValue false */
  allowDowngrade?: boolean;
  /** So many octets of a file are read, at least 500 KiB. @defaultValue 512000 */
  maxBytes?: number;

  /** So many sites are remembered. @defaultValue 10000 */
  maxEntries?: number;
  /** So many octets they may take together, by estimate. @defaultValue 67108864 (64 MiB) */
  maxTotalBytes?: number;

  /** A second level, shared by processes. @defaultValue none */
  store?: KeyValueStore;
  /** How long one call of the second level may take. @defaultValue 500 */
  storeTimeoutMs?: number;
  /** The source of time. @defaultValue the platform's */
  clock?: Clock;
}

/** {@link CacheOptions}, complete and checked. */
export type CacheSettings = Readonly<
  Required<Omit<CacheOptions, "userAgent" | "store">> & {
    userAgent: string | undefined;
    store: KeyValueStore | undefined;
  }
>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const LEAST_MAX_BYTES = 512_000;

/** Checks a duration that is 0, where that means something, or lies in a range. */
function checkDuration(name: string, value: number, leastMs: number, mostMs: number, zero = false): number {
  if (zero && value === 0) return 0;
  return checkNumber(`${name} (in milliseconds)`, value, { min: leastMs, max: mostMs });
}

function checkWord<Word extends string>(name: string, value: Word, words: readonly Word[]): Word {
  if (words.includes(value)) return value;
  throw new RangeError(`${name} must be ${words.map((word) => `"${word}"`).join(" or ")}, got ${value}`);
}

function checkMethods(name: string, value: unknown, methods: readonly string[]): void {
  const table = value as Record<string, unknown> | null;
  const lacks = methods.filter((method) => typeof table?.[method] !== "function");
  if (lacks.length > 0) throw new TypeError(`${name} must have the methods ${methods.join(", ")}`);
}

function checkUserAgent(value: string | undefined): string | undefined {
  if (value === undefined || (typeof value === "string" && /^[\x20-\x7e]+$/.test(value))) return value;
  throw new TypeError("userAgent must be printable ASCII");
}

/** The three lifetimes of a file. A default gives way to what was set. */
function lifetimesFrom(options: CacheOptions): Pick<CacheSettings, "ttlMs" | "minTtlMs" | "maxTtlMs"> {
  const maxTtlMs = checkDuration("maxTtlMs", options.maxTtlMs ?? DAY_MS, SECOND_MS, DAY_MS);
  const wishedMs = checkDuration("ttlMs", options.ttlMs ?? Math.min(HOUR_MS, maxTtlMs), SECOND_MS, DAY_MS);
  const leastMs = options.minTtlMs ?? Math.min(MINUTE_MS, wishedMs);
  const minTtlMs = checkDuration("minTtlMs", leastMs, SECOND_MS, DAY_MS, true);
  const ttlMs = options.ttlMs ?? Math.max(wishedMs, minTtlMs);
  if (minTtlMs > ttlMs || ttlMs > maxTtlMs) {
    throw new RangeError(
      `ttlMs must lie between minTtlMs and maxTtlMs, got ${ttlMs}, ${minTtlMs} and ${maxTtlMs}`,
    );
  }
  return { ttlMs, minTtlMs, maxTtlMs };
}

/**
 * Completes and checks what a user set.
 *
 * @throws TypeError for a setting of the wrong kind, RangeError for one that breaks its rule or can only be a
 * mistake of unit; both name the rule and what came.
 */
export function settingsFrom(options: CacheOptions = {}): CacheSettings {
  const { fetcher = platformFetcher, store, clock = systemClock } = options;
  if (typeof fetcher !== "function") throw new TypeError(`fetcher must be a function, got ${typeof fetcher}`);
  if (store !== undefined) checkMethods("store", store, ["get", "set", "delete"]);
  checkMethods("clock", clock, ["now", "wall", "setTimeout", "clearTimeout"]);
  return {
    fetcher,
    store,
    clock,
    userAgent: checkUserAgent(options.userAgent),
    agent: options.agent ?? "*",
    parse: options.parse ?? {},
    ...lifetimesFrom(options),
    unavailableTtlMs: checkDuration(
      "unavailableTtlMs",
      options.unavailableTtlMs ?? DAY_MS,
      SECOND_MS,
      DAY_MS,
    ),
    unreachableTtlMs: checkDuration(
      "unreachableTtlMs",
      options.unreachableTtlMs ?? 5 * MINUTE_MS,
      SECOND_MS,
      DAY_MS,
    ),
    staleLimitMs: checkDuration(
      "staleLimitMs",
      options.staleLimitMs ?? 30 * DAY_MS,
      MINUTE_MS,
      365 * DAY_MS,
      true,
    ),
    longUnreachable: checkWord("longUnreachable", options.longUnreachable ?? "disallow", [
      "disallow",
      "allow",
    ]),
    authStatus: checkWord("authStatus", options.authStatus ?? "allow", ["allow", "disallow"]),
    fetchTimeoutMs: checkDuration(
      "fetchTimeoutMs",
      options.fetchTimeoutMs ?? 10 * SECOND_MS,
      50,
      10 * MINUTE_MS,
    ),
    maxRedirects: checkNumber("maxRedirects", options.maxRedirects ?? 5, { min: 0, max: 20, integer: true }),
    allowDowngrade: options.allowDowngrade ?? false,
    maxBytes: checkNumber("maxBytes", options.maxBytes ?? LEAST_MAX_BYTES, {
      min: LEAST_MAX_BYTES,
      max: 2 ** 26,
      integer: true,
    }),
    maxEntries: checkNumber("maxEntries", options.maxEntries ?? 10_000, { min: 1, integer: true }),
    maxTotalBytes: checkNumber("maxTotalBytes", options.maxTotalBytes ?? 2 ** 26, { min: 1_024 }),
    storeTimeoutMs: checkDuration("storeTimeoutMs", options.storeTimeoutMs ?? 500, 10, MINUTE_MS),
  };
}
