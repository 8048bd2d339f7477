import type { Dialect } from "../common/dialect.ts";
import { decode, DEFAULT_MAX_BYTES, type DecodedText, type RobotsText } from "./decode.ts";
import type { RobotsDocument, RobotsLine } from "./document.ts";
import { groupLines } from "./group-lines.ts";
import { inspect } from "./inspect.ts";
import { RECORD_KINDS, recordKindOf } from "./record-names.ts";
import type { RecordOptions } from "./records.ts";
import { byteOrderMarkLength, newLineScan, scanLine } from "./scan.ts";

/** How a document is read. */
export interface DocumentOptions {
  /** @defaultValue `"rfc9309"` */
  readonly dialect?: Dialect;
  /** So many octets are read, at least 1024. @defaultValue 512000 (500 KiB, RFC 9309 2.5) */
  readonly maxBytes?: number;
  /** Whether a blank line ends a group, as in 1996. @defaultValue false */
  readonly blankLineEndsGroup?: boolean;
}

/** Every line of a file as it was read. A byte order mark belongs to the first. */
function readLines(octets: Uint8Array, dialect: Dialect): RobotsLine[] {
  const lines: RobotsLine[] = [];
  const scan = newLineScan();
  for (let start = 0; start < octets.length; start = scan.next) {
    scanLine(octets, start === 0 ? byteOrderMarkLength(octets) : start, dialect, scan);
    const { contentStart, contentEnd, nameEnd, valueStart, comment } = scan;
    const place = {
      line: lines.length + 1,
      start,
      end: scan.next,
      ...(comment < 0 ? {} : { comment: { start: comment, end: scan.end } }),
    };
    if (nameEnd >= 0) {
      const kind = RECORD_KINDS[recordKindOf(octets, contentStart, nameEnd, dialect)] ?? "other";
      const name = { start: contentStart, end: nameEnd };
      lines.push({ type: "record", ...place, kind, name, value: { start: valueStart, end: contentEnd } });
    } else if (contentStart < contentEnd) {
      lines.push({ type: "malformed", ...place, content: { start: contentStart, end: contentEnd } });
    } else {
      lines.push({ type: comment < 0 ? "blank" : "comment", ...place });
    }
  }
  return lines;
}

/** The document of text that is decoded already. */
export function documentOf(decoded: DecodedText, options: RecordOptions): RobotsDocument {
  const { octets, truncated, original } = decoded;
  const { dialect, blankLineEndsGroup } = options;
  const lines = readLines(octets, dialect);
  const groups = groupLines(lines, blankLineEndsGroup);
  return {
    type: "robots-txt",
    octets,
    ...(original === undefined ? {} : { original }),
    dialect,
    lines,
    groups,
    diagnostics: inspect({ ...decoded, dialect, lines, groups }),
    truncated,
  };
}

/**
 * Parses a file into a document that loses nothing: every octet lies in exactly one line, and {@link print}
 * gives it back. Never throws for what the text holds.
 *
 * @throws TypeError when `text` is neither string nor octets, RangeError for a limit below 1 KiB.
 */
export function parseDocument(text: RobotsText, options: DocumentOptions = {}): RobotsDocument {
  const { dialect = "rfc9309", maxBytes = DEFAULT_MAX_BYTES, blankLineEndsGroup = false } = options;
  return documentOf(decode(text, maxBytes, dialect), { dialect, blankLineEndsGroup });
}
