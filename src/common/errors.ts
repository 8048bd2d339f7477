/**
 * Every way in which something this package was asked for can be impossible. People match on these:
 * a code is never changed or reused.
 */
export type CrawlErrorCode =
  | "bad-url"
  | "blocked-address"
  | "closed"
  | "cooldown"
  | "crawl-delay-too-long"
  | "depth-limit"
  | "domain-limit"
  | "lookup-failed"
  | "other-site"
  | "page-limit"
  | "queue-full"
  | "redirect-limit"
  | "robots-disallowed"
  | "robots-unreachable"
  | "store-failed"
  | "too-many-domains"
  | "wait-too-long";

/** What {@link CrawlError} takes beside its message. */
export interface CrawlErrorOptions {
  /** What went wrong underneath, where there is such a thing. */
  cause?: unknown;
  /** Epoch milliseconds from which the same request could succeed, where that is known. */
  retryAtMs?: number;
}

/**
 * Thrown or rejected with when a request cannot be done. Wrong use of the package is a `TypeError` or
 * `RangeError` instead, and an abort is the signal's own reason.
 */
export class CrawlError extends Error {
  override readonly name = "CrawlError";
  /** Why, as one word of a closed list. */
  readonly code: CrawlErrorCode;
  /** Epoch milliseconds from which the same request could succeed; absent when unknown. */
  readonly retryAtMs?: number;

  constructor(code: CrawlErrorCode, message: string, options: CrawlErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    if (options.retryAtMs !== undefined) this.retryAtMs = options.retryAtMs;
  }
}
