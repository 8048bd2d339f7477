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
  truncated: ["error", "the file is longer than is read: the rest counts for nothing"],
  html: ["error", "this looks like a web page, not like robots.txt"],
  "utf-16": ["warning", "the file is UTF-16; robots.txt is UTF-8 (RFC 9309 2.3)"],
  "byte-order-mark": ["info", "a byte order mark stands in front; some crawlers lose the first line"],
  "invalid-utf-8": ["warning", "octets that are no UTF-8; only this line is affected"],
  nul: ["warning", "a NUL; what follows it on the line counts for nothing"],
  "line-too-long": ["warning", "the line is longer than is read: its rest counts for nothing"],
  "not-a-record": ["warning", "neither a record nor a comment: the line counts for nothing"],
  "missing-colon": ["warning", "white space stands where the colon belongs"],
  "misspelled-name": ["warning", "a misspelled record name; many crawlers do not read it"],
  "record-status": ["info", "no record of RFC 9309"],
  "rule-outside-group": ["warning", "no user-agent line stands before this rule: it counts for nobody"],
  "record-outside-group": ["warning", "no user-agent line stands before this record: it counts for nobody"],
  "never-matches": ["warning", "a rule that begins with neither / nor * matches nothing"],
  "token-cut": [
    "warning",
    "a product token has letters, - and _ only: the name counts up to the first other character",
  ],
  "no-token": ["warning", "no product token: the line names no crawler"],
  "invalid-value": ["warning", "the value cannot be read: the record counts for nothing"],
  "blank-line-reading": ["warning", "crawlers that end a group at a blank line read this file differently"],
};

/** A diagnostic with the severity and the message of its code, and perhaps a detail. */
export function diagnostic(
  code: DiagnosticCode,
  line: number,
  span: Span,
  more: { detail?: string; fix?: Fix } = {},
): Diagnostic {
  const [severity, text] = DIAGNOSTICS[code];
  const { start, end } = span;
  const message = more.detail === undefined ? text : `${text}: ${more.detail}`;
  return { code, severity, line, start, end, message, ...(more.fix === undefined ? {} : { fix: more.fix }) };
}
