import { describe, expect, test } from "vitest";
import { productTokenOf, RobotsPolicy, type Dialect } from "../../src/policy/index.ts";
import { bodyOf, caseFiles, written, type Case, type Check } from "../support/case.ts";

const dialects: readonly Dialect[] = ["rfc9309", "google"];

const policyOf = (given: Case, dialect: Dialect): RobotsPolicy =>
  RobotsPolicy.parse(bodyOf(given), { dialect, ...given.options });

/** What the policy answers to a check, cut down to what the check asks for. */
const answerTo = (check: Check, policy: RobotsPolicy): Check => {
  const url = written(check.url);
  const { allowed, verdict, reason, path, group, rule } = policy.explain(url, check.agent);
  const { matchedBy } = group;
  const answer = { allowed, line: rule?.line, length: rule?.length, verdict, reason, matchedBy, path };
  const asked = Object.entries(answer).filter(([name]) => name in check);
  return { ...check, ...Object.fromEntries(asked), allowed: policy.isAllowed(url, check.agent) };
};

const answersByAgent = <T>(
  expected: Record<string, T | null>,
  ask: (agent: string) => T | undefined,
): Record<string, T | null> =>
  Object.fromEntries(Object.keys(expected).map((agent) => [agent, ask(agent) ?? null]));

/** Everything that the policy says on what the case asks for, in the shape of the case. */
const reading = (given: Case, dialect: Dialect): Case => {
  const policy = policyOf(given, dialect);
  const checks = given.checks?.filter((check) => (check.dialect ?? dialect) === dialect);
  const said: Case = { ...given };
  if (checks) said.checks = checks.map((check) => answerTo(check, policy));
  if (given.crawlDelayMs)
    said.crawlDelayMs = answersByAgent(given.crawlDelayMs, (a) => policy.crawlDelayMs(a));
  if (given.requestRate) said.requestRate = answersByAgent(given.requestRate, (a) => policy.requestRate(a));
  if (given.visitTime) said.visitTime = answersByAgent(given.visitTime, (a) => policy.visitTime(a));
  if (given.productTokens) said.productTokens = answersByAgent(given.productTokens, productTokenOf);
  if (given.sitemaps) said.sitemaps = [...policy.sitemaps];
  if (given.licenses) said.licenses = [...policy.licenses];
  if (given.truncated !== undefined) said.truncated = policy.truncated;
  return said;
};

/** The case as a dialect must read it. */
const expectation = (given: Case, dialect: Dialect): Case => {
  const checks = given.checks?.filter((check) => (check.dialect ?? dialect) === dialect);
  return checks ? { ...given, checks } : given;
};

const dialectsOf = (given: Case): readonly Dialect[] =>
  given.options?.dialect ? [given.options.dialect] : dialects;

describe.each(caseFiles())("$file", ({ cases }) => {
  test.each(cases)("$id: $note", (given) => {
    for (const dialect of dialectsOf(given)) {
      expect({ dialect, ...reading(given, dialect) }).toEqual({
        dialect,
        ...expectation(given, dialect),
      });
    }
  });

  const odd = cases.filter(({ diagnostics }) => diagnostics);
  test.runIf(odd.length > 0).each(odd)("$id", (given) => {
    const found = policyOf(given, "rfc9309").document.diagnostics.map(({ code, line }) => ({ code, line }));
    const missing = given.diagnostics?.filter(
      ({ code, line }) => !found.some((one) => one.code === code && (line ?? one.line) === one.line),
    );

    expect({ missing, found }).toEqual({ missing: [], found });
    expect(given.otherDiagnostics === false ? found : []).toEqual([]);
  });
});

test("every case has an id of its own that says whose choice it fixes", () => {
  const ids = caseFiles().flatMap(({ cases }) => cases.map(({ id }) => id));

  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^(rfc|google|house)-/u.test(id))).toEqual([]);
  expect(ids.length).toBeGreaterThanOrEqual(400);
});
