import type { RobotsPolicy } from "../policy/index.ts";
import type { RobotsFailure } from "./failure.ts";

/**
 * How a site stands.
 *
 * - `rules`: its robots.txt was read and holds.
 * - `unavailable`: it has none; everything is allowed (RFC 9309 2.3.1.3).
 * - `unreachable`: nobody knows; nothing is allowed (RFC 9309 2.3.1.4).
 * - `stale`: nobody knows, and the rules it had until lately go on holding.
 */
export type RobotsState = "rules" | "unavailable" | "unreachable" | "stale";

/** Where a cache had an answer from: asked for now, or kept by itself, or kept in its second level. */
export type RobotsSource = "fetch" | "memory" | "store";

/** What is odd about a file that allows everything. */
export type RobotsNote =
  /** It is empty. */
  | "empty"
  /** It is an HTML page, which has no rules in it: an error page, most likely. */
  | "html";

/** What is known of a site's robots.txt. All times are epoch milliseconds. */
export interface RobotsEntry {
  /** What is allowed, by whatever state the site is in. */
  readonly policy: RobotsPolicy;
  /** The site it holds for: scheme, host and port. */
  readonly origin: string;
  readonly state: RobotsState;
  readonly source: RobotsSource;
  /** Of the last answer; absent when there was none. */
  readonly status?: number;
  /** When the rules were read or confirmed; without rules, when the site was asked. */
  readonly fetchedAtMs: number;
  /** From when on a lookup asks again. */
  readonly expiresAtMs: number;
  /** When a site that failed is asked again; absent when it did not fail. */
  readonly retryAtMs?: number;
  /** The addresses that the site's own was redirected to, in order. */
  readonly redirects: readonly string[];
  /** Whether the file was longer than is read. */
  readonly truncated: boolean;
  /** Why the last attempt failed; absent when it did not. */
  readonly failure?: RobotsFailure;
  /** What is odd about the file, where it allows everything because of that. */
  readonly note?: RobotsNote;
}
