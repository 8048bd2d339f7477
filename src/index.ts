// Entry `robots-governor`: the platform-neutral surface in one place.
export * from "./cache/index.ts";
export * from "./gate/index.ts";
export * from "./governor/index.ts";
export * from "./lint/index.ts";
export {
  parseDocument,
  print,
  printOctets,
  recordStatusOf,
  textOf,
  type BlankLine,
  type CommentLine,
  type Diagnostic,
  type DiagnosticCode,
  type DocumentOptions,
  type Fix,
  type Group,
  type MalformedLine,
  type RecordKind,
  type RecordLine,
  type RecordStatus,
  type RobotsDocument,
  type RobotsLine,
  type Span,
} from "./parser/index.ts";
export * from "./policy/index.ts";
