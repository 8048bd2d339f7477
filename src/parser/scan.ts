import type { Dialect } from "../common/dialect.ts";
import { COLON, CR, HASH, isSpace, LF, NUL, SPACE, TAB } from "../matcher/index.ts";

/** So many octets of a line are read, as at Google; the rest counts for nothing. */
export const LONGEST_LINE = 16_663;

/**
 * Where the parts of one line lie, as offsets of octets. One object is filled again for every line, so
 * that a file is scanned without making any.
 */
export interface LineScan {
  /** Where the line begins. */
  start: number;
  /** Where its text ends: at LF, CR or CR LF, or with the file. */
  end: number;
  /** Where the next line begins. */
  next: number;
  /** Where the `#` of its comment stands, -1 for none. */
  comment: number;
  /** Where text that is neither white space nor comment begins and ends; empty on a blank line. */
  contentStart: number;
  contentEnd: number;
  /** Where the record's name ends; it begins with the content. -1 when the line holds no record. */
  nameEnd: number;
  valueStart: number;
}

export const newLineScan = (): LineScan => ({
  start: 0,
  end: 0,
  next: 0,
  comment: -1,
  contentStart: 0,
  contentEnd: 0,
  nameEnd: -1,
  valueStart: 0,
});

const isBlank = (octet: number | undefined): boolean => octet === SPACE || octet === TAB;

/** The octets of a byte order mark, or of its beginning, in front of the file (as at Google). */
export function byteOrderMarkLength(octets: Uint8Array): number {
  if (octets[0] !== 0xef) return 0;
  if (octets[1] !== 0xbb) return 1;
  return octets[2] === 0xbf ? 3 : 2;
}

function trimmedEnd(octets: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(octets[at - 1] ?? 0)) at--;
  return at;
}

function trimmedStart(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(octets[at] ?? 0)) at++;
  return at;
}

/** Splits a line without a colon at its white space, if that leaves exactly two words (as at Google). */
function splitAtBlank(octets: Uint8Array, line: LineScan): void {
  const { contentStart, contentEnd } = line;
  let nameEnd = contentStart;
  while (nameEnd < contentEnd && !isBlank(octets[nameEnd])) nameEnd++;
  let valueStart = nameEnd;
  while (valueStart < contentEnd && isBlank(octets[valueStart])) valueStart++;
  if (valueStart === contentEnd) return;
  for (let at = valueStart; at < contentEnd; at++) if (isBlank(octets[at])) return;
  line.nameEnd = nameEnd;
  line.valueStart = valueStart;
}

/** What ends the readable part of a line: its end, a comment, or (as in a C string) a NUL. */
const endsContent = (octet: number): boolean =>
  octet === LF || octet === CR || octet === HASH || octet === NUL;

/**
 * Fills `line` with the line that begins at `start`. The only loop over the characters of a file: each is
 * looked at once, whatever it is.
 */
export function scanLine(octets: Uint8Array, start: number, dialect: Dialect, line: LineScan): void {
  const size = octets.length;
  const readable = Math.min(size, start + LONGEST_LINE);
  let at = start;
  let octet = 0;
  for (; at < readable; at++) {
    octet = octets[at] ?? 0;
    if (octet === LF || octet === CR) break;
    if (octet > SPACE || !(isSpace(octet) || (octet === NUL && dialect === "rfc9309"))) break;
  }
  const contentStart = at;

  // Most octets are letters, which stand above everything that is looked for here.
  let colon = -1;
  for (; at < readable; at++) {
    octet = octets[at] ?? 0;
    if (octet > COLON) continue;
    if (octet === COLON) {
      colon = at++;
      break;
    }
    if (octet <= HASH && endsContent(octet)) break;
  }
  if (colon >= 0) {
    for (; at < readable; at++) {
      octet = octets[at] ?? 0;
      if (octet <= HASH && endsContent(octet)) break;
    }
  }
  const contentEnd = trimmedEnd(octets, contentStart, at);

  line.comment = at < readable && octet === HASH ? at : -1;
  while (at < size && octets[at] !== LF && octets[at] !== CR) at++;
  line.start = start;
  line.end = at;
  line.next = octets[at] === CR && octets[at + 1] === LF ? at + 2 : Math.min(at + 1, size);
  line.contentStart = contentStart;
  line.contentEnd = contentEnd;
  line.nameEnd = -1;
  if (colon < 0) {
    splitAtBlank(octets, line);
  } else {
    const nameEnd = trimmedEnd(octets, contentStart, colon);
    if (nameEnd > contentStart) line.nameEnd = nameEnd;
    line.valueStart = trimmedStart(octets, colon + 1, contentEnd);
  }
}
