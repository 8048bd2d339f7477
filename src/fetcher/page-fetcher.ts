import { checkNumber } from "../common/check.ts";
import { CrawlError } from "../common/errors.ts";
import { ownGate } from "./own-gate.ts";
import { inParallel, type Progress } from "./fetch-all.ts";
import { faultOf } from "./faults.ts";
import { failureFrom } from "./failure.ts";
import type { FetchedPage } from "./fetched-page.ts";
import { settingsFrom, type FetcherOptions, type FetcherSettings, type Gate } from "./fetcher-options.ts";
import { shownUrl } from "./log-safety.ts";
import { checkHeaders, headersFor, type HeaderFields } from "./request-headers.ts";
import { urlValidator, type UrlOptions } from "./validate-url.ts";
import { Visit } from "./visit.ts";

/** What may be said with one page. */
export interface FetchOptions {
  /** Gives the page up: the outcome is a failure of the category `aborted`. */
  signal?: AbortSignal;
  /** How many links from where the crawl began; for the gate's budget. @defaultValue 0 */
  depth?: number;
  /** Header fields for this page, beside those of the fetcher; to another origin only the harmless ones go along. */
  headers?: HeaderFields;
}

/** What may be said with many pages. */
export interface FetchAllOptions extends FetchOptions {
  /** The most pages under way; how many go to one host is the gate's part. @defaultValue 8 */
  concurrency?: number;
  /** Told whenever a page is begun and when it is done. */
  onProgress?: (progress: Progress) => void;
}

/**
 * Fetches pages politely, and from public addresses alone: robots.txt first, each request through the gate in its turn,
 * one look-up for each, the connection made to nothing but what was judged. What the world does is never thrown:
 * it is a {@link FetchedPage} that says why.
 */
export class PageFetcher {
  readonly #settings: FetcherSettings;
  readonly #check: (url: string | URL) => URL;
  readonly #gate: Gate;
  readonly #close: () => Promise<void>;

  /** @throws TypeError or RangeError for an option that cannot be, or that does not go with another. */
  constructor(options: FetcherOptions) {
    this.#settings = settingsFrom(options);
    const urlOptions = urlOptionsFrom(options);
    this.#check = urlValidator(urlOptions);
    const { transport } = this.#settings;
    if (options.gate === undefined) {
      const { gate, governor } = ownGate(options, transport, urlOptions);
      this.#gate = gate;
      this.#close = () => governor.close();
      return;
    }
    for (const name of ["requestDelayMs", "maxRequestsPerDomain"] as const) {
      if (options[name] !== undefined)
        throw new TypeError(`${name} is the gate's: it must not be given with a gate`);
    }
    this.#gate = options.gate;
    this.#close = async () => undefined;
  }

  /**
   * Fetches one page. Resolves to a value whatever the world does; it rejects with a `TypeError` alone, for a URL that is
   * neither text nor `URL` and for header fields that no request can carry.
   */
  async fetch(url: string | URL, options: FetchOptions = {}): Promise<FetchedPage> {
    const own = checkHeaders(options.headers);
    try {
      const checked = this.#check(url);
      return await new Visit(checked, {
        settings: this.#settings,
        gate: this.#gate,
        checkUrl: this.#check,
        headers: headersFor(checked, this.#settings.first, own),
        signal: options.signal,
        depth: options.depth,
      }).run();
    } catch (error) {
      // A visit does not reject: this is the URL that was refused before it began.
      if (!(error instanceof CrawlError)) throw error;
      return refused(url, error);
    }
  }

  /**
   * Fetches many pages, some at a time, and yields each when it is done, in any order. Who stops reading ends what is
   * under way. An abort of `signal` makes failures of the pages under way; no more are begun then.
   *
   * @throws RangeError for a `concurrency` that is no count.
   */
  fetchAll(
    urls: Iterable<string | URL> | AsyncIterable<string | URL>,
    options: FetchAllOptions = {},
  ): AsyncGenerator<FetchedPage, void, undefined> {
    const { concurrency = 8, signal, onProgress, ...rest } = options;
    checkNumber("concurrency", concurrency, { min: 1, max: 10_000, integer: true });
    checkHeaders(options.headers);
    return inParallel(urls, (url, inner) => this.fetch(url, { ...rest, signal: inner }), {
      concurrency,
      signal,
      isFailure: ({ ok }) => !ok,
      onProgress,
    });
  }

  /** Ends idle connections and, where the gate is the fetcher's own, its governor. Pages under way end by themselves. */
  async close(): Promise<void> {
    this.#settings.transport.close?.();
    await this.#close();
  }
}

/** The rules on URLs among the options of a fetcher. */
const urlOptionsFrom = ({
  maxUrlLength,
  allowPorts,
  allowNames,
  allowAddresses,
}: FetcherOptions): UrlOptions => ({
  ...(maxUrlLength === undefined ? {} : { maxUrlLength }),
  ...(allowPorts === undefined ? {} : { allowPorts }),
  ...(allowNames === undefined ? {} : { allowNames }),
  ...(allowAddresses === undefined ? {} : { allowAddresses }),
});

/** The outcome for a URL that is not even asked for. What it held is shown safely: it may hold a password. */
function refused(url: string | URL, error: CrawlError): FetchedPage {
  return {
    ok: false,
    url: shownUrl(url),
    failure: failureFrom(faultOf(error, 0), { attempts: 0, receivedBytes: 0 }),
    redirects: [],
    waitedMs: 0,
    waitedFor: "none",
  };
}
