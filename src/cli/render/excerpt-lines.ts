import type { Excerpt, ExcerptGap, ExcerptLine } from "../excerpt.ts";
import type { Paint, Tone } from "./color.ts";
import { fit, safeText } from "./safe-text.ts";

/** How an excerpt is to be printed. */
export interface ExcerptLook {
  /** The note on the user-agent lines that chose the group. */
  readonly chosenBy: string;
  /** The tone of the rule that wins. */
  readonly winner: Tone;
  readonly paint: Paint;
  /** The width of the terminal; none: there is no terminal. */
  readonly columns: number | undefined;
}

/** Notes start here at the latest; the text of a longer line pushes its own note to the right. */
const WIDEST_TEXT = 48;
/** What is printed of a line where no terminal says how wide it is. */
const WIDTH_ELSEWHERE = 400;
/** On a narrower terminal lines rather wrap than say nothing. */
const LEAST_WIDTH = 60;
const LEAST_NUMBER_WIDTH = 3;
const LENGTH_WIDTH = 12;

function noteOf({ role, length }: ExcerptLine, chosenBy: string): string {
  const size = `length ${length}`.padEnd(LENGTH_WIDTH);
  const notes = { wins: `${size}WINS`, lost: `${size}lost`, names: chosenBy, none: "" };
  return notes[role];
}

const counted = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

function gapText({ lines, otherGroups, otherRules, matchingRules }: ExcerptGap): string {
  const parts = [
    ...counted(otherGroups, "other group", "other groups"),
    ...counted(otherRules, "rule that does not match", "rules that do not match"),
    ...counted(matchingRules, "weaker rule that matches", "weaker rules that match"),
  ];
  if (otherRules === lines || matchingRules === lines) return parts.join();
  return parts.length === 0 ? `${lines} lines` : `${lines} lines with ${parts.join(", ")}`;
}

/**
 * The annotated lines of a file. Each has a mark if it won, its number, a heavy bar if it belongs to the group,
 * its text, and a note; what is odd about it stands below.
 */
export function excerptLines(excerpt: Excerpt, look: ExcerptLook): readonly string[] {
  const { chosenBy, winner, paint, columns = WIDTH_ELSEWHERE } = look;
  const lines = excerpt.filter((part) => part.type === "line");
  const numberWidth = Math.max(LEAST_NUMBER_WIDTH, String(lines.at(-1)?.line ?? 0).length);
  const margin = " ".repeat(numberWidth + 3);
  const room = Math.max(LEAST_WIDTH, columns) - margin.length - 3;
  const notedTexts = lines.filter(({ role }) => role !== "none").map(({ text }) => safeText(text).length);
  const textWidth = Math.min(WIDEST_TEXT, Math.max(0, ...notedTexts));

  const tones: Readonly<Record<ExcerptLine["role"], readonly [text: Tone, note: Tone]>> = {
    wins: [winner, winner],
    lost: ["plain", "faint"],
    names: ["plain", "group"],
    none: ["faint", "faint"],
  };

  const render = (part: ExcerptLine | ExcerptGap): string => {
    if (part.type === "gap") return paint("faint", `${margin}⋮ ${gapText(part)}`);
    const [textTone, noteTone] = tones[part.role];
    const bar = part.inGroup ? paint("group", "┃") : paint("faint", "│");
    const mark = part.role === "wins" ? paint(winner, "▸") : " ";
    const number = paint("faint", String(part.line).padStart(numberWidth));
    const note = noteOf(part, chosenBy);
    const text = fit(safeText(part.text), note === "" ? room : room - note.length - 2);
    const padding = note === "" ? "" : " ".repeat(Math.max(0, textWidth - text.length) + 2);
    const remarks = part.remarks.map((remark) => `\n${margin}${bar} ${paint("warning", `! ${remark}`)}`);
    const shown = text === "" ? "" : ` ${paint(textTone, text)}`;
    return `${mark} ${number} ${bar}${shown}${padding}${paint(noteTone, note)}${remarks.join("")}`;
  };
  return excerpt.map(render);
}
