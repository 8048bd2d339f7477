/** What a client held itself to from a moment on. */
export interface PaceStep {
  readonly atMs: number;
  /** Least time between two starts. */
  readonly intervalMs: number;
  /** The most requests in flight. */
  readonly concurrency: number;
}

/** One answer, or the lack of one. */
export interface TimelineAnswer {
  readonly startMs: number;
  readonly endMs: number;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** `accepted` is an answer worth having; `refused` 429, 503 and their like, and no answer at all; `failed` any other 5xx. */
  readonly kind: "accepted" | "refused" | "failed";
}

/** A stretch in which nothing started. */
export interface CooldownBand {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly reason: "cooldown" | "rate-limit" | "parked" | "blocked";
}

/** What a simulated client did: everything a picture or a score needs. Times are from the start, in milliseconds. */
export interface Timeline {
  /** The server model, or the trace's name. */
  readonly name: string;
  readonly durationMs: number;
  /** The pace whenever it changed, from 0 on, by time. */
  readonly pace: readonly PaceStep[];
  /** Every answer, by the time it ended. */
  readonly answers: readonly TimelineAnswer[];
  /** Stretches in which nothing started, by time. */
  readonly cooldowns: readonly CooldownBand[];
  /** The Crawl-delay in force; 0 when there is none. */
  readonly crawlDelayMs: number;
  readonly accepted: number;
  readonly refused: number;
  readonly failed: number;
}
