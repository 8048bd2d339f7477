import type { RobotsPolicy } from "../policy/index.ts";
import type { CacheSettings } from "./cache-options.ts";
import type { RobotsFailure } from "./failure.ts";
import type { Lifetime } from "./freshness.ts";
import type { RobotsEntry, RobotsNote, RobotsState } from "./robots-entry.ts";
import type { Validators } from "./validators.ts";

/** A moment by both clocks: the steady one for decisions, the wall for what is told. Milliseconds. */
export interface Moment {
  readonly nowMs: number;
  readonly wallMs: number;
}

/** A time of the steady clock as one that people and other processes understand: whole epoch milliseconds. */
export const wallOf = (steadyMs: number, { nowMs, wallMs }: Moment): number =>
  Math.round(wallMs + steadyMs - nowMs);

/** A file that was read. Times ending in `At` are of the steady clock. */
export interface Copy {
  readonly policy: RobotsPolicy;
  readonly note: RobotsNote | undefined;
  readonly truncated: boolean;
  /** How long it is. */
  readonly octets: number;
  readonly redirects: readonly string[];
  readonly lifetime: Lifetime;
  readonly validators: Validators | undefined;
  /** When it was read or last confirmed. */
  readonly confirmedAt: number;
  readonly confirmedWallMs: number;
}

/** A site that cannot be asked. */
export interface Trouble {
  readonly failure: RobotsFailure;
  readonly status: number | undefined;
  readonly redirects: readonly string[];
  /** When it began. */
  readonly since: number;
  readonly retryAt: number;
}

/** What is known of a site: the answer that holds from one time until another, and what it was made of. */
export interface Site {
  readonly entry: RobotsEntry;
  /** Before this the clock has jumped back, and nothing can be said of the age. */
  readonly from: number;
  readonly until: number;
  readonly copy: Copy | undefined;
  readonly trouble: Trouble | undefined;
}

/** What the making of a site depends on beside the site itself. */
export interface SiteRules extends Pick<
  CacheSettings,
  "staleLimitMs" | "longUnreachable" | "unavailableTtlMs" | "minTtlMs" | "ttlMs" | "maxTtlMs"
> {
  /** Allows everything. */
  readonly open: RobotsPolicy;
  /** Allows nothing but `/robots.txt`. */
  readonly closed: RobotsPolicy;
}

/** RFC 9309 2.3.1.4: after "a reasonably long period of time (for example, 30 days)". */
const LONG_UNREACHABLE_MS = 30 * 86_400_000;

/** Whether the answer of a site holds now. */
export const isFresh = (site: Site, nowMs: number): boolean => nowMs < site.until && nowMs >= site.from;

/** Whether a site failed so lately that it is not to be asked yet, though its answer no longer holds. */
export const isToBeLeftAlone = (site: Site, nowMs: number): boolean =>
  site.trouble !== undefined && nowMs < site.trouble.retryAt && nowMs >= site.from;

/** A site whose file was read or confirmed at `moment`, and holds until then. */
export function siteOfCopy(origin: string, copy: Copy, status: number, until: number, moment: Moment): Site {
  return {
    entry: {
      policy: copy.policy,
      origin,
      state: "rules",
      source: "memory",
      status,
      fetchedAtMs: copy.confirmedWallMs,
      expiresAtMs: wallOf(until, moment),
      redirects: copy.redirects,
      truncated: copy.truncated,
      ...(copy.note === undefined ? {} : { note: copy.note }),
    },
    from: moment.nowMs,
    until,
    copy,
    trouble: undefined,
  };
}

/** A site that answered that it has no file, or none for us. */
export function siteWithoutFile(
  origin: string,
  answer: { kind: "unavailable" | "forbidden"; status: number; redirects: readonly string[] },
  until: number,
  moment: Moment,
  rules: SiteRules,
): Site {
  const { kind, status, redirects } = answer;
  const closed = { code: "status", message: `the server answered ${status}` } as const;
  return {
    entry: {
      policy: kind === "forbidden" ? rules.closed : rules.open,
      origin,
      state: kind === "forbidden" ? "unreachable" : "unavailable",
      source: "memory",
      status,
      fetchedAtMs: moment.wallMs,
      expiresAtMs: wallOf(until, moment),
      redirects,
      truncated: false,
      ...(kind === "forbidden" ? { failure: closed } : {}),
    },
    from: moment.nowMs,
    until,
    copy: undefined,
    trouble: undefined,
  };
}

/** Until when old rules may go on holding; `-Infinity` for those that may not at all. */
function staleUntil(copy: Copy | undefined, staleLimitMs: number): number {
  return copy === undefined || copy.lifetime.mustRevalidate ? -Infinity : copy.confirmedAt + staleLimitMs;
}

/** After a jump back of the clock the age of a copy counts from now, or its rules could hold for ever. */
const notOfTheFuture = (copy: Copy, nowMs: number): Copy =>
  copy.confirmedAt > nowMs ? { ...copy, confirmedAt: nowMs } : copy;

/** A site that cannot be asked, judged by how long that has been so and by what is left of its rules. */
export function siteInTrouble(
  origin: string,
  known: Copy | undefined,
  trouble: Trouble,
  moment: Moment,
  rules: SiteRules,
): Site {
  const { nowMs, wallMs } = moment;
  const { failure, status, redirects, since, retryAt } = trouble;
  const copy = known && notOfTheFuture(known, nowMs);
  const usableUntil = staleUntil(copy, rules.staleLimitMs);
  const stale = copy !== undefined && nowMs <= usableUntil ? copy : undefined;
  const isLong = nowMs - since >= LONG_UNREACHABLE_MS;
  const isOpen = stale === undefined && isLong && rules.longUnreachable === "allow";
  const until = stale === undefined ? retryAt : Math.min(retryAt, usableUntil);
  const state: RobotsState = isOpen ? "unavailable" : stale === undefined ? "unreachable" : "stale";
  return {
    entry: {
      policy: stale?.policy ?? (isOpen ? rules.open : rules.closed),
      origin,
      state,
      source: "memory",
      ...(status === undefined ? {} : { status }),
      fetchedAtMs: stale?.confirmedWallMs ?? wallMs,
      expiresAtMs: wallOf(until, moment),
      retryAtMs: wallOf(retryAt, moment),
      redirects,
      truncated: stale?.truncated ?? false,
      failure,
    },
    from: nowMs,
    until,
    // Rules that must be confirmed first cannot hold now, but they can be confirmed; others are of no use any more.
    copy: stale ?? (copy?.lifetime.mustRevalidate === true ? copy : undefined),
    trouble,
  };
}

/** What a site takes without its file, in octets. All three as measured by `npm run bench:cache`. */
const SITE_BYTES = 512;
/** What a file takes, however short. */
const FILE_BYTES = 2_048;
/** What a file takes for each of its octets, once it has been asked about for one agent; one made for it, more. */
const BYTES_PER_OCTET = 3;

/** What a site takes in memory, in octets, by estimate. */
export function weightOf({ entry, copy }: Site): number {
  const { origin, redirects } = entry;
  const textBytes = redirects.reduce((sum, address) => sum + address.length, origin.length);
  return SITE_BYTES + textBytes + (copy === undefined ? 0 : FILE_BYTES + BYTES_PER_OCTET * copy.octets);
}
