import type { Dialect } from "../common/dialect.ts";
import { COLON, CR, isGlobalAgent, LF, NUL, SLASH, STAR, tokenEnd } from "../matcher/index.ts";
import { textOf, type DecodedText } from "./decode.ts";
import { diagnostic, type Diagnostic, type DiagnosticCode } from "./diagnostics.ts";
import type { Group, RecordLine, RobotsLine, Span } from "./document.ts";
import { parseCrawlDelay, parseRequestRate, parseTimeWindow } from "./extensions.ts";
import { blankLineDifference } from "./group-lines.ts";
import { isRule } from "./groups.ts";
import type { RecordKind } from "./record-names.ts";
import { recordStatusOf } from "./record-status.ts";
import { byteOrderMarkLength, LONGEST_LINE } from "./scan.ts";

/** A file and what is read in it, before anybody has looked for what is odd about it. */
export interface ReadFile extends DecodedText {
  readonly dialect: Dialect;
  readonly lines: readonly RobotsLine[];
  readonly groups: readonly Group[];
}

/** Tells that something is odd about a line. */
type Report = (code: DiagnosticCode, span: Span, detail?: string, cure?: string) => void;

const HTML_START = /^\s*<(?:!doctype|html|head|body|\?xml)/i;
const HTML_PROBE = 512;

/** How to read the values of records that are ignored when they cannot be read. */
const READERS: Readonly<Partial<Record<RecordKind, (value: string) => unknown>>> = {
  "crawl-delay": parseCrawlDelay,
  "request-rate": parseRequestRate,
  "visit-time": parseTimeWindow,
  license: (value) => (URL.canParse(value) ? value : undefined),
};

/** Records that count for a group alone. */
const NEEDS_GROUP = /^(?:crawl|request|visit|content-usage)/;

function isUtf8(octets: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(octets);
    return true;
  } catch {
    // The decoder has no other way to say that these octets are not UTF-8.
    return false;
  }
}

/** What is odd about the beginning of a file. */
function inspectStart({ octets, original }: ReadFile, report: Report): void {
  const nothing = { start: 0, end: 0 };
  const mark = { start: 0, end: byteOrderMarkLength(octets) };
  if (original !== undefined) report("utf-16", nothing);
  if (mark.end > 0) report("byte-order-mark", mark, undefined, "");
  if (HTML_START.test(textOf(octets, mark.end, HTML_PROBE))) report("html", nothing);
}

/** What is odd about the octets of a line, whatever it says. */
function inspectOctets(octets: Uint8Array, line: RobotsLine, report: Report): void {
  const { start } = line;
  let { end } = line;
  while (end > start && (octets[end - 1] === LF || octets[end - 1] === CR)) end--;
  const text = octets.subarray(start, end);
  const nul = text.indexOf(NUL);
  if (nul >= 0) report("nul", { start: start + nul, end });
  const readable = start + LONGEST_LINE + (start === 0 ? byteOrderMarkLength(octets) : 0);
  if (end > readable) report("line-too-long", { start: readable, end });
  if (text.some((octet) => octet >= 0x80) && !isUtf8(text)) report("invalid-utf-8", { start, end });
  if (line.type === "malformed") report("not-a-record", line.content);
}

/** What is odd about the name of a record. */
function inspectName(octets: Uint8Array, { kind, name, value }: RecordLine, report: Report): void {
  const written = textOf(octets, name.start, name.end).toLowerCase();
  const between = { start: name.end, end: value.start };
  if (!octets.subarray(name.end, value.start).includes(COLON))
    report("missing-colon", between, undefined, ": ");
  if (kind !== "other" && written !== kind) report("misspelled-name", name, kind, kind);
  const status = recordStatusOf(kind === "other" ? written : kind);
  if (status !== "standard" && status !== "de-facto") report("record-status", name, status);
}

/** What is odd about the value of a record. */
function inspectValue({ octets, dialect }: ReadFile, { kind, value }: RecordLine, report: Report): void {
  const { start, end } = value;
  if (kind === "user-agent" && !isGlobalAgent(octets, start, end)) {
    const cut = tokenEnd(octets, start, end, dialect === "rfc9309");
    if (cut < end || cut === start) report(cut === start ? "no-token" : "token-cut", { start: cut, end });
  }
  if (isRule(kind) && start < end && octets[start] !== SLASH && octets[start] !== STAR) {
    report("never-matches", value);
  }
  const read = READERS[kind];
  if (read !== undefined && read(textOf(octets, start, end)) === undefined)
    report("invalid-value", value, kind);
}

/** Everything odd about a file, in the order of its lines. Linear in the file. */
export function inspect(file: ReadFile): readonly Diagnostic[] {
  const { octets, lines, groups } = file;
  const found: Diagnostic[] = [];
  const reporter =
    (line: number): Report =>
    (code, span, detail, cure) =>
      found.push(diagnostic(code, line, span, detail, cure));

  const grouped = new Set(groups.flatMap(({ rules, others }) => rules.concat(others)));
  const difference = blankLineDifference(lines);
  inspectStart(file, reporter(1));
  for (const line of lines) {
    const report = reporter(line.line);
    if (line === difference) report("blank-line-reading", line);
    if (line.type === "record") {
      if (!grouped.has(line)) {
        if (isRule(line.kind)) report("rule-outside-group", line);
        else if (NEEDS_GROUP.test(line.kind)) report("record-outside-group", line);
      }
      inspectName(octets, line, report);
      inspectValue(file, line, report);
    }
    inspectOctets(octets, line, report);
  }
  if (file.truncated) reporter(lines.length + 1)("truncated", { start: octets.length, end: octets.length });
  return found.sort((one, other) => one.line - other.line || one.start - other.start);
}
