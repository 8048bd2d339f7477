import { parseDocument, textOf, type DocumentOptions, type RobotsText } from "../parser/index.ts";
import { CATALOGUE } from "./catalogue.ts";
import type { Finding, LintCode, LintRule, Report } from "./finding.ts";
import { diagnosticsRule } from "./rules/diagnostics.ts";
import { groupingRule } from "./rules/grouping.ts";
import { otherRecordsRule } from "./rules/other-records.ts";
import { dialectRule, pathRule, repetitionRule } from "./rules/paths.ts";

/** How a file is linted. */
export interface LintOptions extends DocumentOptions {
  /** The address of the file; relative sitemaps are completed with it. @defaultValue none: they are not */
  readonly url?: string;
}

const RULES: readonly LintRule[] = [
  diagnosticsRule,
  groupingRule,
  repetitionRule,
  pathRule,
  dialectRule,
  otherRecordsRule,
];

/** What is about a file, and not about a line. */
const OF_THE_WHOLE: ReadonlySet<LintCode> = new Set<LintCode>([
  "html",
  "truncated",
  "utf-16",
  "byte-order-mark",
]);

/**
 * Everything in a file that does not say what its owner most probably means, or that crawlers may read otherwise,
 * in the order of the lines. Linear in the file; no text makes it throw.
 *
 * @throws TypeError when `text` is neither string nor octets, RangeError for an option that cannot be.
 */
export function lint(text: RobotsText, options: LintOptions = {}): readonly Finding[] {
  const { url, dialect = "rfc9309", ...reading } = options;
  const document = parseDocument(text, { ...reading, dialect });
  const otherDialect = dialect === "google" ? "rfc9309" : "google";
  // The same octets, also where they came in another encoding: lines stay comparable.
  const other = parseDocument(document.octets, { ...reading, dialect: otherDialect, maxBytes: Infinity });
  const { octets, lines } = document;
  const findingOf = (report: Report): Finding => {
    const { severity, section } = CATALOGUE[report.code];
    const lineStart = lines[report.line - 1]?.start ?? report.start;
    const column = textOf(octets, lineStart, Math.max(lineStart, report.start)).length + 1;
    return { severity, section, column, ...report };
  };
  const reports = RULES.flatMap((rule) => rule({ document, other, url }));
  // What a web page has instead of records is not odd one by one.
  const isPage = reports.some(({ code }) => code === "html");
  return reports
    .filter(({ code }) => !isPage || OF_THE_WHOLE.has(code))
    .map(findingOf)
    .sort((one, two) => one.line - two.line || one.start - two.start);
}
