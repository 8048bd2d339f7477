import { CrawlError } from "../common/errors.ts";

/** Why a robots.txt could not be read. A closed list: codes are never changed or reused. */
export type RobotsFailureCode =
  /** The status says so: a server error, 408, 429, a refusal where `authStatus` closes, or none that HTTP knows. */
  | "status"
  /** No whole answer before the deadline. */
  | "timeout"
  /** The fetcher gave up: no connection, a TLS error. */
  | "network"
  /** The fetcher refused to go there: an address that is not public. */
  | "blocked-address"
  /** The body ended before it should. */
  | "body"
  /** The fetcher brought back what is no answer. */
  | "bad-response"
  /** More redirects than are followed. */
  | "redirect-limit"
  /** A redirect to an address that was asked already. */
  | "redirect-loop"
  /** A redirect to nowhere, to something that is not http, or from https to http. */
  | "redirect-target";

/** Why a robots.txt could not be read, in a word for programs and a sentence for people. */
export interface RobotsFailure {
  readonly code: RobotsFailureCode;
  /** Never holds text from the network. May change. */
  readonly message: string;
}

/** Carries a {@link RobotsFailure} out of the depth of a fetch. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
  readonly code: RobotsFailureCode;

  constructor(code: RobotsFailureCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

const nameOf = (error: unknown): unknown => (error instanceof Error ? error.name : undefined);

/** The system's word for an error (`ECONNRESET`), which platforms put on it or on its cause. */
function systemCodeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  // Anything else could be text from the network.
  if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) return code;
  return cause === error ? undefined : systemCodeOf(cause);
}

/** Finds out what a fetch that threw `error` failed of. */
export function failureOf(error: unknown): RobotsFailure {
  if (error instanceof FetchFailure) return { code: error.code, message: error.message };
  if (error instanceof CrawlError && error.code === "blocked-address") {
    return { code: "blocked-address", message: "the fetcher refused the address" };
  }
  if (nameOf(error) === "TimeoutError") return { code: "timeout", message: "no answer in time" };
  const systemCode = systemCodeOf(error);
  const suffix = systemCode === undefined ? "" : ` (${systemCode})`;
  return { code: "network", message: `the fetcher failed${suffix}` };
}
