import type { Dialect } from "../common/dialect.ts";
import { isSettledPercent, normalText } from "./normal-form.ts";
import { ROLES } from "./octet-roles.ts";
import { IS_DOT, isLowerLetter, LAST_ASCII, PERCENT, PLAIN, SLASH, UNSETTLED } from "./octets.ts";

/** Where the path, query or fragment of a URL or path begins; its end where it has none. */
export const pathStart = (url: string): number =>
  /^(?:\/\/)?(?:[^/?;#]*:\/\/)?[^/?;#]*/.exec(url)?.[0].length ?? 0;

// A lone surrogate cannot be encoded.
const encodeCharacter = (character: string): string =>
  character.isWellFormed() ? encodeURIComponent(character) : character;

/** Resolves `.` and `..` segments of a path the way `new URL()` does (RFC 3986 5.2.4). */
function removeDotSegments(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/").slice(1)) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
  }
  // What ends in such a segment is a folder.
  if (/\/\.\.?$/.test(path)) kept.push("");
  return `/${kept.join("/")}`;
}

/**
 * Whether a character of a path is compared as it stands: in normal form, and no dot behind a slash, which may
 * begin a segment that is to be resolved.
 */
export function isPlainAt(path: string, at: number): boolean {
  const code = path.charCodeAt(at);
  // Most characters are lower-case letters.
  if (isLowerLetter(code)) return true;
  const role = code > LAST_ASCII ? UNSETTLED : ROLES[code];
  if (role === IS_DOT) return path.charCodeAt(at - 1) !== SLASH;
  return role === PLAIN || (code === PERCENT && isSettledPercent(path, at));
}

/** Whether every character of a path from `from` on is compared as it stands. */
export function isPlainFrom(path: string, from: number): boolean {
  let at = from;
  while (at < path.length && isPlainAt(path, at)) at++;
  return at >= path.length;
}

/** What rules are compared with: `text` from `from` on. */
export interface Target {
  readonly text: string;
  readonly from: number;
}

/**
 * The text that rules are compared with (RFC 9309 2.2.2): path and query of a URL, or of a path, up to its
 * fragment, in the normal form of the dialect. Google takes it as it is given. Most URLs hold it as it
 * stands, and no string is made.
 *
 * @param start - where the path begins, if that is known.
 */
export function targetOf(url: string, dialect: Dialect, start: number = pathStart(url)): Target {
  if (dialect === "rfc9309" && url[start] === "/" && isPlainFrom(url, start))
    return { text: url, from: start };
  const path = url
    .slice(start)
    .replace(/#.*/s, "")
    .replace(/^(?!\/)/, "/");
  return { text: dialect === "google" ? path : resolved(path), from: 0 };
}

/** The normal form of a path and query, without segments of dots. */
function resolved(given: string): string {
  const normal = normalText(given.replace(/[\t\r\n]+/g, "").replace(/[^\0-\x7f]/gu, encodeCharacter));
  return normal.replace(/^[^?]*/, removeDotSegments);
}
