import type { Dialect } from "../common/dialect.ts";
import { DOLLAR, escapeOctet, isPlain, isUnreserved, octetOfHex, PERCENT, STAR } from "./octets.ts";

/** The normal form of a rule that is not written in it, and the length that its rank counts. */
export interface NormalPattern {
  readonly octets: readonly number[];
  readonly length: number;
}

/** Google rewrites less: octets of 0x80 and above, and the digits of escapes. */
const standsForItself = (octet: number, dialect: Dialect): boolean =>
  isPlain(octet) || octet === STAR || (dialect === "google" && octet < 0x80 && octet !== PERCENT);

/** The octet of the escape whose `%` is at `at`, -1 where there is none before `end`. */
const escapedOctet = (octets: Uint8Array, at: number, end: number): number =>
  octets[at] === PERCENT && at + 2 < end ? octetOfHex(octets[at + 1] ?? 0, octets[at + 2] ?? 0) : -1;

/** RFC 9309 2.2.2: an escape is equal to what it stands for where that is unreserved. */
const decodes = (octet: number, dialect: Dialect): boolean => dialect === "rfc9309" && isUnreserved(octet);

/** Whether the octets from `start` to `end` are a pattern in normal form already: most rules are. */
export function isNormalPattern(octets: Uint8Array, start: number, end: number, dialect: Dialect): boolean {
  for (let at = start; at < end; at++) {
    const octet = octets[at] ?? 0;
    if (standsForItself(octet, dialect) || (octet === DOLLAR && at === end - 1)) continue;
    const escaped = escapedOctet(octets, at, end);
    if (escaped < 0 || decodes(escaped, dialect)) return false;
    const spelling = escapeOctet(escaped);
    if (octets[at + 1] !== spelling.charCodeAt(1) || octets[at + 2] !== spelling.charCodeAt(2)) return false;
    at += 2;
  }
  return true;
}

/**
 * The pattern that is compared with URLs in the normal form of the dialect (RFC 9309 2.2.2 and 2.2.3): one
 * spelling for each octet, `*` and a last `$` left special.
 */
export function normalPattern(
  octets: Uint8Array,
  start: number,
  end: number,
  dialect: Dialect,
): NormalPattern {
  const normal: number[] = [];
  let length = 0;
  const pushEscape = (octet: number): void => {
    const spelling = escapeOctet(octet);
    for (let at = 0; at < spelling.length; at++) normal.push(spelling.charCodeAt(at));
  };

  for (let at = start; at < end; at++) {
    const octet = octets[at] ?? 0;
    const escaped = escapedOctet(octets, at, end);
    if (escaped >= 0) {
      if (decodes(escaped, dialect)) normal.push(escaped);
      else pushEscape(escaped);
      length += decodes(escaped, dialect) ? 1 : 3;
      at += 2;
    } else if (standsForItself(octet, dialect) || octet === PERCENT || (octet === DOLLAR && at === end - 1)) {
      normal.push(octet);
      length += 1;
    } else {
      pushEscape(octet);
      // A "$" in the middle is literal: equal to "%24" in a URL, but no longer than it was written.
      length += octet === DOLLAR ? 1 : 3;
    }
  }
  return { octets: normal, length };
}
