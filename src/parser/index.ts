// Entry `robots-governor/parser`: the lossless document of a robots.txt file, and what is odd about it.
export { decode, DEFAULT_MAX_BYTES, textOf, type DecodedText, type RobotsText } from "./decode.ts";
export type { Diagnostic, DiagnosticCode, Fix } from "./diagnostics.ts";
export type {
  BlankLine,
  CommentLine,
  Group,
  MalformedLine,
  RecordLine,
  RobotsDocument,
  RobotsLine,
  Span,
} from "./document.ts";
export {
  parseCrawlDelay,
  parseRequestRate,
  parseTimeWindow,
  type RequestRate,
  type TimeWindow,
} from "./extensions.ts";
export { extensionsOf, groupsOf, isRule, type GroupingKind, type RecordGroup } from "./groups.ts";
export { documentOf, parseDocument, type DocumentOptions } from "./parse.ts";
export { lineCounter } from "./line-counter.ts";
export { print, printOctets } from "./print.ts";
export type { RecordKind } from "./record-names.ts";
export { recordStatusOf, type RecordStatus } from "./record-status.ts";
export { Records, type RecordOptions } from "./records.ts";
export { LONGEST_LINE } from "./scan.ts";
