import { annotate } from "../annotate.ts";
import type { Excerpt, ExcerptLine } from "../excerpt.ts";
import { dialectsAgree, type Answer, type Finding } from "../findings.ts";
import { servingToken } from "../serving.ts";
import type { Paint } from "./color.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { provenanceOf } from "./provenance.ts";
import { otherDialectPhrase, reasonSentence } from "./reasons.ts";
import { remarkLines } from "./remarks.ts";
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

function paceOf({ policy, verdict }: Answer, { agent }: Finding): readonly string[] {
  const delayMs = verdict.reason === "scope" ? undefined : policy.crawlDelayMs(agent.tokens);
  return delayMs === undefined ? [] : [`Crawl-delay: ${delayMs / MS_PER_SECOND} s`];
}

/** What was matched, where that is not what was given. */
function matchedLines({ url }: Finding, { verdict }: Answer): readonly string[] {
  if (verdict.reason === "scope" || url.endsWith(verdict.path)) return [];
  return [`matched as ${safeText(verdict.path)}`];
}

/** An answer with its part of the file. */
interface Part {
  readonly answer: Answer;
  readonly excerpt: Excerpt;
  /** The token that the groups name, if they name one. */
  readonly served: string | undefined;
}

function partOf({ agent }: Finding, answer: Answer): Part {
  const { policy, verdict, dialect } = answer;
  const served = servingToken(agent, verdict, dialect);
  return { answer, served, excerpt: annotate(policy.document, served, verdict) };
}

/** The heading of an answer, its sentence, and the file around it. */
function answerLines(
  finding: Finding,
  { answer, excerpt, served }: Part,
  look: ExplanationLook,
  title: string,
): readonly string[] {
  const { paint, columns } = look;
  const { verdict } = answer;
  const tone = verdictTone(verdict);
  const word = paint(tone, verdictWord(verdict).toUpperCase());
  const chosenBy =
    served === undefined ? "any other crawler" : `names ${fit(safeText(served), WIDEST_AGENT)}`;
  const file = excerptLines(excerpt, { chosenBy, winner: tone, paint, columns });
  return [
    `${word}  ${paint("strong", safeText(finding.url))}${title}`,
    reasonSentence(finding.agent, answer),
    ...matchedLines(finding, answer),
    ...(file.length === 0 ? [] : ["", ...file]),
  ];
}

/** Each dialect's answer, where they come to different verdicts. */
function bothBlocks(finding: Finding, parts: readonly Part[], look: ExplanationLook): readonly string[] {
  return parts.flatMap((part, at) => {
    const { answer } = part;
    const others = parts
      .filter((other) => other !== part)
      .map(
        ({ answer: { dialect, verdict } }) =>
          `${dialectName(dialect)}: ${verdictWord(verdict).toUpperCase()}`,
      );
    const title = look.paint("warning", `  under ${dialectName(answer.dialect)} (${others.join(", ")})`);
    const block = [...answerLines(finding, part, look, title), ...footer(paceOf(answer, finding))];
    return at === 0 ? block : ["", ...block];
  });
}

/** The answer of the dialect that counts, and in a word what the other makes of it. */
function oneBlock(finding: Finding, part: Part, look: ExplanationLook): readonly string[] {
  const other = otherDialectPhrase(finding);
  const phrase = other === undefined || dialectsAgree(finding) ? other : look.paint("warning", other);
  const notes = [...paceOf(part.answer, finding), ...(phrase === undefined ? [] : [phrase])];
  return [...answerLines(finding, part, look, ""), ...footer(notes)];
}

/** All that `explain` prints on one URL for one agent. */
export function explanation(finding: Finding, look: ExplanationLook): string {
  const showsBoth = look.bothDialects && !dialectsAgree(finding);
  const shown = showsBoth ? finding.answers : finding.answers.slice(0, 1);
  const parts = shown.map((answer) => partOf(finding, answer));
  const [first] = parts;
  if (first === undefined) return "";
  const lines = [
    ...(showsBoth ? bothBlocks(finding, parts, look) : oneBlock(finding, first, look)),
    ...sourceLines(finding),
    ...elsewhereLines(parts, first, look),
  ];
  return `${lines.join("\n")}\n`;
}

/** What is odd about the lines of the file that none of the parts shows; nothing where no line was asked. */
function elsewhereLines(
  parts: readonly Part[],
  { answer: { policy, verdict } }: Part,
  { paint }: ExplanationLook,
): readonly string[] {
  if (verdict.reason === "scope") return [];
  const shown = parts.flatMap(({ excerpt }) => excerpt.filter(hasRemarks).map(({ line }) => line));
  return remarkLines(policy.document, new Set(shown), paint);
}

const hasRemarks = (part: Excerpt[number]): part is ExcerptLine =>
  part.type === "line" && part.remarks.length > 0;

/** Where the file is from, when a site was asked for it. */
function sourceLines({ rules }: Finding): readonly string[] {
  const provenance = provenanceOf(rules);
  return provenance === undefined ? [] : [provenance];
}

/** The line under the file. */
const footer = (notes: readonly string[]): readonly string[] =>
  notes.length === 0 ? [] : ["", notes.join(" · ")];
