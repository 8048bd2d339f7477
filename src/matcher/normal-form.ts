import type { Dialect } from "../common/dialect.ts";
import { DOLLAR } from "./octets.ts";

// One spelling for each octet, so that equal octets compare equal (RFC 9309 2.2.2 and 2.2.3): unreserved
// ones plain, reserved ones as they are, all others as "%XX" with upper-case digits.
//
// The expressions find what has another spelling in its normal form: escapes with lower-case digits or of an
// unreserved octet, and all that is neither unreserved nor reserved (RFC 3986 2.2, 2.3).

/** In a text, where a literal `*` or `$` is written as an escape. */
const UNSETTLED =
  /%(?![0189A-F][\dA-F]|2[\dABCF]|3[A-F]|40|5[B-E]|60|7[BCDF])[\da-fA-F]{2}|[^\w.~:/?[\]@!&'()+,;=%-]/g;

/** In a rule, where `*` and a last `$` are special. */
const UNSETTLED_IN_RULE =
  /%(?![0189A-F][\dA-F]|2[\dABCF]|3[A-F]|40|5[B-E]|60|7[BCDF])[\da-fA-F]{2}|[^\w.~:/?[\]@!&'()+,;=%*$-]|\$(?!$)/g;

/** Google settles less: escapes with lower-case digits, and octets of 0x80 and above. */
const UNSETTLED_AT_GOOGLE = /%(?![\dA-F]{2})[\da-fA-F]{2}|[^\0-\x7f]/g;

/** The normal spelling of one escape or one octet. */
function settle(found: string, dialect: Dialect): string {
  const octet = found.length === 1 ? found.charCodeAt(0) : Number.parseInt(found.slice(1), 16);
  const character = String.fromCharCode(octet);
  // A lone surrogate has no octets: it stays, and equals nothing in a rule.
  if (octet > 0xff) return found;
  return dialect === "rfc9309" && /[\w.~-]/.test(character)
    ? character
    : `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Whether a text is in normal form: most are. */
export const isNormalText = (text: string): boolean => text.search(UNSETTLED) < 0;

/** Which octets stand for themselves in a rule, wherever they stand, as a table of 256. */
const settledOctets = (unsettled: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, octet) => {
    const character = String.fromCharCode(octet);
    return Number(character !== "%" && `${character}.`.search(unsettled) < 0);
  });

const SETTLED: Readonly<Record<Dialect, Uint8Array>> = {
  rfc9309: /* @__PURE__ */ settledOctets(UNSETTLED_IN_RULE),
  google: /* @__PURE__ */ settledOctets(UNSETTLED_AT_GOOGLE),
};

/** Whether a rule, which lies from `start` to `end`, is in its normal form for certain: most are. */
export function isNormalPattern(octets: Uint8Array, start: number, end: number, dialect: Dialect): boolean {
  const settled = SETTLED[dialect];
  let at = start;
  while (at < end && settled[octets[at] ?? 0] === 1) at++;
  return at === end || (at === end - 1 && octets[at] === DOLLAR);
}

/** The normal form of literal octets, in which `*` and `$` mean nothing. */
export const normalText = (octets: string): string =>
  octets.replace(UNSETTLED, (found) => settle(found, "rfc9309"));

/** The normal form of a rule's octets, in which `*` and a last `$` stay special. */
export const normalPattern = (octets: string, dialect: Dialect): string =>
  octets.replace(dialect === "google" ? UNSETTLED_AT_GOOGLE : UNSETTLED_IN_RULE, (found) =>
    settle(found, dialect),
  );
