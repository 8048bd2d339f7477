import { describe, expect, test } from "vitest";
import { productTokenOf, RobotsPolicy, type Verdict } from "../../src/policy/index.ts";
import { caseFiles } from "../support/case.ts";
import { arePresent, sharedRows } from "../support/shared-data.ts";

/** A file and one question, as users reported them, with the right values. */
interface ReportedCase {
  robots?: string;
  robots_hex?: string;
  ua: string;
  ua_is_header?: boolean;
  url?: string;
  robots_url?: string;
  allow?: boolean;
  line?: number;
  matched?: Verdict["group"]["matchedBy"];
  max_bytes?: number;
  crawl_delay_s?: number;
}

interface Report {
  id: number;
  topic: string;
  report: string;
  want?: string;
  cases?: ReportedCase[];
}

/** Wishes without an input of their own, by the case of ours that grants them. */
const grantedBy: Record<number, string> = {
  2: "house-scope-other-scheme",
  16: "house-license-global",
  37: "house-token-compatible",
  53: "house-sitemap-relative",
  55: "house-crawl-delay-long",
  56: "house-agent-blocked-by-name-or-by-star",
  76: "house-diagnostic-bom",
  86: "house-limit-raised",
  89: "house-sitemap-global",
  98: "house-limit-rule-before-it",
  109: "house-sitemap-relative",
  130: "house-crawl-delay-seconds",
};

const leastLimit = 1024;

/** The file, and its limit; a limit below what is accepted is met by a comment in front. */
const bodyAndLimit = (given: ReportedCase): { body: string | Uint8Array; maxBytes?: number } => {
  const { robots = "", robots_hex, max_bytes } = given;
  if (robots_hex !== undefined) return { body: Buffer.from(robots_hex, "hex") };
  if (max_bytes === undefined) return { body: robots };
  return { body: `#${"x".repeat(leastLimit - max_bytes - 2)}\n${robots}`, maxBytes: leastLimit };
};

const answersTo = (given: ReportedCase): ReportedCase => {
  const { body, maxBytes } = bodyAndLimit(given);
  const policy = RobotsPolicy.parse(body, {
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(given.robots_url === undefined ? {} : { url: given.robots_url }),
  });
  const agent = given.ua_is_header ? (productTokenOf(given.ua) ?? "*") : given.ua;
  const said: ReportedCase = { ...given };
  const verdict = policy.explain(given.url ?? "/", agent);
  const delayMs = policy.crawlDelayMs(agent);
  if (given.allow !== undefined) said.allow = policy.isAllowed(given.url ?? "/", agent);
  if (given.line !== undefined) said.line = verdict.rule?.line ?? 0;
  if (given.matched !== undefined) said.matched = verdict.group.matchedBy;
  if (given.crawl_delay_s !== undefined) said.crawl_delay_s = (delayMs ?? Number.NaN) / 1000;
  return said;
};

const reports = "conformance/field-reports.jsonl";

describe.runIf(arePresent("field reports", [reports]))("field reports", () => {
  const rows = sharedRows<Report>(reports);
  const withCases = rows.flatMap(({ id, report, cases = [] }) =>
    cases.map((given, index) => ({ name: `${id}.${index + 1}`, report, given })),
  );
  const ours = new Set(caseFiles().flatMap(({ cases }) => cases.map(({ id }) => id)));
  const wishes = rows.filter(({ cases = [] }) => cases.length === 0);
  const elsewhere = wishes.filter(({ id }) => grantedBy[id] === undefined);

  test.each(withCases)("$name: $report", ({ given }) => {
    expect(answersTo(given)).toEqual(given);
  });

  test.each(wishes.filter(({ id }) => grantedBy[id] !== undefined))(
    "$id: $report (a case of ours)",
    ({ id }) => {
      expect(ours).toContain(grantedBy[id]);
    },
  );

  test(`${elsewhere.length} reports are answered by other parts of the package`, () => {
    const list = elsewhere.map(({ id, topic }) => `${id} ${topic}`).join(", ");
    console.info(`field reports answered by other parts: ${list}`);

    expect(elsewhere.length + withCases.length).toBeGreaterThan(0);
  });
});
