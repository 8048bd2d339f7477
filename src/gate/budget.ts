import { checkNumber } from "../common/check.ts";
import { CrawlError, type CrawlErrorCode } from "../common/errors.ts";
import { hostNameOf } from "./pace-key.ts";

/** Where a crawl ends. What is left out ends nothing. */
export interface Budget {
  /**
   * So many requests to one domain: each attempt counts, retries, redirects and robots.txt too. One more is
   * kept in reserve for the first robots.txt, so that a domain can always be judged.
   */
  maxRequestsPerDomain?: number;
  /** So many pages in all; a retry or a redirect is no page of its own. */
  maxPages?: number;
  /** How far from the start a page may be, by the `depth` that `enter` is told. */
  maxDepth?: number;
  /**
   * Only these sites, by any of their URLs; `true` for the site of the first URL that is entered, and of those
   * entered with `depth: 0`. @defaultValue every site
   */
  sameSite?: boolean | readonly (string | URL)[];
  /** What counts as one domain and as one site. @defaultValue the host name */
  domainOf?: (url: URL) => string;
  /** So many domains are counted; one more is refused. @defaultValue 100000 */
  maxDomains?: number;
}

/** A request that was counted. */
export interface Charge {
  /** Takes the request back that was not sent. */
  refund(): void;
}

interface Tally {
  requests: number;
  /** The first robots.txt is not counted. */
  hasReserve: boolean;
}

const refuse = (code: CrawlErrorCode, message: string): never => {
  throw new CrawlError(code, message);
};

const bound = (name: string, value: number | undefined, min: number): number =>
  value === undefined ? Infinity : checkNumber(name, value, { min, integer: true });

/** Counts what a crawl has asked for, and says when it is over. */
export class BudgetBook {
  readonly #maxRequestsPerDomain: number;
  readonly #maxPages: number;
  readonly #maxDepth: number;
  readonly #maxDomains: number;
  readonly #domainOf: (url: URL) => string;
  readonly #sites: Set<string> | undefined;
  readonly #learnsSites: boolean;
  readonly #tallies = new Map<string, Tally>();
  #pages = 0;

  /** @throws TypeError or RangeError, naming rule and value. */
  constructor({ sameSite = false, domainOf = hostNameOf, ...limits }: Budget = {}) {
    this.#maxRequestsPerDomain = bound("maxRequestsPerDomain", limits.maxRequestsPerDomain, 1);
    this.#maxPages = bound("maxPages", limits.maxPages, 0);
    this.#maxDepth = bound("maxDepth", limits.maxDepth, 0);
    this.#maxDomains = bound("maxDomains", limits.maxDomains ?? 100_000, 1);
    this.#domainOf = domainOf;
    this.#learnsSites = sameSite === true;
    if (sameSite === false) return;
    const urls = sameSite === true ? [] : sameSite;
    this.#sites = new Set(Array.from(urls, (url) => domainOf(new URL(url))));
  }

  /** @throws CrawlError when `url` is out of scope, or nothing is left for it. */
  check(url: URL, depth: number | undefined, isNewPage: boolean): void {
    this.#checkSite(url, depth);
    if ((depth ?? 0) > this.#maxDepth) refuse("depth-limit", `it is deeper than ${this.#maxDepth}`);
    this.#checkLeft(this.#domainOf(url), isNewPage);
  }

  /**
   * Counts a request that is about to wait for its turn.
   *
   * @throws CrawlError when nothing is left for it any more.
   */
  charge(url: URL, isNewPage: boolean): Charge {
    const domain = this.#domainOf(url);
    this.#checkLeft(domain, isNewPage);
    const tally = this.#tallyOf(domain);
    const page = isNewPage ? 1 : 0;
    if (tally !== undefined) tally.requests += 1;
    this.#pages += page;
    return {
      refund: () => {
        if (tally !== undefined) tally.requests -= 1;
        this.#pages -= page;
      },
    };
  }

  /** Counts the requests that a robots.txt took: its own address, and those it was redirected to. */
  chargeRobots(addresses: readonly string[]): void {
    for (const address of addresses) {
      const tally = this.#tallyOf(this.#domainOf(new URL(address)));
      if (tally?.hasReserve === true) tally.hasReserve = false;
      else if (tally !== undefined) tally.requests += 1;
    }
  }

  #checkSite(url: URL, depth: number | undefined): void {
    if (this.#sites === undefined) return;
    const site = this.#domainOf(url);
    if (this.#learnsSites && (depth === 0 || this.#sites.size === 0)) this.#sites.add(site);
    if (!this.#sites.has(site)) refuse("other-site", "it is on another site than the crawl");
  }

  #checkLeft(domain: string, isNewPage: boolean): void {
    if (isNewPage && this.#pages >= this.#maxPages) {
      refuse("page-limit", `the crawl has had its ${this.#maxPages} pages`);
    }
    if (this.#maxRequestsPerDomain === Infinity) return;
    const tally = this.#tallies.get(domain);
    if (tally === undefined && this.#tallies.size >= this.#maxDomains) {
      refuse("too-many-domains", `the crawl has had its ${this.#maxDomains} domains`);
    }
    if ((tally?.requests ?? 0) >= this.#maxRequestsPerDomain) {
      refuse("domain-limit", `the domain has had its ${this.#maxRequestsPerDomain} requests`);
    }
  }

  /** Absent where nobody counts. */
  #tallyOf(domain: string): Tally | undefined {
    if (this.#maxRequestsPerDomain === Infinity) return undefined;
    const tally = this.#tallies.get(domain) ?? { requests: 0, hasReserve: true };
    this.#tallies.set(domain, tally);
    return tally;
  }
}
