import { checkNumber } from "../common/check.ts";
import { systemClock, type Clock } from "../common/clock.ts";
import type { UrlRules } from "../common/url-rules.ts";
import { secretsFromEnvironment, type EnvironmentSecrets } from "./environment.ts";
import { crawlerFrom, type CrawlGate } from "../gate/index.ts";
import { NodeTransport, type TransportOptions } from "./node-transport.ts";
import { checkHeaders, checkOrigins, type FirstHeaders, type HeaderFields } from "./request-headers.ts";
import { Secret } from "./secret.ts";
import type { Transport } from "./transport.ts";

/** What the fetcher needs of a gate. */
export type Gate = Pick<CrawlGate, "enter">;

/** What a `PageFetcher` takes. Every duration is in milliseconds; what is left out has a default. */
export interface FetcherOptions extends TransportOptions, UrlRules {
  /** Sent as it is: a product token, and a URL or mail address under which its operator can be reached. */
  userAgent: string;
  /** The way in for every request. @defaultValue one of its own, made of the options below that a gate has */
  gate?: Gate;
  /** Sends the requests; its guard is then yours. @defaultValue a `NodeTransport` with these options */
  transport?: Transport;

  /** The least time between two requests to an origin; a longer Crawl-delay counts. Not with `gate`. @defaultValue 1000, and what is learned */
  requestDelayMs?: number;
  /** The most requests to a domain, attempts and redirects included. Not with `gate`. @defaultValue no limit */
  maxRequestsPerDomain?: number;

  /** How often a request is sent again after a 5xx, a limit of time or a broken connection. @defaultValue 0 */
  maxRetries?: number;
  /** The most that the first pause before another attempt can be; each further one can be twice as long. @defaultValue 1000 */
  retryBackoffMs?: number;
  /** How many redirects are followed. @defaultValue 5 */
  maxRedirects?: number;
  /** The most octets of a body, off the wire as well as without its coding. @defaultValue 10485760 (10 MiB) */
  maxBytes?: number;
  /** What a page may be; a star and a slash and a star stand for anything. @defaultValue HTML and XHTML */
  contentTypes?: readonly string[];
  /** How long one page may take with all its attempts, the waits for its turns apart. @defaultValue 60000 */
  timeoutMs?: number;
  /** How long a body may yield nothing. @defaultValue 15000 */
  bodyIdleTimeoutMs?: number;

  /** Header fields of each first request; to another origin only the harmless ones go along. @defaultValue none */
  headers?: HeaderFields;
  /** The origins that the token and the cookie of the environment are meant for. @defaultValue none: they are not even read */
  secretOrigins?: readonly string[];
  /** Where secrets are read from. @defaultValue `process.env` */
  env?: Readonly<Record<string, string | undefined>>;
  /** Chance, from 0 to below 1. @defaultValue Math.random */
  random?: () => number;
}

/** {@link FetcherOptions}, complete and checked, apart from the gate. */
export interface FetcherSettings {
  readonly transport: Transport;
  readonly first: FirstHeaders;
  readonly secrets: readonly Secret[];
  readonly maxRetries: number;
  readonly backoff: { readonly baseMs: number; readonly maxMs: number };
  readonly maxRedirects: number;
  readonly maxBytes: number;
  readonly contentTypes: readonly string[];
  readonly timeoutMs: number;
  readonly bodyIdleTimeoutMs: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The pages that are accepted unless something else is said. */
export const HTML: readonly string[] = ["text/html", "application/xhtml+xml"];

const HOUR_MS = 3_600_000;
/** No pause between attempts grows further. */
const LONGEST_PAUSE_MS = 60_000;

/** @throws TypeError for what are no media types, and for none. */
export function checkTypes(types: readonly string[]): readonly string[] {
  const checked = types.map((type) => type.trim().toLowerCase());
  if (checked.length > 0 && checked.every((type) => /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(type)))
    return checked;
  throw new TypeError(`contentTypes must hold media types such as text/html, got ${types.join(", ")}`);
}

/** What is asked for: the accepted types, and in the end whatever there is, which then says what it is. */
const acceptOf = (types: readonly string[]): string =>
  types.includes("*/*") ? "*/*" : [...types, "*/*;q=0.1"].join(", ");

/** Shorter ones are part of too much that is no secret. */
const LEAST_COOKIE_LENGTH = 6;

/** What must appear nowhere: the token, the cookie header, and what each of its cookies holds. */
function hiddenOf({ authToken, cookie }: EnvironmentSecrets): readonly Secret[] {
  const cookies = cookie?.reveal().split(/;\s*/) ?? [];
  const values = cookies
    .map((pair) => pair.slice(pair.indexOf("=") + 1))
    .filter((value) => value.length >= LEAST_COOKIE_LENGTH);
  return [authToken, cookie, ...values.map((value) => new Secret(value))].filter(
    (secret) => secret !== undefined,
  );
}

/**
 * Completes and checks what a user set.
 *
 * @throws TypeError for a setting of the wrong kind, RangeError for one that breaks its rule; both name the rule and
 * what came.
 */
export function settingsFrom(options: FetcherOptions): FetcherSettings {
  const { clock = systemClock, transport = new NodeTransport(options), random = Math.random } = options;
  const contentTypes = checkTypes(options.contentTypes ?? HTML);
  const secretOrigins = checkOrigins(options.secretOrigins);
  const secrets = secretOrigins.size === 0 ? {} : secretsFromEnvironment(options.env);
  const count = { min: 0, max: 100, integer: true };
  const limitMs = { min: 10, max: 24 * HOUR_MS };
  const baseMs = checkNumber("retryBackoffMs (in milliseconds)", options.retryBackoffMs ?? 1_000, {
    min: 0,
    max: HOUR_MS,
  });
  return {
    transport,
    first: {
      userAgent: crawlerFrom(options.userAgent).userAgent,
      accept: acceptOf(contentTypes),
      headers: checkHeaders(options.headers),
      secrets,
      secretOrigins,
    },
    secrets: hiddenOf(secrets),
    maxRetries: checkNumber("maxRetries", options.maxRetries ?? 0, count),
    backoff: { baseMs, maxMs: Math.max(baseMs, LONGEST_PAUSE_MS) },
    maxRedirects: checkNumber("maxRedirects", options.maxRedirects ?? 5, count),
    maxBytes: checkNumber("maxBytes", options.maxBytes ?? 10 * 2 ** 20, {
      min: 1,
      max: 2 ** 30,
      integer: true,
    }),
    contentTypes,
    timeoutMs: checkNumber("timeoutMs (in milliseconds)", options.timeoutMs ?? 60_000, limitMs),
    bodyIdleTimeoutMs: checkNumber(
      "bodyIdleTimeoutMs (in milliseconds)",
      options.bodyIdleTimeoutMs ?? 15_000,
      limitMs,
    ),
    clock,
    random,
  };
}
