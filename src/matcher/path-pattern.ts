import { DOLLAR, STAR } from "./octets.ts";
import type { Target } from "./target.ts";

// A pattern is the octets of a rule in normal form: "*" is any run of octets, "$" as the last octet is the
// end of the text, anything else is itself (RFC 9309 2.2.3). It lies in a larger array, from `start` to `end`.

/** So many octets of a piece are compared one by one; the engine's own search looks for the rest. */
const FIRST_OCTETS = 32;

/** How many octets from `start` on equal the text from `at` on, `length` at most. */
function equalLength(octets: Uint8Array, start: number, length: number, text: string, at: number): number {
  let equal = 0;
  while (equal < length && octets[start + equal] === text.charCodeAt(at + equal)) equal++;
  return equal;
}

/**
 * The first place of a piece in a text from `from` on, -1 for none. A long piece that nearly matches
 * everywhere would take as many steps as text and piece have octets together; the engine's own search, for
 * which a string must be made, does not. Next to no text gets there.
 */
function findPiece(octets: Uint8Array, start: number, length: number, text: string, from: number): number {
  const first = String.fromCharCode(octets[start] ?? 0);
  const compared = Math.min(length, FIRST_OCTETS);
  for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1)) {
    if (equalLength(octets, start, compared, text, at) < compared) continue;
    if (compared === length) return at;
    return text.indexOf(String.fromCharCode(...octets.subarray(start, start + length)), at);
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

/** Whether a pattern matches a text. Linear in the pattern and the text. */
export function matchesPattern(
  octets: Uint8Array,
  start: number,
  end: number,
  { text, from }: Target,
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
