import { DOLLAR, STAR } from "./octets.ts";

// A pattern is the octets of a rule in normal form: "*" is any run of octets, "$" as the last octet is the
// end of the text, anything else is itself (RFC 9309 2.2.3). It lies in a larger array, from `start` to `end`.

/** So many steps for a character of the text are taken before a search is left to the engine. */
const STEPS_A_CHARACTER = 32;

/** How many octets from `start` on equal the text from `at` on, `length` at most. */
function equalLength(octets: Uint8Array, start: number, length: number, text: string, at: number): number {
  let equal = 0;
  while (equal < length && octets[start + equal] === text.charCodeAt(at + equal)) equal++;
  return equal;
}

/**
 * The first place of a piece in `text` between `from` and `to`, -1 for none. A piece that nearly matches
 * everywhere would take as many steps as text and piece have octets together; the engine's own search,
 * for which a string must be made, does not.
 */
function findPiece(
  octets: Uint8Array,
  start: number,
  length: number,
  text: string,
  from: number,
  to: number,
): number {
  const last = to - length;
  const first = String.fromCharCode(octets[start] ?? 0);
  let steps = STEPS_A_CHARACTER * (to - from);
  let at = from > last ? -1 : text.indexOf(first, from);
  while (at >= 0 && at <= last) {
    const equal = equalLength(octets, start, length, text, at);
    if (equal === length) return at;
    steps -= equal;
    const next = steps > 0 ? first : String.fromCharCode(...octets.subarray(start, start + length));
    at = text.indexOf(next, at + 1);
  }
  return -1;
}

/**
 * Whether the rest of a pattern, from a `*` on, matches the text from `from` on. Each piece between two
 * stars is taken at its first place, which leaves the most room for those behind it: nothing is tried twice.
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
  for (;;) {
    while (piece < end && octets[piece] === STAR) piece++;
    if (piece === end) return true;
    let pieceEnd = piece;
    while (pieceEnd < end && octets[pieceEnd] !== STAR) pieceEnd++;
    const length = pieceEnd - piece;
    if (pieceEnd === end && octets[end - 1] === DOLLAR) {
      const last = to - (length - 1);
      return last >= at && equalLength(octets, piece, length - 1, text, last) === length - 1;
    }
    const found = findPiece(octets, piece, length, text, at, to);
    if (found < 0) return false;
    at = found + length;
    piece = pieceEnd;
  }
}

/** Whether a pattern matches `text` between `from` and `to`. Linear in the pattern and the text. */
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
