import type { AgentChoice } from "../arguments.ts";
import { dialectsAgree, type Answer, type Finding } from "../findings.ts";
import type { Verdict } from "../../policy/index.ts";
import { servingToken } from "../serving.ts";
import { safeText } from "./safe-text.ts";
import { dialectName, ruleText, verdictWord } from "./words.ts";

/** Why the rule that decided won. */
function ruleReason({ rule, competing }: Verdict): string {
  const line = `line ${rule?.line ?? ""}`;
  if (competing.length === 0) return `${line} is the only rule that matches`;
  const equal = competing.filter(({ length }) => length === rule?.length);
  const opposed = equal.find(({ type }) => type !== rule?.type);
  if (opposed !== undefined) return `${line} is as long as line ${opposed.line}, and then Allow wins`;
  if (equal.length > 0) return `${line} is the first of the ${equal.length + 1} longest matching rules`;
  return `${line} is the longest of ${competing.length + 1} matching rules`;
}

const REASONS: Readonly<Record<Verdict["reason"], (verdict: Verdict) => string>> = {
  rule: ruleReason,
  "no-matching-rule": () => "no rule matches",
  "no-group": () => "nothing is forbidden to it",
  "robots-txt-itself": () => "/robots.txt itself is always allowed (RFC 9309 2.2.2)",
  "allow-all": () => "there are no rules, so all is allowed",
  "disallow-all": () => "the rules cannot be read, so nothing is allowed",
  scope: ({ verdict }) =>
    verdict === "invalid-url" ? "this is no URL" : "the URL belongs to another site than the file",
};

function groupPhrase(agent: AgentChoice, { dialect, verdict }: Answer): string {
  const { group, reason } = verdict;
  if (group.matchedBy === "token" && agent.tokens.length > 1)
    return ` (as ${safeText(servingToken(agent, verdict, dialect) ?? "")})`;
  if (group.matchedBy === "token") return " (group of its own)";
  if (group.matchedBy === "wildcard") return " (group of *)";
  return reason === "no-group" ? " (no group)" : "";
}

/** Why a verdict is as it is, in one sentence. */
export function reasonSentence(agent: AgentChoice, answer: Answer): string {
  const { label } = agent;
  const { verdict } = answer;
  const crawler = label === "*" ? "any crawler" : safeText(label);
  return `${crawler}${groupPhrase(agent, answer)}: ${REASONS[verdict.reason](verdict)}`;
}

/** Why a verdict is as it is where no rule made it, in few words. */
const otherReason = (verdict: Verdict): string =>
  verdict.reason === "no-group" ? "no group serves the crawler" : REASONS[verdict.reason](verdict);

/** What the other dialect makes of it; `undefined` where it was not looked at. */
export function otherDialectPhrase(finding: Finding): string | undefined {
  const [answer, other] = finding.answers;
  if (answer === undefined || other === undefined) return undefined;
  const name = dialectName(other.dialect);
  const { rule, reason } = other.verdict;
  const by = rule === undefined ? otherReason(other.verdict) : `line ${rule.line}`;
  if (!dialectsAgree(finding)) {
    const why = rule === undefined ? by : `${by}, ${ruleText(rule)}`;
    return `${name}: ${verdictWord(other.verdict).toUpperCase()} (${why})`;
  }
  if (rule?.line === answer.verdict.rule?.line && reason === answer.verdict.reason)
    return `${name}: same verdict`;
  return `${name}: same verdict, ${rule === undefined ? "but " : "by "}${by}`;
}
