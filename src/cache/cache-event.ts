import type { RobotsEntry } from "./robots-entry.ts";

/** What a cache tells those who listen. */
export type CacheEvent =
  /** A site answered; what it said is what holds now. */
  | { readonly type: "fetched"; readonly origin: string; readonly entry: RobotsEntry }
  /** A site could not be asked. `cause` is what the fetcher threw, and may hold text from the network. */
  | {
      readonly type: "failed";
      readonly origin: string;
      readonly entry: RobotsEntry;
      readonly cause?: unknown;
    }
  /** The same attempt, told after `failed`: the rules the site had go on holding. */
  | { readonly type: "stale"; readonly origin: string; readonly entry: RobotsEntry }
  /** An entry had to go to make room. */
  | { readonly type: "evicted"; readonly origin: string }
  /** The second level failed or was too slow, and was passed over. */
  | {
      readonly type: "store-failed";
      readonly origin: string;
      readonly operation: "get" | "set" | "delete";
      readonly cause: unknown;
    };

/** What a cache has done since it was made, and what it holds. */
export interface CacheStats {
  /** Lookups answered from memory. */
  readonly hits: number;
  /** Lookups that had to look further, and began to. */
  readonly misses: number;
  /** Lookups that waited for what another had begun. */
  readonly coalesced: number;
  /** Requests sent; each redirect followed is one more. */
  readonly fetches: number;
  /** Attempts to read a file that failed. */
  readonly failures: number;
  /** Failed attempts after which old rules went on holding. */
  readonly stale: number;
  /** Entries that had to go to make room. */
  readonly evicted: number;
  /** Misses that the second level answered. */
  readonly storeHits: number;
  /** Calls of the second level that failed or were too slow. */
  readonly storeFailures: number;
  /** Entries in memory. */
  readonly entries: number;
  /** Octets they take, by estimate. */
  readonly bytes: number;
}
