import { annotate } from "../annotate.ts";
import { dialectsAgree, type Answer, type Finding } from "../findings.ts";
import type { Paint } from "./color.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { provenanceOf } from "./provenance.ts";
import { otherDialectPhrase, reasonSentence } from "./reasons.ts";
import { fit, safeText } from "./safe-text.ts";
import { dialectName, verdictTone, verdictWord, WIDEST_AGENT } from "./words.ts";

/** What an explanation is printed with. */
export interface ExplanationLook {
  readonly paint: Paint;
  /** The width of the terminal; none: there is no terminal. */
  readonly columns: number | undefined;
  /** Whether each dialect is explained where they come to different verdicts. */
  readonly bothDialects: boolean;
}

const MS_PER_SECOND = 1000;

function paceOf({ policy }: Answer, { agent }: Finding): readonly string[] {
  const delayMs = policy.crawlDelayMs(agent.tokens);
  return delayMs === undefined ? [] : [`Crawl-delay: ${delayMs / MS_PER_SECOND} s`];
}

/** The heading of an answer, its sentence, and the file around it. */
function answerLines(
  finding: Finding,
  answer: Answer,
  look: ExplanationLook,
  title: string,
): readonly string[] {
  const { url, agent } = finding;
  const { policy, verdict } = answer;
  const { paint, columns } = look;
  const tone = verdictTone(verdict);
  const heading = `${paint(tone, verdictWord(verdict).toUpperCase())}  ${paint("strong", safeText(url))}${title}`;
  const matched = url.endsWith(verdict.path) ? [] : [`matched as ${safeText(verdict.path)}`];
  const named = fit(safeText(agent.label), WIDEST_AGENT);
  const chosenBy = verdict.group.matchedBy === "token" ? `names ${named}` : "any other crawler";
  const excerpt = annotate(policy.document, agent.tokens, verdict);
  const file = excerptLines(excerpt, { chosenBy, winner: tone, paint, columns });
  return [heading, reasonSentence(agent, answer), ...matched, ...(file.length === 0 ? [] : ["", ...file])];
}

/** All that `explain` prints on one URL for one agent. */
export function explanation(finding: Finding, look: ExplanationLook): string {
  const [answer] = finding.answers;
  if (answer === undefined) return "";
  if (look.bothDialects && !dialectsAgree(finding)) {
    const blocks = finding.answers.map((one) => {
      const title = look.paint("warning", `  ≠ ${dialectName(one.dialect)}`);
      return [...answerLines(finding, one, look, title), ...footer(paceOf(one, finding))].join("\n");
    });
    return `${[blocks.join("\n\n"), ...sourceLines(finding)].join("\n")}\n`;
  }
  const other = otherDialectPhrase(finding);
  const phrase = other === undefined || dialectsAgree(finding) ? other : look.paint("warning", other);
  const notes = [...paceOf(answer, finding), ...(phrase === undefined ? [] : [phrase])];
  return `${[...answerLines(finding, answer, look, ""), ...footer(notes), ...sourceLines(finding)].join("\n")}\n`;
}

/** Where the file is from, when a site was asked for it. */
function sourceLines({ rules }: Finding): readonly string[] {
  const provenance = provenanceOf(rules);
  return provenance === undefined ? [] : [provenance];
}

/** The line under the file. */
const footer = (notes: readonly string[]): readonly string[] =>
  notes.length === 0 ? [] : ["", notes.join(" · ")];
