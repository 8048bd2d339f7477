import { checkNumber } from "../common/check.ts";
import { systemClock, type Clock } from "../common/clock.ts";
import { checkTypes, HTML } from "./fetcher-options.ts";
import type { HostOptions } from "./host-guard.ts";
import type { RetryRules } from "./retries.ts";
import type { UrlOptions } from "./validate-url.ts";

/** What `PolicyAwareExternalFetcher` goes by. Every duration is in milliseconds. */
export interface ExternalOptions extends HostOptions, UrlOptions {
  /** What a page may be. @defaultValue HTML and XHTML */
  contentTypes?: readonly string[];
  /** The most octets of a body. @defaultValue 10485760 (10 MiB) */
  maxBytes?: number;
  /** How long the provider may take for one page with all attempts. What comes later is ignored. @defaultValue 60000 */
  timeoutMs?: number;
  /** How often the provider is asked again after a 5xx, a limit of time, or when it failed. @defaultValue 0 */
  maxRetries?: number;
  /** The most that the first pause before another attempt can be. @defaultValue 1000 */
  retryBackoffMs?: number;
  /** Chance, from 0 to below 1. @defaultValue Math.random */
  random?: () => number;
}

/** {@link ExternalOptions}, complete and checked, apart from the rules on hosts. */
export interface ExternalSettings extends RetryRules {
  readonly contentTypes: readonly string[];
  readonly maxBytes: number;
  readonly clock: Clock;
}

/** @throws TypeError or RangeError for an option that cannot be. */
export function externalSettingsFrom(options: ExternalOptions): ExternalSettings {
  const { clock = systemClock, random = Math.random } = options;
  const baseMs = checkNumber("retryBackoffMs (in milliseconds)", options.retryBackoffMs ?? 1_000, {
    min: 0,
    max: 3_600_000,
  });
  return {
    contentTypes: checkTypes(options.contentTypes ?? HTML),
    maxBytes: checkNumber("maxBytes", options.maxBytes ?? 10 * 2 ** 20, {
      min: 1,
      max: 2 ** 30,
      integer: true,
    }),
    timeoutMs: checkNumber("timeoutMs (in milliseconds)", options.timeoutMs ?? 60_000, {
      min: 10,
      max: 86_400_000,
    }),
    maxRetries: checkNumber("maxRetries", options.maxRetries ?? 0, { min: 0, max: 100, integer: true }),
    backoff: { baseMs, maxMs: Math.max(baseMs, 60_000) },
    clock,
    random,
  };
}
