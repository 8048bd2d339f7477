/** Stands where something secret stood. */
export const MASK = "[redacted]";

/** A value: in quotes up to the closing one, else up to the end of the line; an opening bracket may come first. */
const QUOTED = String.raw`\[?\s*"(?:[^"\\\r\n]|\\.)*"?|\[?\s*'(?:[^'\\\r\n]|\\.)*'?`;
const TO_LINE_END = String.raw`[^\r\n]*`;
/** A value in a query, a header or a log: up to what ends such a thing. */
const TO_SEPARATOR = String.raw`[^\s"'&;,#<>]*`;
/** Between a name and its value, the quote that closes the name included. */
const IS = String.raw`["']?\s*[:=]\s*`;

/** Fields whose whole value is a secret. */
const SECRET_FIELDS = /* @__PURE__ */ new RegExp(
  String.raw`\b((?:proxy-)?authorization|(?:set-)?cookie2?)(${IS})(?:${QUOTED}|${TO_LINE_END})`,
  "gi",
);

/** Names of parameters, fields and properties that hold a secret, alone or as the end of a longer name. */
const SECRET_NAMES = /* @__PURE__ */ new RegExp(
  String.raw`((?:api|access|auth|refresh|id|csrf|xsrf|security|session|private|client|secret)[-_]?(?:token|key|secret|id)|` +
    String.raw`token|secret|passw(?:or)?d|pwd|signature|credential|\bsig|\bsid|jwt)(${IS})(?:${QUOTED}|${TO_SEPARATOR})`,
  "gi",
);

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
