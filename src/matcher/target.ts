import type { Dialect } from "../common/dialect.ts";
import { isNormalText, normalText } from "./normal-form.ts";

/** Where the path, query or fragment of a URL or path begins; its end where it has none. */
const pathStart = (url: string): number => /^(?:\/\/)?(?:[^/?;#]*:\/\/)?[^/?;#]*/.exec(url)?.[0].length ?? 0;

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
  // A dot behind a slash may begin a segment that is to be resolved.
  if (dialect === "rfc9309" && url[start] === "/" && isNormalText(url) && !url.includes("/.", start)) {
    return { text: url, from: start };
  }
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
