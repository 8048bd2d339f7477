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
const LEAST_TEXT = 16;
const NUMBER_WIDTH = 5;
/** Mark, number and bar, with a blank between them and around. */
const GUTTER_WIDTH = NUMBER_WIDTH + 6;
const LENGTH_WIDTH = 12;

interface Note {
  readonly text: string;
  readonly tone: Tone;
}

function notesOf({ role, length, remarks }: ExcerptLine, { chosenBy, winner }: ExcerptLook): readonly Note[] {
  const notes = remarks.map((remark): Note => ({ text: `! ${remark}`, tone: "warning" }));
  const counted = `length ${length}`.padEnd(LENGTH_WIDTH);
  if (role === "wins") return [{ text: `${counted}WINS`, tone: winner }, ...notes];
  if (role === "lost") return [{ text: `${counted}lost`, tone: "strong" }, ...notes];
  if (role === "names") return [{ text: chosenBy, tone: "group" }, ...notes];
  return notes;
}

function gapText({ lines, otherRules, matchingRules }: ExcerptGap): string {
  if (otherRules === lines) return `${lines} rules that do not match`;
  const parts = [`${lines} lines`];
  if (otherRules > 0) parts.push(`${otherRules} of them rules that do not match`);
  if (matchingRules > 0) parts.push(`${matchingRules} of them weaker rules that match`);
  return parts.join(", ");
}

/** The gutter of a line: whether it won, its number, and a heavy bar where it belongs to the group. */
function gutter({ role, line, inGroup }: ExcerptLine, { winner, paint }: ExcerptLook): string {
  const mark = role === "wins" ? paint(winner, "▸") : " ";
  const number = paint("faint", String(line).padStart(NUMBER_WIDTH));
  return ` ${mark} ${number} ${inGroup ? paint("group", "┃") : paint("faint", "│")} `;
}

const textTone = ({ role }: ExcerptLine, { winner }: ExcerptLook): Tone | undefined => {
  if (role === "wins") return winner;
  return role === "none" ? "faint" : undefined;
};

/** The annotated lines of a file: gutter, text, notes. */
export function excerptLines(excerpt: Excerpt, look: ExcerptLook): readonly string[] {
  const { paint, columns = WIDTH_ELSEWHERE } = look;
  const room = Math.max(LEAST_WIDTH, columns) - GUTTER_WIDTH;

  const rows = excerpt.map((part) => {
    if (part.type === "gap") return part;
    const notes = notesOf(part, look);
    const noteWidth = notes[0] === undefined ? 0 : Math.min(notes[0].text.length + 2, room - LEAST_TEXT);
    return { type: part.type, line: part, notes, text: fit(safeText(part.text), room - noteWidth) };
  });
  const textWidth = rows.reduce(
    (width, row) => (row.type === "line" && row.notes.length > 0 ? Math.max(width, row.text.length) : width),
    0,
  );
  const column = Math.min(WIDEST_TEXT, textWidth);

  return rows.map((row) => {
    if (row.type === "gap") return paint("faint", `${"⋮".padStart(GUTTER_WIDTH - 1)} ${gapText(row)}`);
    const { line, notes, text } = row;
    const tone = textTone(line, look);
    const shown = tone === undefined ? text : paint(tone, text);
    let left = room - Math.max(column, text.length);
    const painted = notes.map((note) => {
      const cut = fit(note.text, Math.max(LEAST_TEXT, left - 2));
      left -= cut.length + 2;
      return `  ${paint(note.tone, cut)}`;
    });
    const padding = notes.length === 0 ? "" : " ".repeat(Math.max(0, column - text.length));
    return `${gutter(line, look)}${shown}${padding}${painted.join("")}`;
  });
}
