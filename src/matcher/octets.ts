/** The octets that mean something to a line, a rule or a URL. */
export const NUL = 0x00;
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const HASH = 0x23;
export const DOLLAR = 0x24;
export const PERCENT = 0x25;
export const STAR = 0x2a;
export const HYPHEN = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const QUESTION = 0x3f;
export const UNDERSCORE = 0x5f;

export const isLetter = (octet: number): boolean => (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a;

export const isDigit = (octet: number): boolean => octet >= 0x30 && octet <= 0x39;

/** What C's `isspace` takes: SP, HTAB, LF, VT, FF, CR. */
export const isSpace = (octet: number): boolean => octet === SPACE || (octet >= TAB && octet <= CR);

/** The value of a hexadecimal digit, -1 for anything else. */
export function hexValue(octet: number): number {
  if (isDigit(octet)) return octet - 0x30;
  const letter = octet | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** RFC 3986 2.3: the octets whose escapes are equal to themselves. */
export const isUnreserved = (octet: number): boolean =>
  isLetter(octet) ||
  isDigit(octet) ||
  octet === HYPHEN ||
  octet === DOT ||
  octet === UNDERSCORE ||
  octet === 0x7e;

// A table, since every octet of every rule and URL asks it.
const PLAIN: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, octet) => {
  // RFC 3986 2.2, less "#", which ends a URL, and the two that are special in a rule.
  const reserved = ":/?[]@!&'()+,;=";
  return Number(isUnreserved(octet) || reserved.includes(String.fromCharCode(octet)));
});

/**
 * Whether an octet stands for itself in a normalised rule and URL: unreserved or reserved in RFC 3986,
 * less `#`, `*` and `$`.
 */
export const isPlain = (octet: number): boolean => PLAIN[octet] === 1;

/** The octet that two hexadecimal digits stand for, -1 where one of them is none. */
export function octetOfHex(high: number, low: number): number {
  const value = (hexValue(high) << 4) | hexValue(low);
  return value < 0 ? -1 : value;
}

const UPPER_HEX = "0123456789ABCDEF";

/** `%XX` with upper-case digits. */
export const escapeOctet = (octet: number): string => `%${UPPER_HEX[octet >> 4]}${UPPER_HEX[octet & 15]}`;
