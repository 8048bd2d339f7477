import { CATALOGUE, type Finding, type LintedFile, type Severity } from "../../lint/index.ts";
import type { Paint, Tone } from "./color.ts";
import { safeText } from "./safe-text.ts";

const TONES: Readonly<Record<Severity, Tone>> = { error: "bad", warning: "warning", info: "faint" };
const SEVERITY_WIDTH = 7;

const remedy = ({ fix, changesVerdicts = false }: Finding): string =>
  fix === undefined ? "" : ` (--fix${changesVerdicts ? ", changes verdicts" : ""})`;

function lineOf(finding: Finding, name: string, paint: Paint): string {
  const { code, severity, line, column, message, section } = finding;
  const place = `${safeText(name)}:${line}:${column}`;
  const what = paint(TONES[severity], severity.padEnd(SEVERITY_WIDTH));
  return `${place}  ${what}  ${safeText(message)}${remedy(finding)}  ${paint("faint", `${code}, ${section}`)}\n`;
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** The findings about some files for people: one a line, and how many there are. */
export function lintLines(files: readonly LintedFile[], paint: Paint): string {
  const findings = files.flatMap((file) => file.findings);
  const lines = files.flatMap(({ uri, findings: found }) =>
    found.map((finding) => lineOf(finding, uri, paint)),
  );
  const counts = SEVERITIES.map((severity) => findings.filter((one) => one.severity === severity).length);
  const [errors = 0, warnings = 0, remarks = 0] = counts;
  return `${lines.join("")}${errors} errors, ${warnings} warnings, ${remarks} remarks\n`;
}

/** The findings about a file as one JSON value. Fields are added, never renamed. */
export const lintJson = ({ uri, findings }: LintedFile): Readonly<Record<string, unknown>> => ({
  file: uri,
  findings: findings.map(
    ({ code, severity, section, line, column, start, end, message, fix, changesVerdicts }) => ({
      code,
      title: CATALOGUE[code].title,
      severity,
      section,
      line,
      column,
      start,
      end,
      message,
      fix: fix ?? null,
      changesVerdicts: changesVerdicts ?? false,
    }),
  ),
});
