import type { CrawlErrorCode } from "./errors.ts";

/**
 * What kind of failure it was, which is what programs branch on; the code beside it says more.
 *
 * - `policy`: it must not be asked for: robots.txt, the form of the URL, its address, a redirect too many.
 * - `request-limit`: a budget of the crawl is used up.
 * - `access-blocked`: 403 or 451.
 * - `rate-limit`: 429, or no place in the pace of the host.
 * - `authentication`: 401 or 407.
 * - `server-error`: any 5xx.
 * - `timeout`: no answer in time.
 * - `invalid-response`: an answer that cannot be used, and any other 4xx.
 * - `not-found`: 404 or 410.
 * - `network`: no connection, no name, a reset.
 * - `aborted`: the caller gave up.
 */
export type FailureCategory =
  | "policy"
  | "request-limit"
  | "access-blocked"
  | "rate-limit"
  | "authentication"
  | "server-error"
  | "timeout"
  | "invalid-response"
  | "not-found"
  | "network"
  | "aborted";

const CATEGORIES: Readonly<Record<CrawlErrorCode, FailureCategory>> = {
  "bad-url": "policy",
  "blocked-address": "policy",
  closed: "rate-limit",
  cooldown: "rate-limit",
  "crawl-delay-too-long": "rate-limit",
  "depth-limit": "request-limit",
  "domain-limit": "request-limit",
  "lookup-failed": "network",
  "other-site": "request-limit",
  "page-limit": "request-limit",
  "queue-full": "rate-limit",
  "redirect-limit": "policy",
  "robots-disallowed": "policy",
  "robots-unreachable": "policy",
  "store-failed": "rate-limit",
  "too-many-domains": "request-limit",
  "wait-too-long": "rate-limit",
};

/** The category that failures with this code are in. */
export const categoryOf = (code: CrawlErrorCode): FailureCategory => CATEGORIES[code];
