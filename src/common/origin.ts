import { canonicalOrigin, MAX_HOST_LENGTH } from "./canonical-origin.ts";

/** Where the host starts in an `http:` or `https:` URL; -1 for anything else. */
function hostStartOf(url: string): number {
  if (url.startsWith("https://")) return 8;
  return url.startsWith("http://") ? 7 : -1;
}

const HYPHEN = 45;
const DOT = 46;
const isLowerLetter = (code: number): boolean => code >= 97 && code <= 122;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** `/`, `?` or `#`. */
const endsAuthority = (code: number): boolean => code === 47 || code === 63 || code === 35;

/**
 * The origin of a URL that is written canonically already, cut out without parsing it; `undefined` when
 * only the URL parser can tell. A host is left to the parser when it holds anything but lower-case
 * letters, digits, hyphens and dots, when it has two hyphens in a row (punycode, which may be invalid),
 * and when its last label does not start with a letter (an IPv4 address in any spelling, a trailing dot,
 * nothing at all).
 */
function plainOriginOf(url: string): string | undefined {
  const hostStart = hostStartOf(url);
  if (hostStart < 0) return undefined;
  let labelStart = hostStart;
  let end = hostStart;
  for (; end < url.length; end++) {
    const code = url.charCodeAt(end);
    if (isLowerLetter(code) || isDigit(code)) continue;
    if (code === HYPHEN && url.charCodeAt(end + 1) !== HYPHEN) continue;
    if (endsAuthority(code)) break;
    if (code !== DOT || end - hostStart > MAX_HOST_LENGTH) return undefined;
    labelStart = end + 1;
  }
  if (labelStart >= end || !isLowerLetter(url.charCodeAt(labelStart))) return undefined;
  if (end - hostStart > MAX_HOST_LENGTH) return undefined;
  return url.slice(0, end);
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    // The parser has no other way to say that this is no URL.
    return undefined;
  }
}

/**
 * The one spelling of the site a URL belongs to: scheme, host and port, in lower case, without the
 * default port, user name, password or the host's trailing dot, with IDN as punycode and IPv4 in dotted
 * decimals. Two URLs share a robots.txt exactly when this is the same for both.
 *
 * `undefined` for what is no absolute `http:` or `https:` URL, and for hosts longer than DNS allows.
 */
export function originOf(url: string | URL): string | undefined {
  if (typeof url !== "string") return canonicalOrigin(url);
  const plain = plainOriginOf(url);
  if (plain !== undefined) return plain;
  const parsed = parseUrl(url);
  return parsed === undefined ? undefined : canonicalOrigin(parsed);
}
