import { targetOf, targetText, type Target } from "../matcher/index.ts";
import { Positions, textOf } from "../parser/index.ts";
import type { AgentRules } from "./agent-policy.ts";
import { isRobotsTxt } from "./merged-group.ts";
import type { Place, Scope } from "./scope.ts";
import type { MatchedGroup, MatchedRule, Verdict } from "./verdict.ts";

/** A policy that no file made. */
export type Blanket = "allow-all" | "disallow-all";

const noGroup = (): MatchedGroup => ({ tokens: [], lines: [], matchedBy: "none" });

/** Where a URL belongs; one that begins with the origin of the file is matched as it is given. */
const placeIn = (scope: Scope | undefined, url: string): Place =>
  scope === undefined || url.startsWith(scope.prefix) ? { place: "in-scope", url } : scope.placeOf(url);

function describeGroup({ file, choice }: AgentRules): MatchedGroup {
  const { records } = file;
  const { octets } = records;
  const positions = new Positions(octets);
  const tokens = new Set<string>();
  const lines: number[] = [];
  for (const group of choice.groups) {
    for (let record = group.start; record < group.rules; record++) {
      if (records.kindOf(record) !== "user-agent") continue;
      tokens.add(textOf(octets, records.valueStart(record), records.valueEnd(record)));
      lines.push(positions.of(records.valueStart(record)).line);
    }
  }
  return { tokens: [...tokens], lines, matchedBy: choice.matchedBy };
}

/** The rules that match a text, the one that decides first. */
function matchedRules({ file, group }: AgentRules, target: Target): MatchedRule[] {
  const { records } = file;
  const { octets } = records;
  const { rules } = group;
  const positions = new Positions(octets);
  const found = rules.matching(target).map((pattern) => {
    const rule = rules.ruleOf(pattern);
    const start = records.valueStart(rule);
    const type = records.kindOf(rule) === "allow" ? ("allow" as const) : ("disallow" as const);
    return {
      type,
      pattern: textOf(octets, start, records.valueEnd(rule)),
      line: positions.of(start).line,
      length: rules.lengthOf(pattern),
      rank: rules.rankOf(pattern),
      rule,
    };
  });
  found.sort((one, other) => other.rank - one.rank || one.rule - other.rule);
  // A rule that stands for two patterns counts once, as its stronger one.
  const seen = new Set<number>();
  return found
    .filter(({ rule }) => !seen.has(rule) && seen.add(rule))
    .map(({ type, pattern, line, length }) => ({ type, pattern, line, length }));
}

/** The verdict on a URL, with everything that made it. */
export function explain(rules: AgentRules, url: string): Verdict {
  const { file, scope, blanket, choice, group } = rules;
  const { dialect } = file.options;
  const { place, url: given } = placeIn(scope, url);
  const target = targetOf(given, dialect);
  const path = targetText(target);
  if (place !== "in-scope") {
    return { allowed: false, verdict: place, reason: "scope", path, group: noGroup(), competing: [] };
  }
  const allowed = group.allows(given);
  const found = { allowed, verdict: allowed ? ("allow" as const) : ("disallow" as const), path };
  const itself = isRobotsTxt(target, dialect);
  if (blanket !== undefined) {
    return { ...found, reason: itself ? "robots-txt-itself" : blanket, group: noGroup(), competing: [] };
  }
  const described = describeGroup(rules);
  const [rule, ...competing] = matchedRules(rules, target);
  if (itself) {
    const all = rule === undefined ? [] : [rule, ...competing];
    return { ...found, reason: "robots-txt-itself", group: described, competing: all };
  }
  if (rule !== undefined) return { ...found, reason: "rule", group: described, rule, competing };
  const reason = choice.matchedBy === "none" ? "no-group" : "no-matching-rule";
  return { ...found, reason, group: described, competing };
}
