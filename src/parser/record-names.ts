import type { Dialect } from "../common/dialect.ts";

/** The records that mean something here, by the name that is theirs; the most frequent first. */
export const RECORD_KINDS = [
  "disallow",
  "allow",
  "user-agent",
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

/** Other spellings that are accepted. The list is closed. */
const MISSPELLINGS: Readonly<Partial<Record<RecordKind, string>>> = {
  "user-agent": "useragent,user agent",
  disallow: "dissallow,dissalow,disalow,diasllow,disallaw",
  sitemap: "site-map",
  "crawl-delay": "crawldelay,crawl delay",
};

/** Every accepted spelling and what it means, by number; the right ones first. */
const SPELLINGS: readonly { spelling: string; kind: number }[] = /* @__PURE__ */ [
  ...RECORD_KINDS.map((spelling, kind) => ({ spelling, kind })),
  ...RECORD_KINDS.flatMap(
    (name, kind) => MISSPELLINGS[name]?.split(",").map((spelling) => ({ spelling, kind })) ?? [],
  ),
];

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
  for (const { spelling, kind } of SPELLINGS) {
    const fits = dialect === "google" ? length >= spelling.length : length === spelling.length;
    if (fits && beginsWith(octets, start, spelling)) return kind;
  }
  return OTHER_RECORD;
}
