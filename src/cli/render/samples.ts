import type { Timeline, TimelineAnswer } from "../../testing/index.ts";

/** One stretch of a timeline, summed up. */
export interface Sample {
  readonly fromMs: number;
  /** The longest interval and the smallest in-flight limit that held in it. */
  readonly intervalMs: number;
  readonly concurrency: number;
  readonly accepted: number;
  readonly refused: number;
  readonly failed: number;
}

/** Cuts a timeline, as far as `untilMs`, into `count` stretches of the same length. */
export function samplesOf(
  timeline: Timeline,
  count: number,
  untilMs: number = timeline.durationMs,
): Sample[] {
  const widthMs = timeline.durationMs / count;
  const samples: Sample[] = [];
  let paceIndex = 0;
  let answerIndex = 0;
  for (let fromMs = 0; samples.length < count && fromMs < untilMs; fromMs = samples.length * widthMs) {
    // What happened at the very end belongs to the last stretch.
    const endMs = samples.length === count - 1 ? Infinity : fromMs + widthMs;
    let pace = timeline.pace[paceIndex];
    let intervalMs = pace?.intervalMs ?? NaN;
    let concurrency = pace?.concurrency ?? NaN;
    for (
      let next = timeline.pace[paceIndex + 1];
      next !== undefined && next.atMs < endMs;
      next = timeline.pace[paceIndex + 1]
    ) {
      if (next.atMs <= fromMs) ({ intervalMs, concurrency } = next);
      pace = next;
      intervalMs = Math.max(intervalMs, next.intervalMs);
      concurrency = Math.min(concurrency, next.concurrency);
      paceIndex++;
    }
    const counts: Record<TimelineAnswer["kind"], number> = { accepted: 0, refused: 0, failed: 0 };
    for (
      let answer = timeline.answers[answerIndex];
      answer !== undefined && answer.endMs < endMs;
      answer = timeline.answers[answerIndex]
    ) {
      counts[answer.kind]++;
      answerIndex++;
    }
    samples.push({ fromMs, intervalMs, concurrency, ...counts });
  }
  return samples;
}
