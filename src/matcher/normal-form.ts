import type { Dialect } from "../common/dialect.ts";
import { DOLLAR, isDigit, PERCENT, STAR } from "./octets.ts";

// One spelling for each octet, so that equal octets compare equal (RFC 9309 2.2.2 and 2.2.3): unreserved
// ones plain, reserved ones as they are, all others as "%XX" with upper-case digits. An escape of a reserved
// octet is not that octet (RFC 3986 2.2). Google settles less: the digits of escapes, and octets from 0x80 on.

const escapeOf = (octet: number): string => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;

/** How each octet is spelled that `plain` does not find. */
const spellings = (plain: RegExp): readonly string[] =>
  Array.from({ length: 256 }, (_, octet) => {
    const character = String.fromCharCode(octet);
    return plain.test(character) ? character : escapeOf(octet);
  });

/** The spelling of an octet that stands as it is, and of one that stands as an escape. */
const SPELLINGS: Readonly<Record<Dialect, readonly [raw: readonly string[], escaped: readonly string[]]>> = {
  rfc9309: /* @__PURE__ */ [spellings(/[\w.~:/?[\]@!&'()+,;=%-]/), spellings(/[\w.~-]/)],
  google: /* @__PURE__ */ [spellings(/[\0-\x7f]/), spellings(/(?!)/)],
};

/** The value of a hexadecimal digit, NaN for any other character. */
const digitOf = (code: number): number => {
  const letter = code | 0x20;
  return isDigit(code) ? code & 0xf : letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
};

/** The octet that an escape at a place stands for, NaN where none stands there. */
const escapedAt = (text: string, at: number): number =>
  text.charCodeAt(at) === PERCENT
    ? 16 * digitOf(text.charCodeAt(at + 1)) + digitOf(text.charCodeAt(at + 2))
    : Number.NaN;

/** The normal form of octets, one a character; in a rule, where it `isRule`, `*` and a last `$` stay special. */
function normalForm(octets: string, dialect: Dialect, isRule: boolean): string {
  const [raw, escaped] = SPELLINGS[dialect];
  const last = octets.length - 1;
  let normal = "";
  for (let at = 0; at <= last; at++) {
    const code = octets.charCodeAt(at);
    const octet = escapedAt(octets, at);
    if (octet >= 0) {
      normal += escaped[octet];
      at += 2;
    } else if (isRule && (code === STAR || (code === DOLLAR && at === last))) {
      normal += octets[at];
    } else {
      // A lone surrogate has no octets: it stays, and equals nothing in a rule.
      normal += raw[code] ?? octets[at];
    }
  }
  return normal;
}

/** The normal form of literal octets, in which `*` and `$` mean nothing. */
export const normalText = (octets: string): string => normalForm(octets, "rfc9309", false);

/** The normal form of a rule's octets, in which `*` and a last `$` stay special. */
export const normalPattern = (octets: string, dialect: Dialect): string => normalForm(octets, dialect, true);

/** Whether an octet stands for itself in a text, wherever it stands. */
export const isSettled = (octet: number): boolean =>
  octet !== PERCENT && SPELLINGS.rfc9309[0][octet]?.length === 1;

/** Whether a percent sign of a text stands as in its normal form, be it that of an escape or alone. */
export function isSettledPercent(text: string, at: number): boolean {
  const octet = escapedAt(text, at);
  return Number.isNaN(octet) || text.startsWith(SPELLINGS.rfc9309[1][octet] ?? "", at);
}
