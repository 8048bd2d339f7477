import {
  learn,
  settingsFrom,
  viewOf,
  type HostState,
  type LawOptions,
  type Observation,
} from "../../governor/index.ts";
import type { CooldownBand, PaceStep, Timeline, TimelineAnswer } from "../../testing/index.ts";

/** One recorded request. */
export interface TraceRecord {
  readonly startMs: number;
  readonly endMs: number;
  readonly observation: Observation;
}

/** A trace that cannot be read, and where. */
export class TraceError extends Error {
  override readonly name = "TraceError";
}

/**
 * Reads a trace: a JSON object a line with `atMs` (when the request started) and any of `latencyMs`, `status`,
 * `headers`, `error`, `crawlDelayMs`. Empty lines are skipped.
 *
 * @throws TraceError for a line that is none of it, or when there is no line.
 */
export function parseTrace(text: string): TraceRecord[] {
  const records: TraceRecord[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "") records.push(recordFrom(line, index + 1));
  }
  if (records.length === 0) throw new TraceError("the trace holds no request");
  const firstMs = Math.min(...records.map(({ startMs }) => startMs));
  return records
    .map(({ startMs, endMs, observation }) => ({
      startMs: startMs - firstMs,
      endMs: endMs - firstMs,
      observation,
    }))
    .sort((one, other) => one.endMs - other.endMs);
}

function recordFrom(line: string, number: number): TraceRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new TraceError(
      `line ${number} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof value !== "object" || value === null) throw new TraceError(`line ${number} is no object`);
  const { atMs, ...observation } = value as Observation & { atMs?: unknown };
  if (typeof atMs !== "number" || !Number.isFinite(atMs)) {
    throw new TraceError(`line ${number} needs a number atMs, when the request started`);
  }
  const { latencyMs = 0 } = observation;
  if (typeof latencyMs !== "number" || !(latencyMs >= 0)) {
    throw new TraceError(`line ${number} has a latencyMs that is no duration`);
  }
  return { startMs: atMs, endMs: atMs + latencyMs, observation };
}

/** What the law learns from a trace: the recorded answers, and the pace it would have held itself to after each. */
export function replay(
  name: string,
  records: readonly TraceRecord[],
  options: LawOptions,
  crawlDelayMs: number,
): Timeline {
  const settings = settingsFrom(options);
  const request = { crawlDelayMs };
  const pace: PaceStep[] = [];
  const answers: TimelineAnswer[] = [];
  const cooldowns: CooldownBand[] = [];
  let state: HostState | undefined;
  const note = (atMs: number): void => {
    const { intervalMs, concurrency, cooldownUntilMs, cooldownReason } = viewOf(
      state,
      request,
      atMs,
      settings,
    );
    pace.push({ atMs, intervalMs, concurrency });
    if (cooldownUntilMs <= atMs) return;
    const last = cooldowns.at(-1);
    const joins = last !== undefined && last.untilMs >= atMs;
    if (joins) cooldowns.pop();
    cooldowns.push({ fromMs: joins ? last.fromMs : atMs, untilMs: cooldownUntilMs, reason: cooldownReason });
  };
  note(0);
  for (const { startMs, endMs, observation } of records) {
    state = learn(state, { observation }, endMs, settings, () => 0.5).state;
    answers.push({ startMs, endMs, status: observation.status ?? 0, kind: kindOf(observation) });
    note(endMs);
  }
  const count = (kind: TimelineAnswer["kind"]): number =>
    answers.filter((answer) => answer.kind === kind).length;
  return {
    name,
    durationMs: Math.max(1000, records.at(-1)?.endMs ?? 0),
    pace,
    answers,
    cooldowns,
    crawlDelayMs,
    accepted: count("accepted"),
    refused: count("refused"),
    failed: count("failed"),
  };
}

function kindOf({ status = 0 }: Observation): TimelineAnswer["kind"] {
  if (status === 0 || status === 429 || status === 430 || status === 503 || status === 529) return "refused";
  return status >= 500 ? "failed" : "accepted";
}
