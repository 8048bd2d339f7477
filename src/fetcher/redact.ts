/** Stands where something secret stood. */
export const MASK = "[redacted]";

// In each: a name, its closing quote and a separator; then a value, which is what stands in quotes (an opening bracket
// may come first), or else what is left of the line, or of a word.

/** Fields whose whole value is a secret. */
const SECRET_FIELDS =
  /\b((?:proxy-)?authorization|(?:set-)?cookie2?)(["']?\s*[:=]\s*)(?:\[?\s*(["'])(?:[^\r\n]*?(?<!\\)\3|[^\r\n]*)|[^\r\n]*)/gi;

/** Names of parameters, fields and properties that hold a secret, alone or as the end of a longer name. */
const SECRET_NAMES =
  /((?:api|access|auth|refresh|id|csrf|xsrf|security|session|private|client|secret)[-_]?(?:token|key|secret|id)|token|secret|password|passwd|pwd|signature|credential|\bsig|\bsid|jwt)(["']?\s*[:=]\s*)(?:\[?\s*(["'])(?:[^\r\n]*?(?<!\\)\3|[^\r\n]*)|[^\s"'&;,#<>]*)/gi;

/** Credentials that stand by themselves: the scheme and something that is no word. */
const SCHEMES = /\b(bearer|basic|digest|negotiate)(\s+)(?=[^\s"']*[\d=._~+/-])[^\s"',;]{6,}/gi;

/** User name and password in a URL. */
const USER_INFO = /\/\/[^\s/?#]*@/g;

/**
 * Masks what looks like a credential: the values of Authorization, Cookie and Set-Cookie in any of the forms in
 * which they are written, parameters and fields named like tokens and keys, bearer tokens that stand alone,
 * and passwords in URLs. A mask too many is possible; the work is linear in the length of the text.
 */
export const redact = (text: string): string =>
  text
    .replaceAll(SECRET_FIELDS, `$1$2${MASK}`)
    .replaceAll(SECRET_NAMES, `$1$2${MASK}`)
    .replaceAll(SCHEMES, `$1$2${MASK}`)
    .replaceAll(USER_INFO, `//${MASK}@`);
