import type { Dialect } from "../common/dialect.ts";
import { DOLLAR, HASH } from "./octets.ts";

// One spelling for each octet, so that equal octets compare equal (RFC 9309 2.2.2 and 2.2.3): unreserved
// ones plain, reserved ones as they are, all others as "%XX" with upper-case digits. Text is taken as
// octets here, one character each.

const UNRESERVED = /[\w.~-]/;

/**
 * What has another spelling in its normal form, perhaps: escapes, and all that is neither unreserved nor
 * reserved (RFC 3986 2.2, 2.3). `*` and `$` are special in a rule, so a literal one is written as an escape.
 */
const UNSETTLED = /%[\da-f]{2}|[^\w.~:/?[\]@!&'()+,;=%\ud800-\udfff-]/gi;

/** Google settles less: escapes with lower-case digits, and octets of 0x80 and above. */
const UNSETTLED_AT_GOOGLE = /%[\da-f]{2}|[^\0-\x7f]/gi;

/** An escape in normal form: upper-case digits, of an octet that is not unreserved. */
const SETTLED_ESCAPE = /^%(?:[0189A-F][\dA-F]|2[\dABCF]|3[A-F]|40|5[BCDE]|60|7[BCDF])/;

const escapeOctet = (octet: number): string => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;

/** The normal spelling of one escape or one octet. */
function settle(found: string, dialect: Dialect): string {
  if (found.length === 1) return escapeOctet(found.charCodeAt(0));
  const octet = Number.parseInt(found.slice(1), 16);
  const character = String.fromCharCode(octet);
  return dialect === "rfc9309" && UNRESERVED.test(character) ? character : escapeOctet(octet);
}

/** The normal form of literal octets, in which `*` and `$` mean nothing. */
export const normalText = (octets: string): string =>
  octets.replace(UNSETTLED, (found) => settle(found, "rfc9309"));

/** The normal form of a rule's octets, in which `*` and a last `$` stay special. */
export function normalPattern(octets: string, dialect: Dialect): string {
  if (dialect === "google") return octets.replace(UNSETTLED_AT_GOOGLE, (found) => settle(found, dialect));
  return octets.replace(UNSETTLED, (found, at: number) =>
    found === "*" || (found === "$" && at === octets.length - 1) ? found : settle(found, dialect),
  );
}

/** Which octets can be told to be settled without looking further, as a table of 256. */
const settledOctets = (unsettled: RegExp, also: string): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, octet) => {
    const character = String.fromCharCode(octet);
    return Number(also.includes(character) || (character !== "%" && character.search(unsettled) < 0));
  });

const SETTLED: Readonly<Record<Dialect, Uint8Array>> = {
  rfc9309: /* @__PURE__ */ settledOctets(UNSETTLED, "*"),
  google: /* @__PURE__ */ settledOctets(UNSETTLED_AT_GOOGLE, ""),
};

/** Which octets stand for themselves in a URL. */
const SETTLED_IN_URL: Uint8Array = /* @__PURE__ */ settledOctets(UNSETTLED, "");

/**
 * Where the text that begins at `from` ends, at a `#` or with the URL, if all of it is in normal form for
 * certain: most is. -1 where it is not.
 */
export function normalTextEnd(url: string, from: number): number {
  const settled = SETTLED_IN_URL;
  let at = from;
  for (; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (settled[code] === 1) continue;
    if (code === HASH) break;
    if (!SETTLED_ESCAPE.test(url.slice(at, at + 3))) return -1;
  }
  // A dot behind a slash may begin a segment that is to be resolved.
  const dot = url.indexOf("/.", from);
  return dot < 0 || dot >= at ? at : -1;
}

/** Whether a rule, which lies from `start` to `end`, is in its normal form for certain: most are. */
export function isNormalPattern(octets: Uint8Array, start: number, end: number, dialect: Dialect): boolean {
  const settled = SETTLED[dialect];
  let at = start;
  while (at < end && settled[octets[at] ?? 0] === 1) at++;
  return at === end || (at === end - 1 && octets[at] === DOLLAR);
}
