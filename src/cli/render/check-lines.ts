import type { Verdict } from "../../policy/index.ts";
import type { AgentChoice } from "../arguments.ts";
import { dialectsAgree, type Answer, type Finding } from "../findings.ts";
import type { Paint } from "./color.ts";
import { fit, safeText } from "./safe-text.ts";
import { ruleText, NOTHING, VERDICT_WIDTH, verdictTone, verdictWord, WIDEST_AGENT } from "./words.ts";

const WHY: Readonly<Record<Exclude<Verdict["reason"], "rule">, string>> = {
  "no-matching-rule": "no rule",
  "no-group": "no group",
  "robots-txt-itself": "itself",
  "allow-all": "no file",
  "disallow-all": "no answer",
  scope: NOTHING,
};
const WHY_WIDTH = 9;
const DIALECT_WIDTH = 7;
const RULE_WIDTH = 28;

const whyOf = ({ reason, rule }: Verdict): string =>
  reason === "rule" ? `line ${rule?.line ?? ""}` : WHY[reason];

const ruleOf = ({ rule }: Verdict): string => (rule === undefined ? NOTHING : ruleText(rule));

/**
 * Makes the lines that `check` prints. Columns of a known width come first and the URL last, so that a list
 * of any length lines up while it streams; a longer rule is cut, and whole in `--json`.
 */
export function checkLines(agents: readonly AgentChoice[], paint: Paint): (finding: Finding) => string {
  const labels = agents.map(({ label }) => safeText(label).length);
  const agentWidth = Math.min(WIDEST_AGENT, Math.max(...labels));

  const lineOf = ({ url, agent }: Finding, { verdict }: Answer, dialect: readonly string[]): string => {
    const cells = [
      paint(verdictTone(verdict), verdictWord(verdict).padEnd(VERDICT_WIDTH)),
      ...dialect,
      fit(safeText(agent.label), agentWidth).padEnd(agentWidth),
      paint("faint", whyOf(verdict).padEnd(WHY_WIDTH)),
      paint("faint", fit(ruleOf(verdict), RULE_WIDTH).padEnd(RULE_WIDTH)),
      safeText(url),
    ];
    return `${cells.join("  ")}\n`;
  };

  return (finding) => {
    const [first, ...others] = finding.answers;
    if (first === undefined) return "";
    if (others.length === 0) return lineOf(finding, first, []);
    if (dialectsAgree(finding)) return lineOf(finding, first, [paint("faint", "both".padEnd(DIALECT_WIDTH))]);
    return finding.answers
      .map((answer) => lineOf(finding, answer, [paint("warning", answer.dialect.padEnd(DIALECT_WIDTH))]))
      .join("");
  };
}
