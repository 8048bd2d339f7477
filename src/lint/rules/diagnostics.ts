import {
  recordStatusOf,
  textOf,
  type Diagnostic,
  type RecordLine,
  type RobotsDocument,
} from "../../parser/index.ts";
import type { LintCode, LintRule, Report } from "../finding.ts";

/** What site owners are told, where the parser's own words are for those who know the standard. */
const WORDS: Readonly<Partial<Record<LintCode, string>>> = {
  truncated: "the file is longer than crawlers read: what stands behind this place counts for nobody",
  html: "this is a web page, not robots.txt: it has no rules, and crawlers may fetch everything",
  "utf-16": "save the file as UTF-8: Google and others find no rules in UTF-16",
  "byte-order-mark": "an invisible mark stands before the first line, which some crawlers then do not read",
  "rule-outside-group": "this rule stands before any User-agent line, so it counts for nobody",
  "record-outside-group": "this line stands before any User-agent line, so it counts for nobody",
  "token-cut": "of this name only the letters, - and _ at its beginning count for every crawler",
  "never-matches": "a path begins with / or *: this rule matches nothing",
  "not-a-record": "this line is neither a record nor a comment: nobody reads it",
  "missing-colon": "a colon belongs behind the name: not every crawler reads this line",
  "no-token": "this line names no crawler: its rules count for nobody",
  "blank-line-reading":
    "old crawlers take a blank line for the end of a group; others read on, and so this belongs to the group above",
};

const MEANING = {
  vendor: "is read by single vendors only",
  draft: "is a draft, and may change",
  retired: "is retired: nobody reads it any longer",
  unknown: "is no known record: nobody reads it",
} as const;

/** What a rule that lacks its slash most probably means. */
function pathFix(
  { octets }: RobotsDocument,
  { start, end }: Diagnostic,
): Pick<Report, "fix" | "changesVerdicts"> {
  const value = textOf(octets, start, end);
  // A word and what looks like one path; a URL, a colon or a blank inside says that something else is meant.
  return /^(?:[\w~%-]+\/[\w.~%/*$?=&-]*|[\w~%-]+\.(?:php|html?|aspx?|cgi|pdf|txt|xml|js|css))$/i.test(value)
    ? { fix: { start, end: start, text: "/" }, changesVerdicts: true }
    : {};
}

function statusReport(octets: Uint8Array, found: Diagnostic, record: RecordLine | undefined): Report {
  const name = textOf(octets, found.start, found.end);
  const status = recordStatusOf(record === undefined || record.kind === "other" ? name : record.kind);
  const code =
    status === "retired" ? "record-retired" : status === "unknown" ? "record-unknown" : "record-status";
  const meaning = MEANING[status === "standard" || status === "de-facto" ? "vendor" : status];
  return { code, line: found.line, start: found.start, end: found.end, message: `${name} ${meaning}` };
}

/** Two words without a colon are no record where the first is no name. */
const isProse = ({ code, line }: Diagnostic, { lines }: RobotsDocument): boolean => {
  const record = lines[line - 1];
  return code === "missing-colon" && record?.type === "record" && record.kind === "other";
};

function reportOf(found: Diagnostic, document: RobotsDocument): Report {
  const { octets, lines } = document;
  const { code, line, start, end, message } = found;
  const record = lines[line - 1];
  if (code === "record-status")
    return statusReport(octets, found, record?.type === "record" ? record : undefined);
  const report = { code, line, start, end, message: WORDS[code] ?? message };
  if (code === "never-matches") return { ...report, ...pathFix(document, found) };
  // Behind one mark may stand another, which is then a character of the first line.
  const isSafe = code !== "byte-order-mark" || octets[end] !== octets[0];
  if (!isSafe || found.fix === undefined) return report;
  const isCapital = code === "misspelled-name" && /^[A-Z]/.test(textOf(octets, start, end));
  const cure = isCapital ? found.fix.text.replace(/^./, (first) => first.toUpperCase()) : found.fix.text;
  return { ...report, fix: { ...found.fix, text: cure } };
}

/** What the parser found, in the words of the lint. */
export const diagnosticsRule: LintRule = ({ document }) =>
  document.diagnostics.filter((found) => !isProse(found, document)).map((found) => reportOf(found, document));
