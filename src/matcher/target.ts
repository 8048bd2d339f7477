import type { Dialect } from "../common/dialect.ts";
import {
  COLON,
  DOT,
  escapeOctet,
  HASH,
  isPlain,
  isUnreserved,
  octetOfHex,
  PERCENT,
  QUESTION,
  SEMICOLON,
  SLASH,
} from "./octets.ts";

// What a rule is compared with (RFC 9309 2.2.2): path and query of the URL, from its first "/" to before
// "#". Most URLs hold that text as it stands: `pathStart` and `plainEnd` find its bounds without making
// a string. Only where the path must be added or rewritten does `targetOf` build one.

const startsPath = (code: number): boolean => code === SLASH || code === QUESTION || code === SEMICOLON;

/** Where the authority may begin: behind `scheme://`, else 0. A leading `//` begins a path. */
function authorityStart(url: string): number {
  for (let at = 0; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === COLON && url.startsWith("//", at + 1)) return at + 3;
    if (startsPath(code)) break;
  }
  return 0;
}

/** Where the path or query begins in an absolute URL or a path: its `/`, `?` or `;`, or -1 for none. */
function pathOrQueryStart(url: string): number {
  for (let at = authorityStart(url); at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (startsPath(code)) return at;
    if (code === HASH) break;
  }
  return -1;
}

/** The index of the `/` that begins the matched text, -1 when the URL has none before its query. */
export function pathStart(url: string): number {
  const at = pathOrQueryStart(url);
  return at >= 0 && url.charCodeAt(at) === SLASH ? at : -1;
}

/** Whether the dot at `at`, which follows a slash, may begin a segment of one or two dots. */
function mayBeDotSegment(url: string, at: number): boolean {
  const next = url.charCodeAt(at + 1);
  return next === DOT || next === SLASH || next === QUESTION || next === HASH || Number.isNaN(next);
}

/** The octet of the escape whose `%` is at `at`, -1 where it is no escape. */
const escapedOctet = (text: string, at: number): number =>
  octetOfHex(text.charCodeAt(at + 1), text.charCodeAt(at + 2));

/** Whether the `%` at `at` begins an escape that is in its normal form already. */
function isNormalEscape(url: string, at: number): boolean {
  const octet = escapedOctet(url, at);
  return octet >= 0 && !isUnreserved(octet) && url.startsWith(escapeOctet(octet), at);
}

/**
 * Where the matched text that begins at `from` ends, when it can be compared as it stands; -1 when it
 * has to be rewritten first ({@link targetOf}).
 */
export function plainEnd(url: string, from: number, dialect: Dialect): number {
  if (dialect === "google") {
    const hash = url.indexOf("#", from);
    return hash < 0 ? url.length : hash;
  }
  let previous = 0;
  for (let at = from; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (!isPlain(code)) {
      if (code === HASH) return at;
      if (code !== PERCENT || !isNormalEscape(url, at)) return -1;
    } else if (code === DOT && previous === SLASH && mayBeDotSegment(url, at)) {
      return -1;
    }
    previous = code;
  }
  return url.length;
}

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

const escapeCharacter = (character: string): string => {
  let escaped = "";
  for (const octet of encoder.encode(character)) escaped += escapeOctet(octet);
  return escaped;
};

/** RFC 9309 2.2.2 and 2.2.3: one spelling for each octet, so that equal octets compare equal. */
function normaliseEscapes(text: string): string {
  let normal = "";
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isPlain(code)) {
      normal += text[at];
      continue;
    }
    const octet = code === PERCENT ? escapedOctet(text, at) : -1;
    if (octet >= 0) {
      normal += isUnreserved(octet) ? String.fromCharCode(octet) : escapeOctet(octet);
      at += 2;
    } else if (code === PERCENT) {
      normal += "%";
    } else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? code);
      // A lone surrogate has no octets: it stays, and equals nothing in a rule.
      normal += character.isWellFormed() ? escapeCharacter(character) : character;
      at += character.length - 1;
    }
  }
  return normal;
}

/** Resolves `.` and `..` segments of a path the way `new URL()` does (RFC 3986 5.2.4). */
function removeDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.slice(1).split("/");
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment !== "." && segment !== "..") {
      kept.push(segment);
      continue;
    }
    if (segment === "..") kept.pop();
    if (isLast) kept.push("");
  }
  return `/${kept.join("/")}`;
}

/** The text that rules are compared with, in the normal form of the dialect. */
export function targetOf(url: string, dialect: Dialect): string {
  const start = pathOrQueryStart(url);
  if (start < 0) return "/";
  const hash = url.indexOf("#", start);
  const text = url.slice(start, hash < 0 ? url.length : hash);
  const target = text.startsWith("/") ? text : `/${text}`;
  if (dialect === "google") return target;

  const normal = normaliseEscapes(target);
  const query = normal.indexOf("?");
  return query < 0
    ? removeDotSegments(normal)
    : removeDotSegments(normal.slice(0, query)) + normal.slice(query);
}
