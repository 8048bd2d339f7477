import { CR, isSpace, normalPattern, SPACE } from "../../matcher/index.ts";
import { textOf, type RecordLine, type RobotsDocument } from "../../parser/index.ts";
import type { LintContext, LintRule, Report } from "../finding.ts";

/** A value as text of one character for each octet. */
function octetText(octets: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(octets[at] ?? 0);
  return text;
}

const patternOf = ({ octets, dialect }: RobotsDocument, { value }: RecordLine): string =>
  normalPattern(octetText(octets, value.start, value.end), dialect);

/** One text for all patterns that match the same: runs of `*` are one, and at the end they change nothing. */
const meaningOf = (pattern: string): string => pattern.replaceAll(/\*+/g, "*").replace(/\*\$?$/, "");

const place = ({ line, start, value }: RecordLine) => ({ line, start, end: value.end });

/** What two rules with one meaning do to each other. */
function againstEarlier(document: RobotsDocument, earlier: RecordLine, rule: RecordLine): Report {
  const { octets } = document;
  if (earlier.kind === rule.kind) {
    const message = `line ${earlier.line} says the same for the same crawlers`;
    const textOfRule = ({ value }: RecordLine): string => textOf(octets, value.start, value.end);
    const isExact = textOfRule(earlier) === textOfRule(rule) && octets[rule.start - 1] !== CR;
    const cut = { start: rule.start, end: rule.end, text: "" };
    // A comment is kept: it may be about more than its line.
    const fix = isExact && rule.comment === undefined ? { fix: cut } : {};
    return { code: "duplicate-rule", ...place(rule), message, ...fix };
  }
  const lengths = [patternOf(document, earlier).length, patternOf(document, rule).length] as const;
  const isEarlierStronger = lengths[0] === lengths[1] ? earlier.kind === "allow" : lengths[0] > lengths[1];
  const [winner, loser] = isEarlierStronger ? [earlier, rule] : [rule, earlier];
  const why = lengths[0] === lengths[1] ? "of equal rules Allow wins" : "the longer one wins";
  const message = `this rule never wins: line ${winner.line} matches the same, and ${why}`;
  return { code: "conflicting-rules", ...place(loser), message };
}

/** Rules of one group that match the same URLs. */
export const repetitionRule: LintRule = ({ document }) =>
  document.groups.flatMap(({ rules }) => {
    const seen = new Map<string, RecordLine>();
    const reports: Report[] = [];
    for (const rule of rules) {
      if (rule.value.start === rule.value.end) continue;
      const meaning = meaningOf(patternOf(document, rule));
      const earlier = seen.get(`${rule.kind} ${meaning}`) ?? seen.get(meaning);
      if (earlier === undefined) seen.set(meaning, rule);
      else reports.push(againstEarlier(document, earlier, rule));
      seen.set(`${rule.kind} ${meaning}`, earlier?.kind === rule.kind ? earlier : rule);
    }
    return reports;
  });

/** Rules whose path is not what it looks like. */
export const pathRule: LintRule = ({ document }) => {
  const { octets } = document;
  return document.groups.flatMap(({ rules }) =>
    rules.flatMap((rule): Report[] => {
      const { value, comment } = rule;
      // With a blank behind the # a comment is meant.
      const isCut = comment?.start === value.end && !isSpace(octets[comment.start + 1] ?? SPACE);
      if (isCut && value.start < value.end) {
        const path = textOf(octets, value.start, value.end);
        return [
          {
            code: "comment-in-path",
            ...place(rule),
            message: `the # begins a comment, so the rule is "${path}" alone. Write # in a path as %23`,
          },
        ];
      }
      // A blank alone is compared as %20, as its owner means it.
      const hasTwoPaths = /\s[/*]/.test(textOf(octets, value.start, value.end));
      return hasTwoPaths
        ? [
            {
              code: "space-in-path",
              ...place(rule),
              message:
                "a line holds one path: this is compared as one, with its blank as %20. Give each path a line",
            },
          ]
        : [];
    }),
  );
};

/** How the other dialect reads a line otherwise; nothing where it reads it alike. */
function difference({ document, other }: LintContext, at: number): string | undefined {
  const ours = document.lines[at];
  const theirs = other.lines[at];
  if (ours?.type !== "record" || theirs?.type !== "record") return undefined;
  const name = other.dialect === "google" ? "Google's parser" : "RFC 9309";
  if (ours.kind !== theirs.kind) return `${name} reads this line as ${theirs.kind}`;
  if (ours.kind !== "allow" && ours.kind !== "disallow") return undefined;
  const [mine, others] = [patternOf(document, ours), patternOf(other, theirs)];
  return mine === others ? undefined : `${name} compares this path otherwise: as ${others}, not as ${mine}`;
}

/** Lines that RFC 9309 and Google's parser understand differently. */
export const dialectRule: LintRule = (context) =>
  context.document.lines.flatMap((line, at): Report[] => {
    const message = difference(context, at);
    return message === undefined || line.type !== "record"
      ? []
      : [{ code: "dialects-differ", ...place(line), message }];
  });
