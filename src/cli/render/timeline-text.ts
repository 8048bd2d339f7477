import type { Timeline } from "../../testing/index.ts";
import { formatDuration } from "./duration.ts";
import { fitEnd, safeText } from "./safe-text.ts";
import { samplesOf, type Sample } from "./samples.ts";
import { sparkline } from "./sparkline.ts";

const NAME_WIDTH = 12;
const VALUE_WIDTH = 10;
/** What stands before the sparkline in a row. */
const LEAD = NAME_WIDTH + VALUE_WIDTH + 2;
/** What stands behind it, where there is room. */
const NOTE_WIDTH = 20;
const LEAST_LINE = 16;
const MOST_COLUMNS = 120;

/** The fewest columns in which no line of a timeline is broken into two. */
export const LEAST_COLUMNS: number = LEAD + LEAST_LINE;

/** How a timeline is written. */
export interface TextOptions {
  /** Columns of the terminal. */
  readonly columns: number;
  /** As far as it is shown. @defaultValue all of it */
  readonly untilMs?: number;
  /** Makes text red. @defaultValue none of it */
  readonly red?: (text: string) => string;
}

/** One line of the summary. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly line: string;
  readonly note: string;
}

/** A timeline, as far as it has come, in a few lines of text: for pace and answers a value, a sparkline and its range each. */
export function timelineText(timeline: Timeline, options: TextOptions): string[] {
  const { durationMs } = timeline;
  const { columns, untilMs = durationMs, red = String } = options;
  const room = Math.min(MOST_COLUMNS, columns) - LEAD;
  const hasNotes = room - NOTE_WIDTH >= LEAST_LINE;
  const width = Math.max(LEAST_LINE, hasNotes ? room - NOTE_WIDTH : room);
  const text = ({ name, value, line, note }: Row): string => {
    const painted = name === "refused" && line.trim() !== "" ? red(line) : line;
    const end = hasNotes ? `  ${note}` : "";
    return `${name.padEnd(NAME_WIDTH)}${value.padStart(VALUE_WIDTH)}  ${painted}${end}`.trimEnd();
  };
  const length = formatDuration(durationMs);
  const times = untilMs < durationMs ? `${formatDuration(Math.round(untilMs))} of ${length}` : length;
  const nameRoom = Math.max(8, columns - times.length - 2);
  return [
    `${fitEnd(safeText(timeline.name), nameRoom)}: ${times}`,
    ...rowsOf(samplesOf(timeline, width, untilMs), width, untilMs).map(text),
  ];
}

function rowsOf(samples: readonly Sample[], width: number, untilMs: number): Row[] {
  const last = samples.at(-1);
  const sum = (of: (sample: Sample) => number): number =>
    samples.reduce((total, sample) => total + of(sample), 0);
  const line = (of: (sample: Sample) => number | undefined, low?: number): string =>
    sparkline(samples.map(of), low).padEnd(width);
  const accepted = sum((sample) => sample.accepted);
  const refused = sum((sample) => sample.refused);
  const sent = accepted + refused + sum((sample) => sample.failed);
  return [
    {
      name: "interval",
      value: formatDuration(last?.intervalMs ?? 0),
      line: line(({ intervalMs }) => Math.log(intervalMs)),
      note: range(
        samples.map(({ intervalMs }) => intervalMs),
        formatDuration,
      ),
    },
    {
      name: "concurrency",
      value: String(last?.concurrency ?? 0),
      line: line(({ concurrency }) => concurrency, 0),
      note: range(
        samples.map(({ concurrency }) => concurrency),
        String,
      ),
    },
    {
      name: "accepted",
      value: String(accepted),
      line: line((sample) => some(sample.accepted), 0),
      note: `${Number(((accepted * 1000) / untilMs).toPrecision(2))} per second`,
    },
    {
      name: "refused",
      value: String(refused),
      line: line((sample) => some(sample.refused), 0),
      note: `${sent === 0 ? 0 : Number(((100 * refused) / sent).toPrecision(2))} %`,
    },
  ];
}

const some = (count: number): number | undefined => (count === 0 ? undefined : count);

function range(values: readonly number[], format: (value: number) => string): string {
  const low = format(Math.min(...values));
  const high = format(Math.max(...values));
  return low === high ? low : `${low} to ${high}`;
}
