import type { Dialect } from "../common/dialect.ts";

/** The records that mean something here, by the name that is theirs. */
export const RECORD_KINDS = [
  "user-agent",
  "allow",
  "disallow",
  "sitemap",
  "crawl-delay",
  "request-rate",
  "visit-time",
  "content-signal",
  "content-usage",
  "license",
] as const;

/** What a record is: one of those that are read here, or any other. */
export type RecordKind = (typeof RECORD_KINDS)[number] | "other";

/** Every accepted spelling, in the order of {@link RECORD_KINDS}. The list is closed. */
const SPELLINGS: readonly (readonly string[])[] = /* @__PURE__ */ [
  "user-agent,useragent,user agent",
  "allow",
  "disallow,dissallow,dissalow,disalow,diasllow,disallaw",
  "sitemap,site-map",
  "crawl-delay,crawldelay,crawl delay",
  "request-rate",
  "visit-time",
  "content-signal",
  "content-usage",
  "license",
].map((spellings) => spellings.split(","));

/** The number that stands for any other record, behind those of {@link RECORD_KINDS}. */
export const OTHER_RECORD: number = RECORD_KINDS.length;

function beginsWith(octets: Uint8Array, start: number, spelling: string): boolean {
  for (let at = 0; at < spelling.length; at++) {
    // Every octet of a spelling has the bit that tells lower case; no other octet is equal with it set.
    if (((octets[start + at] ?? 0) | 0x20) !== spelling.charCodeAt(at)) return false;
  }
  return true;
}

/**
 * Which of {@link RECORD_KINDS} a name from `start` to `end` means, by number. Without case; whole in the
 * `rfc9309` dialect, as a prefix in the `google` one (`Disallowed` counts there).
 */
export function recordKindOf(octets: Uint8Array, start: number, end: number, dialect: Dialect): number {
  const length = end - start;
  for (let kind = 0; kind < OTHER_RECORD; kind++) {
    for (const spelling of SPELLINGS[kind] ?? []) {
      const fits = dialect === "google" ? length >= spelling.length : length === spelling.length;
      if (fits && beginsWith(octets, start, spelling)) return kind;
    }
  }
  return OTHER_RECORD;
}
