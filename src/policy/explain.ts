import { targetOf, type Target } from "../matcher/index.ts";
import { lineCounter } from "../parser/index.ts";
import type { AgentRules } from "./agent-policy.ts";
import { isRobotsTxt } from "./merged-group.ts";
import type { MatchedGroup, MatchedRule, Verdict } from "./verdict.ts";

/** A policy that no file made. */
export type Blanket = "allow-all" | "disallow-all";

const noGroup = (): MatchedGroup => ({ tokens: [], lines: [], matchedBy: "none" });

function describeGroup({ file, choice }: AgentRules): MatchedGroup {
  const { records } = file;
  const lineOf = lineCounter(records.octets);
  const tokens = new Set<string>();
  const lines: number[] = [];
  for (const group of choice.groups) {
    for (let record = group.start; record < group.rules; record++) {
      if (records.kindOf(record) !== "user-agent") continue;
      tokens.add(records.valueOf(record));
      lines.push(lineOf(records.valueStart(record)));
    }
  }
  return { tokens: [...tokens], lines, matchedBy: choice.matchedBy };
}

/** The rules that match a text, the one that decides first. */
function matchedRules({ file, group }: AgentRules, target: Target): MatchedRule[] {
  const { records } = file;
  const found = group.rules.matching(target);
  const lineOf = lineCounter(records.octets);
  const lines = new Map(
    found
      .map(({ rule }) => rule)
      .sort((one, other) => one - other)
      .map((rule) => [rule, lineOf(records.valueStart(rule))]),
  );
  return found.map(({ rule, length }) => ({
    type: records.allows(rule) ? "allow" : "disallow",
    pattern: records.valueOf(rule),
    line: lines.get(rule) ?? 0,
    length,
  }));
}

/** The verdict on a URL, with everything that made it. */
export function explain(rules: AgentRules, url: string): Verdict {
  const { file, scope, blanket, choice, group } = rules;
  const { dialect } = file.options;
  const { place, url: given } = scope?.placeOf(url) ?? { place: "in-scope", url };
  const target = targetOf(given, dialect);
  const path = target.text.slice(target.from);
  if (place !== "in-scope") {
    return { allowed: false, verdict: place, reason: "scope", path, group: noGroup(), competing: [] };
  }
  const allowed = group.allows(given);
  const verdict = allowed ? "allow" : "disallow";
  const itself = isRobotsTxt(target.text, target.from, dialect) && "robots-txt-itself";
  if (blanket !== undefined) {
    return { allowed, verdict, reason: itself || blanket, path, group: noGroup(), competing: [] };
  }
  const found = { allowed, verdict, path, group: describeGroup(rules) } as const;
  const matched = matchedRules(rules, target);
  const [rule, ...competing] = matched;
  if (itself) return { ...found, reason: itself, competing: matched };
  if (rule !== undefined) return { ...found, reason: "rule", rule, competing };
  return { ...found, reason: choice.matchedBy === "none" ? "no-group" : "no-matching-rule", competing };
}
