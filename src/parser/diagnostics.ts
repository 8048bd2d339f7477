import type { Span } from "./document.ts";

/** A replacement of octets that cures what a diagnostic says. */
export interface Fix extends Span {
  readonly text: string;
}

/** What a diagnostic is about. Codes are never renamed. */
export type DiagnosticCode =
  | "truncated"
  | "html"
  | "utf-16"
  | "byte-order-mark"
  | "invalid-utf-8"
  | "nul"
  | "line-too-long"
  | "not-a-record"
  | "missing-colon"
  | "misspelled-name"
  | "record-status"
  | "rule-outside-group"
  | "record-outside-group"
  | "never-matches"
  | "token-cut"
  | "no-token"
  | "invalid-value"
  | "blank-line-reading";

/** Something odd about a file. `code` is stable; messages may change. */
export interface Diagnostic extends Span {
  readonly code: DiagnosticCode;
  /** `error`: rules are lost; `warning`: crawlers read it in different ways; `info`: good to know. */
  readonly severity: "error" | "warning" | "info";
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly fix?: Fix;
}

/** Every code, with its severity and what it tells people. */
const DIAGNOSTICS: Readonly<Record<DiagnosticCode, readonly [Diagnostic["severity"], string]>> = {
  truncated: ["error", "the file is longer than is read"],
  html: ["error", "this looks like a web page"],
  "utf-16": ["warning", "the file is UTF-16; robots.txt is UTF-8"],
  "byte-order-mark": ["info", "some crawlers lose the first line to this mark"],
  "invalid-utf-8": ["warning", "not UTF-8; only this line is affected"],
  nul: ["warning", "a NUL: the rest of the line counts for nothing"],
  "line-too-long": ["warning", "the rest of the line counts for nothing"],
  "not-a-record": ["warning", "neither a record nor a comment"],
  "missing-colon": ["warning", "white space stands where the colon belongs"],
  "misspelled-name": ["warning", "many crawlers do not read this spelling of"],
  "record-status": ["info", "no record of RFC 9309"],
  "rule-outside-group": ["warning", "a rule before any user-agent line counts for nobody"],
  "record-outside-group": ["warning", "a record before any user-agent line counts for nobody"],
  "never-matches": ["warning", "a rule that begins with neither / nor * matches nothing"],
  "token-cut": ["warning", "the name counts up to the first octet that is no letter, - or _"],
  "no-token": ["warning", "the line names no crawler"],
  "invalid-value": ["warning", "the value cannot be read"],
  "blank-line-reading": ["warning", "crawlers that end a group at a blank line read on differently"],
};

/** A diagnostic with the severity and the message of its code, perhaps a detail, and what cures it. */
export function diagnostic(
  code: DiagnosticCode,
  line: number,
  { start, end }: Span,
  detail?: string,
  cure?: string,
): Diagnostic {
  const [severity, text] = DIAGNOSTICS[code];
  const message = detail === undefined ? text : `${text}: ${detail}`;
  const found = { code, severity, line, start, end, message };
  return cure === undefined ? found : { ...found, fix: { start, end, text: cure } };
}
