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

/** Every accepted spelling of a name, the likeliest first: the list is closed (RFC 9309 2.2.4 leaves it open). */
const SPELLINGS: readonly (readonly [spelling: string, kind: RecordKind])[] = [
  ["disallow", "disallow"],
  ["allow", "allow"],
  ["user-agent", "user-agent"],
  ["sitemap", "sitemap"],
  ["crawl-delay", "crawl-delay"],
  ["request-rate", "request-rate"],
  ["visit-time", "visit-time"],
  ["content-signal", "content-signal"],
  ["content-usage", "content-usage"],
  ["license", "license"],
  ["useragent", "user-agent"],
  ["user agent", "user-agent"],
  ["dissallow", "disallow"],
  ["dissalow", "disallow"],
  ["disalow", "disallow"],
  ["diasllow", "disallow"],
  ["disallaw", "disallow"],
  ["site-map", "sitemap"],
  ["crawldelay", "crawl-delay"],
  ["crawl delay", "crawl-delay"],
];

function beginsWith(octets: Uint8Array, start: number, spelling: string): boolean {
  for (let at = 0; at < spelling.length; at++) {
    // Every octet of a spelling has the bit that tells lower case; no other octet is equal with it set.
    if (((octets[start + at] ?? 0) | 0x20) !== spelling.charCodeAt(at)) return false;
  }
  return true;
}

/**
 * The kind of record that a name, from `start` to `end`, begins. Without case; whole in the `rfc9309`
 * dialect, as a prefix in the `google` one (`Disallowed` counts there).
 */
export function recordKindOf(octets: Uint8Array, start: number, end: number, dialect: Dialect): RecordKind {
  const length = end - start;
  for (const [spelling, kind] of SPELLINGS) {
    const fits = dialect === "google" ? length >= spelling.length : length === spelling.length;
    if (fits && beginsWith(octets, start, spelling)) return kind;
  }
  return "other";
}
