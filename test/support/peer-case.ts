import { originOf } from "../../src/common/origin.ts";
import { tokenEnd } from "../../src/matcher/index.ts";
import { normalPattern } from "../../src/matcher/normal-form.ts";
import {
  parseCrawlDelay,
  parseDocument,
  textOf,
  type RecordLine,
  type RobotsDocument,
  type RobotsLine,
  type Span,
} from "../../src/parser/index.ts";
import { productTokenOf, RobotsPolicy } from "../../src/policy/index.ts";

/** What a peer's suite asserts on a line of the report of a file. */
interface LineReport {
  line: number;
  tag: string;
  typo: boolean;
  empty: boolean;
  hasDirective: boolean;
  hasComment: boolean;
  isComment: boolean;
  acceptableTypo: boolean;
  lineTooLong: boolean;
  missingColon: boolean;
}

/** One assertion of a public parser's test suite, as `conformance/peer-cases.jsonl` has it. */
export interface PeerCase {
  id: string;
  suite: string;
  note: string;
  behaviour: string;
  robots: string;
  robotsBase64?: string;
  robotsUrl?: string;
  agent: string;
  anyAgent?: boolean;
  url: string;
  allowed?: boolean;
  expect?: {
    crawlDelay?: { agent: string; seconds: number | null };
    crawlDelayAtLeast?: number;
    crawlDelayLine?: number | null;
    escapedPattern?: { input: string; output: string };
    extractedToken?: string;
    groups?: { agents: string[]; rules: [type: string, path: string][] }[];
    httpStatus?: number;
    keyValue?: { key: string; value: string } | null;
    lineReports?: Record<string, unknown> & { lines?: LineReport[] };
    matchedGroup?: string;
    matchingLine?: number;
    parseError?: boolean;
    pathToMatch?: string;
    robotsUrl?: string;
    robotsUrlIs?: { robotsUrl: string; same: boolean };
    ruleCount?: { agent: string; allow: number; disallow: number };
    sitemapCount?: number;
    sitemaps?: string[];
    sitemapSet?: string[];
    sitemapsInclude?: string;
    validProductToken?: boolean;
  };
}

const bodyOf = ({ robots, robotsBase64 }: PeerCase): string | Uint8Array =>
  robotsBase64 === undefined ? robots : Buffer.from(robotsBase64, "base64");

const policyOf = (row: PeerCase): RobotsPolicy =>
  RobotsPolicy.parse(bodyOf(row), row.robotsUrl === undefined ? {} : { url: row.robotsUrl });

const textAt = ({ octets }: RobotsDocument, { start, end }: Span): string => textOf(octets, start, end);

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const tokenIn = (value: string): string => {
  const octets = octetsOf(value);
  return value === "*" ? value : textOf(octets, 0, tokenEnd(octets, 0, octets.length, false));
};

const canonical = (pattern: string): string =>
  normalPattern(Buffer.from(pattern, "utf8").toString("latin1"), "rfc9309");

const recordsOf = (document: RobotsDocument): RecordLine[] =>
  document.lines.filter((line): line is RecordLine => line.type === "record");

const tags: Record<string, string> = {
  "user-agent": "UserAgent",
  allow: "Allow",
  disallow: "Disallow",
  sitemap: "Sitemap",
};

const counts = ({ kind }: RecordLine): boolean => tags[kind] !== undefined;

/** The line as Google's report has it; names that nobody obeys all go under one tag. */
const reportOf = (document: RobotsDocument, line: RobotsLine): LineReport => {
  const codes = new Set(document.diagnostics.filter((one) => one.line === line.line).map(({ code }) => code));
  return {
    line: line.line,
    tag: (line.type === "record" && tags[line.kind]) || "Other",
    typo: codes.has("misspelled-name"),
    empty: line.type === "blank",
    hasDirective: line.type === "record",
    hasComment: line.comment !== undefined || line.type === "comment",
    isComment: line.type === "comment",
    acceptableTypo: codes.has("misspelled-name"),
    lineTooLong: codes.has("line-too-long"),
    missingColon: codes.has("missing-colon"),
  };
};

const withOneTag = (report: LineReport): LineReport =>
  Object.values(tags).includes(report.tag) ? report : { ...report, tag: "Other" };

/** What the suites count: lines as Google counts them, an empty one behind the last end included. */
const lineReports = (row: PeerCase, expected: Record<string, unknown> & { lines?: LineReport[] }) => {
  const document = parseDocument(bodyOf(row));
  const counted = recordsOf(document).filter(counts);
  const { lines } = document;
  const endsOpen = !/[\r\n]$/u.test(textOf(document.octets));
  const emptyLast: LineReport = withOneTag({
    line: lines.length + 1,
    tag: "Unknown",
    typo: false,
    empty: true,
    hasDirective: false,
    hasComment: false,
    isComment: false,
    acceptableTypo: false,
    lineTooLong: false,
    missingColon: false,
  });
  const reports = lines.map((line) => reportOf(document, line));
  const said: Record<string, unknown> = {
    validDirectives: counted.length,
    unknownDirectives: recordsOf(document).length - counted.length,
    lastDirectiveLine: counted.at(-1)?.line,
    linesWithoutTrailingEmpty: lines.length,
    totalLines: endsOpen ? lines.length : lines.length + 1,
    lines: (endsOpen ? reports : [...reports, emptyLast]).slice(0, expected.lines?.length),
  };
  return Object.fromEntries(Object.keys(expected).map((name) => [name, said[name]]));
};

const groups = (row: PeerCase) => {
  const document = parseDocument(bodyOf(row));
  return document.groups.map(({ userAgents, rules }) => ({
    agents: userAgents.map(({ value }) => tokenIn(textAt(document, value))),
    rules: rules.map(({ kind, value }) => [kind, canonical(textAt(document, value))]),
  }));
};

const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);

const crawlDelayLine = (row: PeerCase): number | null => {
  const document = parseDocument(bodyOf(row));
  const line = recordsOf(document).find(({ kind }) => kind === "crawl-delay");
  return line === undefined ? null : seconds(parseCrawlDelay(textAt(document, line.value)));
};

const keyValue = (row: PeerCase) => {
  const document = parseDocument(bodyOf(row));
  const [line] = recordsOf(document);
  return line === undefined
    ? null
    : { key: textAt(document, line.name), value: textAt(document, line.value) };
};

const robotsUrlOf = (url: string): string => {
  const origin = originOf(url);
  return origin === undefined ? "error" : `${origin}/robots.txt`;
};

type Expectations = Required<NonNullable<PeerCase["expect"]>>;

/** For each kind of expectation how our answer is found, in the shape of the expectation. */
const answers: {
  [Kind in keyof Expectations]?: (row: PeerCase, expected: Expectations[Kind]) => unknown;
} = {
  crawlDelay: (row, { agent }) => ({ agent, seconds: seconds(policyOf(row).crawlDelayMs(agent)) }),
  crawlDelayAtLeast: (row, least) => Math.min(least, seconds(policyOf(row).crawlDelayMs(row.agent)) ?? -1),
  crawlDelayLine,
  escapedPattern: (_, { input }) => ({ input, output: canonical(input) }),
  extractedToken: ({ agent }) => tokenIn(agent),
  groups,
  keyValue,
  lineReports,
  matchedGroup: (row, token) =>
    policyOf(row)
      .explain("/", row.agent)
      .group.tokens.find((name) => name.toLowerCase() === token),
  matchingLine: (row) => policyOf(row).explain(row.url, row.agent).rule?.line ?? -1,
  parseError: (row) => policyOf(row).document.lines.length < 0,
  pathToMatch: (row) => policyOf(row).explain(row.url).path,
  robotsUrl: ({ url }) => robotsUrlOf(url),
  robotsUrlIs: ({ url }, { robotsUrl }) => {
    const verdict = RobotsPolicy.parse("", { url: robotsUrl }).explain(url).verdict;
    return { robotsUrl, same: verdict !== "out-of-scope" };
  },
  ruleCount: (row, { agent }) => {
    const kinds = parseDocument(bodyOf(row)).groups.flatMap(({ rules }) => rules.map(({ kind }) => kind));
    const count = (wanted: string): number => kinds.filter((kind) => kind === wanted).length;
    return { agent, allow: count("allow"), disallow: count("disallow") };
  },
  sitemapCount: (row) => policyOf(row).sitemaps.length,
  sitemaps: (row) => policyOf(row).sitemaps,
  sitemapSet: (row) => policyOf(row).sitemaps.toSorted(),
  sitemapsInclude: (row, wanted) => policyOf(row).sitemaps.find((sitemap) => sitemap === wanted),
  validProductToken: ({ agent }) => productTokenOf(agent) === agent,
};

const expectedIn = (kind: keyof Expectations, value: unknown): unknown => {
  if (kind === "sitemapSet") return (value as string[]).toSorted();
  if (kind !== "lineReports") return value;
  const reports = value as { lines?: LineReport[] };
  return reports.lines ? { ...reports, lines: reports.lines.map(withOneTag) } : reports;
};

/** Whether the row asks about the meaning of an HTTP status, which the cache answers. */
export const isForTheCache = ({ expect }: PeerCase): boolean => expect?.httpStatus !== undefined;

/** What the row expects and what we answer, side by side. */
export function compare(row: PeerCase): { id: string; expected: unknown; actual: unknown } {
  const { id, expect } = row;
  if (expect === undefined) {
    const agents = row.anyAgent ? [row.agent, "*", "SomeOtherBot"] : [row.agent];
    const verdicts = agents.map((agent) => policyOf(row).isAllowed(row.url, agent));
    return { id, expected: agents.map(() => row.allowed), actual: verdicts };
  }
  const kinds = Object.keys(expect) as (keyof Expectations)[];
  return {
    id,
    expected: kinds.map((kind) => [kind, expectedIn(kind, expect[kind])]),
    actual: kinds.map((kind) => {
      const answer = answers[kind] as ((row: PeerCase, expected: unknown) => unknown) | undefined;
      return [kind, answer ? answer(row, expect[kind]) : "no way to ask"];
    }),
  };
}
