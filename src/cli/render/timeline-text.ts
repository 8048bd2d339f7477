import type { Timeline } from "../../testing/index.ts";
import { formatDuration } from "./duration.ts";
import { safeText } from "./safe-text.ts";
import { samplesOf, type Sample } from "./samples.ts";
import { sparkline } from "./sparkline.ts";

const NAME_WIDTH = 12;
const VALUE_WIDTH = 10;
/** What stands beside the sparkline in a row. */
const MARGIN = NAME_WIDTH + VALUE_WIDTH + 2;

/** How a timeline is written. */
export interface TextOptions {
  /** Columns of the terminal. */
  readonly columns: number;
  /** As far as it is shown. @defaultValue all of it */
  readonly untilMs?: number;
  /** Makes text red. @defaultValue none of it */
  readonly red?: (text: string) => string;
}

const some = (count: number): number | undefined => (count === 0 ? undefined : count);

const row = (name: string, value: string, line: string): string =>
  `${name.padEnd(NAME_WIDTH)}${value.padStart(VALUE_WIDTH)}  ${line}`.trimEnd();

/** A timeline, as far as it has come, in a few lines of text: a sparkline each for pace and answers. */
export function timelineText(
  timeline: Timeline,
  { columns, untilMs = timeline.durationMs, red = String }: TextOptions,
): string[] {
  const width = Math.max(10, Math.min(120, columns) - MARGIN);
  const samples = samplesOf(timeline, width, untilMs);
  const last = samples.at(-1);
  const sum = (of: (sample: Sample) => number): string =>
    String(samples.reduce((total, sample) => total + of(sample), 0));
  return [
    `${safeText(timeline.name)}: ${formatDuration(Math.round(untilMs))} of ${formatDuration(timeline.durationMs)}`,
    row(
      "interval",
      formatDuration(last?.intervalMs ?? 0),
      sparkline(samples.map(({ intervalMs }) => Math.log(intervalMs))),
    ),
    row(
      "concurrency",
      String(last?.concurrency ?? 0),
      sparkline(samples.map(({ concurrency }) => concurrency)),
    ),
    row(
      "accepted",
      sum(({ accepted }) => accepted),
      sparkline(samples.map(({ accepted }) => some(accepted))),
    ),
    row(
      "refused",
      sum(({ refused }) => refused),
      red(sparkline(samples.map(({ refused }) => some(refused)))),
    ),
  ];
}
