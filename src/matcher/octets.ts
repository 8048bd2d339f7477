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
export const UNDERSCORE = 0x5f;
export const LAST_ASCII = 0x7f;

// What an octet can be to a rule and to the path of a URL. Numbers in front of a file without imports are
// written by the bundler into the loops that compare them.

/** It is compared as it stands. */
export const PLAIN = 0;
/** `.`: it may begin a segment of a path that is to be resolved. */
export const IS_DOT = 1;
/** `*`: special in a rule; in a URL it is compared as its escape. */
export const IS_STAR = 2;
/** It may have another normal form. */
export const UNSETTLED = 3;

export const isLetter = (octet: number): boolean => (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a;

export const isLowerLetter = (octet: number): boolean => octet > 0x60 && octet < 0x7b;

export const isDigit = (octet: number): boolean => octet >= 0x30 && octet <= 0x39;

/** What C's `isspace` takes: SP, HTAB, LF, VT, FF, CR. */
export const isSpace = (octet: number): boolean =>
  octet <= SPACE && (octet === SPACE || (octet >= TAB && octet <= CR));
