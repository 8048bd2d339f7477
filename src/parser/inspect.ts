import { COLON, CR, isGlobalAgent, LF, NUL, SLASH, STAR, tokenEnd } from "../matcher/index.ts";
import { textOf } from "./decode.ts";
import { diagnostic, type Diagnostic, type DiagnosticCode } from "./diagnostics.ts";
import type { RecordLine, RobotsDocument, RobotsLine, Span } from "./document.ts";
import { parseCrawlDelay, parseRequestRate, parseTimeWindow } from "./extensions.ts";
import { blankLineDifference } from "./group-lines.ts";
import { isRule } from "./groups.ts";
import type { RecordKind } from "./record-names.ts";
import { recordStatusOf } from "./record-status.ts";
import { byteOrderMarkLength, LONGEST_LINE } from "./scan.ts";

/** A document before anybody has looked for what is odd about it. */
type PlainDocument = Omit<RobotsDocument, "diagnostics">;

const HTML_START = /^\s*<(?:!doctype|html|head|body|\?xml)/i;
const HTML_PROBE = 512;

/** How to read the values of records that are ignored when they cannot be read. */
const READERS: Readonly<Partial<Record<RecordKind, (value: string) => unknown>>> = {
  "crawl-delay": parseCrawlDelay,
  "request-rate": parseRequestRate,
  "visit-time": parseTimeWindow,
  license: (value) => (URL.canParse(value) ? value : undefined),
};

const GROUP_RECORDS: ReadonlySet<RecordKind> = /* @__PURE__ */ new Set<RecordKind>([
  "crawl-delay",
  "request-rate",
  "visit-time",
  "content-usage",
]);

const isUtf8 = (octets: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(octets);
    return true;
  } catch {
    // The decoder has no other way to say that these octets are not UTF-8.
    return false;
  }
};

/** Where a line ends before its CR, LF or CR LF. */
function textEnd(octets: Uint8Array, { start, end }: Span): number {
  let at = end;
  if (at > start && octets[at - 1] === LF) at--;
  if (at > start && octets[at - 1] === CR) at--;
  return at;
}

/** What is odd about the octets of a line, whatever it says. */
function* inspectOctets(octets: Uint8Array, line: RobotsLine): Generator<Diagnostic> {
  const end = textEnd(octets, line);
  const text = octets.subarray(line.start, end);
  const nul = text.indexOf(NUL);
  if (nul >= 0) yield diagnostic("nul", line.line, { start: line.start + nul, end });
  const readable = line.start + LONGEST_LINE + (line.start === 0 ? byteOrderMarkLength(octets) : 0);
  if (end > readable) yield diagnostic("line-too-long", line.line, { start: readable, end });
  if (text.some((octet) => octet >= 0x80) && !isUtf8(text)) {
    yield diagnostic("invalid-utf-8", line.line, { start: line.start, end });
  }
  if (line.type === "malformed") yield diagnostic("not-a-record", line.line, line.content);
}

/** What is odd about the name of a record. */
function* inspectName(octets: Uint8Array, { line, kind, name, value }: RecordLine): Generator<Diagnostic> {
  const written = textOf(octets, name.start, name.end);
  if (octets.subarray(name.end, value.start).indexOf(COLON) < 0) {
    const between = { start: name.end, end: value.start };
    yield diagnostic("missing-colon", line, between, { fix: { ...between, text: ": " } });
  }
  if (kind !== "other" && written.toLowerCase() !== kind) {
    yield diagnostic("misspelled-name", line, name, { detail: kind, fix: { ...name, text: kind } });
  }
  const status = recordStatusOf(kind === "other" ? written : kind);
  if (status !== "standard" && status !== "de-facto") {
    yield diagnostic("record-status", line, name, { detail: `${written.slice(0, 40)} is ${status}` });
  }
}

/** What is odd about the value of a record. */
function* inspectValue(octets: Uint8Array, dialect: string, record: RecordLine): Generator<Diagnostic> {
  const { line, kind, value } = record;
  const { start, end } = value;
  if (kind === "user-agent" && !isGlobalAgent(octets, start, end)) {
    const cut = tokenEnd(octets, start, end, dialect === "rfc9309");
    const code: DiagnosticCode | undefined = cut === start ? "no-token" : cut < end ? "token-cut" : undefined;
    if (code !== undefined) yield diagnostic(code, line, { start: cut, end });
  }
  if (isRule(kind) && start < end && octets[start] !== SLASH && octets[start] !== STAR) {
    yield diagnostic("never-matches", line, value);
  }
  if (READERS[kind] !== undefined && READERS[kind](textOf(octets, start, end)) === undefined) {
    yield diagnostic("invalid-value", line, value, { detail: kind });
  }
}

/** Rules and other records that no user-agent line stands before. */
function* inspectGrouping({ lines, groups }: PlainDocument): Generator<Diagnostic> {
  const grouped = new Set(groups.flatMap(({ rules, others }) => [...rules, ...others]));
  for (const line of lines) {
    if (line.type !== "record" || grouped.has(line)) continue;
    if (isRule(line.kind)) yield diagnostic("rule-outside-group", line.line, line);
    else if (GROUP_RECORDS.has(line.kind)) yield diagnostic("record-outside-group", line.line, line);
  }
}

/** What is odd about the file as a whole. */
function* inspectFile({ octets, lines, truncated }: PlainDocument, wasUtf16: boolean): Generator<Diagnostic> {
  const mark = { start: 0, end: byteOrderMarkLength(octets) };
  if (wasUtf16) yield diagnostic("utf-16", 1, { start: 0, end: 0 });
  if (mark.end > 0) yield diagnostic("byte-order-mark", 1, mark, { fix: { ...mark, text: "" } });
  if (HTML_START.test(textOf(octets, mark.end, HTML_PROBE)))
    yield diagnostic("html", 1, { start: 0, end: 0 });
  const difference = blankLineDifference(lines);
  if (difference !== undefined) yield diagnostic("blank-line-reading", difference.line, difference);
  if (truncated)
    yield diagnostic("truncated", lines.length + 1, { start: octets.length, end: octets.length });
}

/** Everything odd about a document, in the order of its lines. Linear in the file. */
export function inspect(document: PlainDocument, wasUtf16: boolean): readonly Diagnostic[] {
  const { octets, dialect, lines } = document;
  const found = [...inspectFile(document, wasUtf16), ...inspectGrouping(document)];
  for (const line of lines) {
    found.push(...inspectOctets(octets, line));
    if (line.type === "record")
      found.push(...inspectName(octets, line), ...inspectValue(octets, dialect, line));
  }
  return found.sort((one, other) => one.line - other.line || one.start - other.start);
}
