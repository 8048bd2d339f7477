import { ROLES } from "./octet-roles.ts";
import { DOLLAR, PLAIN, STAR } from "./octets.ts";

// A pattern is the octets of a rule in normal form: "*" is any run of octets, "$" as the last octet is the
// end of the text, anything else is itself (RFC 9309 2.2.3). It lies in a larger array, from `start` to `end`.

/** So many steps are taken place by place before a piece is looked for in a way that never goes back. */
const STEPS_BY_PLACE = 64;
/** What it costs to find the next place. */
const STEPS_A_PLACE = 8;

/** How many octets from `start` on equal the text from `at` on, `length` at most. */
function equalLength(octets: Uint8Array, start: number, length: number, text: string, at: number): number {
  let equal = 0;
  while (equal < length && octets[start + equal] === text.charCodeAt(at + equal)) equal++;
  return equal;
}

/** For each beginning of a piece, the length of its longest border (Knuth, Morris and Pratt). */
function borders(octets: Uint8Array, start: number, length: number): Int32Array {
  const table = new Int32Array(length);
  let border = 0;
  for (let at = 1; at < length; at++) {
    while (border > 0 && octets[start + at] !== octets[start + border]) border = table[border - 1] ?? 0;
    if (octets[start + at] === octets[start + border]) border++;
    table[at] = border;
  }
  return table;
}

/** As {@link findPiece}, with as many steps as piece and text are long, whatever they hold. */
function findSteadily(octets: Uint8Array, start: number, length: number, text: string, from: number): number {
  const table = borders(octets, start, length);
  let equal = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (equal > 0 && octets[start + equal] !== code) equal = table[equal - 1] ?? 0;
    if (octets[start + equal] === code && ++equal === length) return at + 1 - length;
  }
  return -1;
}

/** The first place of a piece in a text from `from` on, -1 for none. Linear in both. */
function findPiece(octets: Uint8Array, start: number, length: number, text: string, from: number): number {
  const last = text.length - length;
  if (from > last) return -1;
  const first = String.fromCharCode(octets[start] ?? 0);
  let steps = STEPS_BY_PLACE;
  let at = text.indexOf(first, from);
  while (at >= 0 && at <= last) {
    const equal = equalLength(octets, start, length, text, at);
    if (equal === length) return at;
    steps -= STEPS_A_PLACE + equal;
    if (steps < 0) return findSteadily(octets, start, length, text, at + 1);
    at = text.indexOf(first, at + 1);
  }
  return -1;
}

/**
 * Whether the rest of a pattern, from a `*` on, matches the text from `from` on. Each piece between two
 * stars is taken at its first place, which leaves the most room for those behind it: nothing is tried twice.
 */
function matchesFromStar(octets: Uint8Array, star: number, end: number, text: string, from: number): boolean {
  let at = from;
  let piece = star;
  for (;;) {
    while (piece < end && octets[piece] === STAR) piece++;
    if (piece === end) return true;
    let pieceEnd = piece;
    while (pieceEnd < end && octets[pieceEnd] !== STAR) pieceEnd++;
    const length = pieceEnd - piece;
    if (pieceEnd === end && octets[end - 1] === DOLLAR) {
      const last = text.length - (length - 1);
      return last >= at && equalLength(octets, piece, length - 1, text, last) === length - 1;
    }
    const found = findPiece(octets, piece, length, text, at);
    if (found < 0) return false;
    at = found + length;
    piece = pieceEnd;
  }
}

/** Whether a pattern matches a text from `from` on. Linear in the pattern and the text. */
export function matchesPattern(
  octets: Uint8Array,
  start: number,
  end: number,
  text: string,
  from: number,
): boolean {
  let at = from;
  for (let index = start; index < end; index++) {
    const octet = octets[index];
    if (octet === STAR) return matchesFromStar(octets, index, end, text, at);
    if (octet === DOLLAR && index === end - 1) return at === text.length;
    // Behind the end of the text stands what equals no octet.
    if (text.charCodeAt(at) !== octet) return false;
    at++;
  }
  return true;
}

/**
 * Whether a rule may match a text once it is in normal form: the plain octets that it begins with do, as far as
 * the text goes; a text that ends first may be the folder whose page the rule names. Most rules of a file are told
 * from most texts by their second octet.
 */
export function mayMatch(
  octets: Uint8Array,
  start: number,
  end: number,
  text: string,
  from: number,
): boolean {
  const length = Math.min(end - start, text.length - from);
  for (let at = 0; at < length; at++) {
    const octet = octets[start + at] ?? 0;
    if (ROLES[octet] !== PLAIN) return true;
    if (octet !== text.charCodeAt(from + at)) return false;
  }
  return true;
}
