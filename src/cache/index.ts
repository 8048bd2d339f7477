// Entry `robots-governor/cache`: robots.txt fetched, kept and obeyed through every failure.
export type { AuthStatus } from "./availability.ts";
export type { CacheEvent, CacheStats } from "./cache-event.ts";
export type { CacheOptions } from "./cache-options.ts";
export type { RobotsFailure, RobotsFailureCode } from "./failure.ts";
export type { KeyValueStore } from "./key-value-store.ts";
export { RobotsCache, type LookupOptions } from "./robots-cache.ts";
export type { RobotsEntry, RobotsNote, RobotsSource, RobotsState } from "./robots-entry.ts";
export type { FetchContext, HeaderSource, RobotsFetcher, RobotsResponse } from "./robots-fetcher.ts";
