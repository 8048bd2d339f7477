import type { Dialect } from "../common/dialect.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { RecordKind } from "./record-names.ts";

/** A run of octets of the file: from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What every line has. The spans of all lines, in order, are the file: every octet lies in exactly one. */
interface AnyLine extends Span {
  /** From 1; LF, CR and CR LF each end one line. */
  readonly line: number;
  /** Its comment, from the `#` on. */
  readonly comment?: Span;
}

/** A line of the form `name: value`. */
export interface RecordLine extends AnyLine {
  readonly type: "record";
  /** What it was read as. */
  readonly kind: RecordKind;
  readonly name: Span;
  /** Without white space around it; empty where nothing stands. */
  readonly value: Span;
}

/** A line with nothing on it but white space. */
export interface BlankLine extends AnyLine {
  readonly type: "blank";
}

/** A line with nothing on it but a comment. */
export interface CommentLine extends AnyLine {
  readonly type: "comment";
}

/** A line that is no record. It counts for nothing. */
export interface MalformedLine extends AnyLine {
  readonly type: "malformed";
  readonly content: Span;
}

/** One line of a file, as it was read. */
export type RobotsLine = RecordLine | BlankLine | CommentLine | MalformedLine;

/** User-agent lines and the rules that follow them (RFC 9309 2.2.1), before any merging. */
export interface Group {
  readonly userAgents: readonly RecordLine[];
  readonly rules: readonly RecordLine[];
  /** The other records between its first user-agent line and the next group. */
  readonly others: readonly RecordLine[];
}

/** A file as plain data. {@link print} gives its text back. */
export interface RobotsDocument {
  readonly type: "robots-txt";
  /** What every span counts in: the file in UTF-8. */
  readonly octets: Uint8Array;
  /** The octets as they came, where those were in another encoding. */
  readonly original?: Uint8Array;
  readonly dialect: Dialect;
  readonly lines: readonly RobotsLine[];
  readonly groups: readonly Group[];
  /** What is odd about it, in the order of the lines. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the file went on behind the limit; what did is not here. */
  readonly truncated: boolean;
}
