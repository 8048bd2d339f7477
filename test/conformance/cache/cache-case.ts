import { readdirSync, readFileSync } from "node:fs";
import type { CacheOptions, RobotsState } from "../../../src/cache/index.ts";

/** What one address answers, once. Times are in seconds. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
  /** A long body: `prefix`, then `fill` so many `times`, then `suffix`. */
  readonly bodyGen?: { prefix: string; fill: string; times: number; suffix: string };
  /** The body breaks off after what there is of it. */
  readonly cutOff?: boolean;
  /** The body goes on for ever: `body` again and again. */
  readonly endless?: boolean;
  /** The address the answer claims to come from. */
  readonly url?: string;
  readonly delay?: number;
  /** The fetcher rejects with this code. */
  readonly error?: string;
  /** The fetcher never settles. */
  readonly never?: boolean;
  /** The fetcher resolves to this, whatever it is; `true` is `undefined`. */
  readonly garbage?: unknown;
  /** The fetcher throws at once. */
  readonly throwSync?: boolean;
}

/** What must be so after a step. All counts are from the start. */
export interface Outcome {
  /** One verdict for all, or one for each URL asked about. */
  readonly allowed?: boolean | readonly boolean[];
  readonly state?: RobotsState | "refused";
  readonly fetches?: number;
  readonly fetchesMax?: number;
  /** The last request; a header that is `null` must not be in it. */
  readonly lastRequest?: { readonly headers: Readonly<Record<string, string | null>> };
  /** All addresses asked, in order. */
  readonly urls?: readonly string[];
  /** An address that never got a conditional request. */
  readonly noValidatorTo?: string;
  readonly failure?: string;
  readonly note?: string;
  readonly truncated?: boolean;
  readonly redirects?: readonly string[];
  /** Seconds from now until the next attempt. */
  readonly retryIn?: number;
  /** Seconds from now until a lookup asks again. */
  readonly expiresIn?: number;
}

/** One step: at `t` seconds, ask about some URLs and let `wait` seconds pass. */
export interface Step {
  readonly t: number;
  /** The clock jumps back to `t`. */
  readonly clockBack?: boolean;
  readonly ask?: string;
  readonly askMany?: readonly string[];
  readonly wait?: number;
  readonly expect: Outcome;
  /** What would be legal too. */
  readonly accept?: readonly Outcome[];
}

/** A sequence of answers and what a cache must make of it. */
export interface CacheCase {
  readonly id: string;
  readonly title: string;
  readonly ref?: string;
  readonly agent?: string;
  readonly options?: Readonly<Record<string, number | string | boolean>>;
  readonly script: Readonly<Record<string, readonly ScriptedAnswer[]>>;
  readonly steps: readonly Step[];
}

/** Names of options in the cases, which count in seconds, and ours. */
const DURATIONS: Readonly<Record<string, keyof CacheOptions>> = {
  minTtl: "minTtlMs",
  defaultTtl: "ttlMs",
  maxTtl: "maxTtlMs",
  unreachableTtl: "unreachableTtlMs",
  unavailableTtl: "unavailableTtlMs",
  staleLimit: "staleLimitMs",
  fetchTimeout: "fetchTimeoutMs",
};

/** Turns the options of a case into ours. */
export function optionsOf(options: CacheCase["options"] = {}): CacheOptions {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const ours = DURATIONS[name];
      return ours === undefined ? [name, value] : [ours, Number(value) * 1000];
    }),
  );
}

const FOLDER = new URL("cases/", import.meta.url);

/** Our own cases, file by file. */
export const cacheCaseFiles = (): { file: string; cases: CacheCase[] }[] =>
  readdirSync(FOLDER).map((file) => ({
    file,
    cases: JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as CacheCase[],
  }));
