import { octetsOf, type ReferenceDialect } from "./records.ts";

const escape = (octet: string): string =>
  `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

const upperEscapes = (text: string): string =>
  text.replace(/%[0-9A-Fa-f]{2}/gu, (found) => found.toUpperCase());

const decodeUnreserved = (text: string): string =>
  text.replace(/%[0-9A-F]{2}/gu, (found) => {
    const octet = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[A-Za-z0-9\-._~]/u.test(octet) ? octet : found;
  });

const reservedUnreservedOrPercent = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu;

const normalise = (text: string): string =>
  decodeUnreserved(upperEscapes(text)).replace(reservedUnreservedOrPercent, escape);

const normalisedRule = (value: string, dialect: ReferenceDialect): string =>
  dialect === "rfc9309" ? normalise(value) : upperEscapes(value).replace(/[\x80-\xff]/gu, escape);

/** The part of a URL that rules are compared with, octets as a binary string, by Google's reading. */
const pathAsGiven = (url: string): string => {
  const start = url.startsWith("//") ? 2 : 0;
  const scheme = /^[^/?;]*?:\/\//u.exec(url.slice(start));
  const rest = url.slice(start + (scheme?.[0].length ?? 0));
  const path = /[/?;][^#]*/u.exec(rest.replace(/#[^]*$/u, ""))?.[0] ?? "/";
  return path.startsWith("/") ? path : `/${path}`;
};

const withoutDotSegments = (pathAndQuery: string): string => {
  const [path = "", query] = pathAndQuery.split(/(?=\?)([^]*)/u);
  const kept: string[] = [];
  const segments = path.slice(1).split("/");
  for (const [index, segment] of segments.entries()) {
    const dots = segment.replace(/%2e/giu, ".");
    if (dots === "..") kept.pop();
    else if (dots !== ".") kept.push(segment);
    if ((dots === "." || dots === "..") && index === segments.length - 1) kept.push("");
  }
  return `/${kept.join("/")}${query ?? ""}`;
};

/** The text of a URL that rules are compared with. */
export function referenceText(url: string, dialect: ReferenceDialect): string {
  const path = pathAsGiven(octetsOf(url));
  return dialect === "google" ? path : normalise(withoutDotSegments(path));
}

/**
 * Whether `pattern` matches the beginning of `text`, by trying everything: all places of the text that
 * can be reached are carried along from one octet of the pattern to the next. `*` reaches every later
 * place, `$` as last character asks for the end.
 */
export function bruteForceMatches(pattern: string, text: string): boolean {
  let places = new Set([0]);
  const octets = pattern.replace(/\*+/gu, "*");
  for (let at = 0; at < octets.length; at++) {
    const octet = octets.charAt(at);
    if (octet === "$" && at === octets.length - 1) return places.has(text.length);
    const next = new Set<number>();
    for (const place of places) {
      if (octet === "*") for (let later = place; later <= text.length; later++) next.add(later);
      else if (text.charAt(place) === octet) next.add(place + 1);
    }
    places = next;
  }
  return places.size > 0;
}

const escapeStarsAndDollars = (text: string): string => text.replace(/[*$]/gu, escape);

/**
 * The length of the rule where it matches the text of a URL, else -1. An empty rule has length 0.
 * RFC 9309 2.2.3: where `*` and `$` have no special meaning they equal their escapes.
 */
export function referenceLength(value: string, text: string, dialect: ReferenceDialect): number {
  const rule = normalisedRule(value, dialect);
  if (dialect === "google") return bruteForceMatches(rule, text) ? rule.length : -1;
  const pattern = rule.replace(/\$(?=[^])/gu, escape);
  const matches = /^[/*]/u.test(rule) && bruteForceMatches(pattern, escapeStarsAndDollars(text));
  return matches ? rule.length : -1;
}
