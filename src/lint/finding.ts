import type { DiagnosticCode, Fix, RobotsDocument, Span } from "../parser/index.ts";

/** `error`: the file does not say what its owner means; `warning`: crawlers may read it otherwise; `info`: good to know. */
export type Severity = "error" | "warning" | "info";

/** What the lint finds beside the parser's diagnostics. Codes are never renamed. */
type OwnCode =
  | "star-swallowed"
  | "usage-splits-group"
  | "run-goes-on"
  | "duplicate-rule"
  | "conflicting-rules"
  | "comment-in-path"
  | "space-in-path"
  | "dialects-differ"
  | "crawl-delay-absurd"
  | "sitemap-relative"
  | "usage-unreadable"
  | "usage-empty"
  | "usage-unknown"
  | "signal-unknown"
  | "record-retired"
  | "record-unknown";

/** What a finding is about. */
export type LintCode = DiagnosticCode | OwnCode;

/** One finding about a file. `code` is stable; messages may change. */
export interface Finding extends Span {
  readonly code: LintCode;
  readonly severity: Severity;
  /** The section of RFC 9309, or what else the finding rests on. */
  readonly section: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units of the line, as editors count. */
  readonly column: number;
  readonly message: string;
  readonly fix?: Fix;
  /** Whether the fix changes verdicts: to what the owner most probably means. @defaultValue false */
  readonly changesVerdicts?: boolean;
}

/** What a check reports: the lint adds severity, section and column. */
export interface Report extends Span {
  readonly code: LintCode;
  readonly line: number;
  readonly message: string;
  readonly fix?: Fix;
  readonly changesVerdicts?: boolean;
}

/** What a check looks at. */
export interface LintContext {
  readonly document: RobotsDocument;
  /** The same octets as Google's parser reads them, or as RFC 9309 where the document is Google's. */
  readonly other: RobotsDocument;
  /** The address of the file, where it is known. */
  readonly url: string | undefined;
}

/** Looks for one sort of thing. Linear in the file. */
export type LintRule = (context: LintContext) => readonly Report[];
