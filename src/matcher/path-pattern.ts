import { DOLLAR, STAR } from "./octets.ts";

// A pattern is the octets of a normalised rule: "*" is any run of octets, "$" as the last octet is the
// end of the text, anything else is itself (RFC 9309 2.2.3). It lies in a larger array, from `start` to
// `end`; the text it is compared with lies in a string, from `from` to `to`.

/** A piece of up to this length is looked for octet by octet; a longer one with a failure table. */
const SHORT_PIECE = 32;

/** For each prefix of a piece, the length of its longest border (Knuth, Morris and Pratt). */
function failureTable(octets: Uint8Array, start: number, length: number): Int32Array {
  const table = new Int32Array(length);
  let border = 0;
  for (let at = 1; at < length; at++) {
    while (border > 0 && octets[start + at] !== octets[start + border]) border = table[border - 1] ?? 0;
    if (octets[start + at] === octets[start + border]) border++;
    table[at] = border;
  }
  return table;
}

function findLong(
  octets: Uint8Array,
  start: number,
  length: number,
  text: string,
  from: number,
  to: number,
): number {
  const table = failureTable(octets, start, length);
  let matched = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && octets[start + matched] !== code) matched = table[matched - 1] ?? 0;
    if (octets[start + matched] === code && ++matched === length) return at + 1 - length;
  }
  return -1;
}

function equalsAt(octets: Uint8Array, start: number, length: number, text: string, at: number): boolean {
  for (let index = 0; index < length; index++) {
    if (octets[start + index] !== text.charCodeAt(at + index)) return false;
  }
  return true;
}

/** The first place of a piece in `text`, -1 for none. Linear: at most {@link SHORT_PIECE} steps a character. */
function findPiece(
  octets: Uint8Array,
  start: number,
  length: number,
  text: string,
  from: number,
  to: number,
): number {
  if (length > to - from) return -1;
  if (length > SHORT_PIECE) return findLong(octets, start, length, text, from, to);
  for (let at = from; at <= to - length; at++) {
    if (equalsAt(octets, start, length, text, at)) return at;
  }
  return -1;
}

/**
 * Whether the rest of a pattern, from a `*` on, matches the text from `from` on. Each piece between two
 * stars is taken at its first place, which leaves the most room for those behind it, so nothing is ever
 * tried twice.
 */
function matchesFromStar(
  octets: Uint8Array,
  star: number,
  end: number,
  text: string,
  from: number,
  to: number,
): boolean {
  let at = from;
  let piece = star;
  while (piece < end) {
    while (octets[piece] === STAR) piece++;
    if (piece >= end) return true;
    let pieceEnd = piece;
    while (pieceEnd < end && octets[pieceEnd] !== STAR) pieceEnd++;
    if (pieceEnd === end && octets[end - 1] === DOLLAR) {
      const length = end - 1 - piece;
      return to - length >= at && equalsAt(octets, piece, length, text, to - length);
    }
    const found = findPiece(octets, piece, pieceEnd - piece, text, at, to);
    if (found < 0) return false;
    at = found + pieceEnd - piece;
    piece = pieceEnd;
  }
  return true;
}

/** Whether a pattern matches `text` from `from` to `to`. Never throws; time linear in pattern and text. */
export function matchesPattern(
  octets: Uint8Array,
  start: number,
  end: number,
  text: string,
  from: number,
  to: number,
): boolean {
  let at = from;
  for (let index = start; index < end; index++) {
    const octet = octets[index];
    if (octet === STAR) return matchesFromStar(octets, index, end, text, at, to);
    if (octet === DOLLAR && index === end - 1) return at === to;
    if (at >= to || text.charCodeAt(at) !== octet) return false;
    at++;
  }
  return true;
}
