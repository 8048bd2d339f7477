import type { Dialect } from "../common/dialect.ts";
import { decode, DEFAULT_MAX_BYTES, type DecodedText, type RobotsText } from "./decode.ts";
import type { RobotsDocument, RobotsLine, Span } from "./document.ts";
import { groupLines } from "./group-lines.ts";
import { inspect } from "./inspect.ts";
import { RECORD_KINDS, recordKindOf } from "./record-names.ts";
import { byteOrderMarkLength, newLineScan, scanLine, type LineScan } from "./scan.ts";

/** How a document is read. */
export interface DocumentOptions {
  /** @defaultValue `"rfc9309"` */
  readonly dialect?: Dialect;
  /** So many octets are read, at least 1024. @defaultValue 512000 (500 KiB, RFC 9309 2.5) */
  readonly maxBytes?: number;
  /** Whether a blank line ends a group, as in 1996. @defaultValue false */
  readonly blankLineEndsGroup?: boolean;
}

function lineOf(
  octets: Uint8Array,
  scan: LineScan,
  line: number,
  start: number,
  dialect: Dialect,
): RobotsLine {
  const { contentStart, contentEnd, nameEnd, valueStart } = scan;
  const place = { line, start, end: scan.next };
  const comment: { comment?: Span } =
    scan.comment < 0 ? {} : { comment: { start: scan.comment, end: scan.end } };
  if (nameEnd >= 0) {
    const kind = RECORD_KINDS[recordKindOf(octets, contentStart, nameEnd, dialect)] ?? "other";
    const name = { start: contentStart, end: nameEnd };
    // An empty value lies where the content ends, not behind the white space that follows it.
    const value = { start: Math.min(valueStart, contentEnd), end: contentEnd };
    return { type: "record", ...place, kind, name, value, ...comment };
  }
  if (contentStart < contentEnd) {
    return { type: "malformed", ...place, content: { start: contentStart, end: contentEnd }, ...comment };
  }
  return scan.comment < 0 ? { type: "blank", ...place } : { type: "comment", ...place, ...comment };
}

/** Every line of a file as it was read. A byte order mark belongs to the first. */
function readLines(octets: Uint8Array, dialect: Dialect): RobotsLine[] {
  const lines: RobotsLine[] = [];
  const scan = newLineScan();
  let start = 0;
  let text = byteOrderMarkLength(octets);
  while (start < octets.length) {
    scanLine(octets, text, dialect, scan);
    lines.push(lineOf(octets, scan, lines.length + 1, start, dialect));
    start = scan.next;
    text = scan.next;
  }
  return lines;
}

/** The document of text that is decoded already. */
export function documentOf(
  decoded: DecodedText,
  dialect: Dialect,
  blankLineEndsGroup: boolean,
): RobotsDocument {
  const { octets, truncated, original } = decoded;
  const lines = readLines(octets, dialect);
  const groups = groupLines(lines, blankLineEndsGroup);
  const document = { type: "robots-txt" as const, octets, dialect, lines, groups, truncated };
  const diagnostics = inspect(document, original !== undefined);
  return { ...document, diagnostics, ...(original === undefined ? {} : { original }) };
}

/**
 * Parses a file into a document that loses nothing: every octet lies in exactly one line, and {@link print}
 * gives it back. Never throws for what the text holds.
 *
 * @throws TypeError when `text` is neither string nor octets, RangeError for a limit below 1 KiB.
 */
export function parseDocument(text: RobotsText, options: DocumentOptions = {}): RobotsDocument {
  const { dialect = "rfc9309", maxBytes = DEFAULT_MAX_BYTES, blankLineEndsGroup = false } = options;
  return documentOf(decode(text, maxBytes, dialect), dialect, blankLineEndsGroup);
}
