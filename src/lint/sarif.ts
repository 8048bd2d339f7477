import { CATALOGUE } from "./catalogue.ts";
import type { Finding, LintCode } from "./finding.ts";

/** The findings about one file. */
export interface LintedFile {
  /** A URI, or a path relative to the working directory. */
  readonly uri: string;
  readonly findings: readonly Finding[];
}

const LEVELS = { error: "error", warning: "warning", info: "note" } as const;
const CODES = Object.keys(CATALOGUE) as LintCode[];

const ruleOf = (id: LintCode) => ({
  id,
  shortDescription: { text: CATALOGUE[id].title },
  defaultConfiguration: { level: LEVELS[CATALOGUE[id].severity] },
  properties: { section: CATALOGUE[id].section },
});

const spanOf = ({ start, end }: { start: number; end: number }) => ({
  byteOffset: start,
  byteLength: end - start,
});

function resultOf(finding: Finding, uri: string) {
  const { code, severity, line, column, message, fix } = finding;
  const region = { startLine: line, startColumn: column, ...spanOf(finding) };
  const artifactLocation = { uri };
  const result = {
    ruleId: code,
    ruleIndex: CODES.indexOf(code),
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
  };
  if (fix === undefined) return result;
  const replacements = [{ deletedRegion: spanOf(fix), insertedContent: { text: fix.text } }];
  return { ...result, fixes: [{ artifactChanges: [{ artifactLocation, replacements }] }] };
}

/** A SARIF 2.1.0 log of some files, as code scanning of hosting sites reads it: plain data for `JSON.stringify`. */
export const sarifLog = (files: readonly LintedFile[]): Readonly<Record<string, unknown>> => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "robots-governor", rules: CODES.map(ruleOf) } },
      columnKind: "utf16CodeUnits",
      results: files.flatMap(({ uri, findings }) => findings.map((finding) => resultOf(finding, uri))),
    },
  ],
});
