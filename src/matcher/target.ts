import type { Dialect } from "../common/dialect.ts";
import { normalText, normalTextEnd } from "./normal-form.ts";
import { COLON, HASH, SLASH } from "./octets.ts";

const endsAuthority = (code: number): boolean =>
  code === SLASH || code === 0x3f || code === 0x3b || code === HASH;

/** Where the path, query or fragment of a URL or path begins; its end where it has none. */
function pathStart(url: string): number {
  let behindScheme = false;
  let at = url.startsWith("//") ? 2 : 0;
  for (; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === COLON && !behindScheme && url.startsWith("//", at + 1)) {
      behindScheme = true;
      at += 2;
    } else if (endsAuthority(code)) {
      break;
    }
  }
  return at;
}

// A lone surrogate has no octets: it stays, and equals nothing in a rule.
const encodeCharacter = (character: string): string =>
  character.isWellFormed() ? encodeURIComponent(character) : character;

/** Resolves `.` and `..` segments of a path the way `new URL()` does (RFC 3986 5.2.4). */
function removeDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
  }
  // What ends in such a segment is a folder.
  if (/^\.\.?$/.test(segments.at(-1) ?? "")) kept.push("");
  return `/${kept.join("/")}`;
}

/** What rules are compared with: `text` from `from` to before `to`. */
export interface Target {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The text that rules are compared with (RFC 9309 2.2.2): path and query of a URL, or of a path, up to its
 * fragment, in the normal form of the dialect. Google takes it as it is given. Most URLs hold it as it
 * stands, and no string is made.
 *
 * @param start - where the path begins, if that is known.
 */
export function targetOf(url: string, dialect: Dialect, start: number = pathStart(url)): Target {
  const startsWithPath = url.charCodeAt(start) === SLASH;
  if (startsWithPath && dialect === "rfc9309") {
    const end = normalTextEnd(url, start);
    if (end >= 0) return { text: url, from: start, to: end };
  }
  const hash = url.indexOf("#", start);
  const given = url.slice(start, hash < 0 ? url.length : hash);
  const path = startsWithPath ? given : `/${given}`;
  const text =
    dialect === "google"
      ? path
      : resolved(normalText(path.replace(/[\t\r\n]+/g, "").replace(/[^\0-\x7f]/gu, encodeCharacter)));
  return { text, from: 0, to: text.length };
}

/** The target as a string of its own. */
export const targetText = ({ text, from, to }: Target): string => text.slice(from, to);

/** A normal text whose path has no segment of dots. */
function resolved(normal: string): string {
  const query = normal.indexOf("?");
  return query < 0
    ? removeDotSegments(normal)
    : removeDotSegments(normal.slice(0, query)) + normal.slice(query);
}
