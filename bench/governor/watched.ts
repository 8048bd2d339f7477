import type { Observation } from "../../src/governor/index.ts";
import type { Pacer, Turn } from "../../src/testing/index.ts";

/** States are kept to the hundredth of a millisecond. */
const ROUNDING_MS = 0.02;

/** A pacer, and the promises it broke. */
export interface Watched {
  readonly pacer: Pacer;
  /** One line for each start that should not have been; empty when all were kept. */
  readonly broken: readonly string[];
}

/** Watches a pacer at each start: what it says it holds itself to, the Crawl-delay, and every Retry-After it was told. */
export function watched(pacer: Pacer, crawlDelayMs = 0): Watched {
  const broken: string[] = [];
  let lastStartMs = -Infinity;
  let notBeforeMs = -Infinity;
  let running = 0;
  const holds = (promise: string, isKept: boolean, nowMs: number): void => {
    if (!isKept) broken.push(`${promise} at ${nowMs} ms`);
  };
  return {
    broken,
    pacer: {
      tryStart(nowMs): Turn {
        const { intervalMs, concurrency, cooldownUntilMs } = pacer.pace(nowMs);
        const turn = pacer.tryStart(nowMs);
        if ("atMs" in turn) {
          holds("a time to ask again that is to come", turn.atMs > nowMs, nowMs);
          holds("somebody to wait for", turn.atMs < Infinity || running > 0, nowMs);
          return turn;
        }
        const sinceMs = nowMs - lastStartMs + ROUNDING_MS;
        holds("interval", sinceMs >= intervalMs, nowMs);
        holds("Crawl-delay", sinceMs >= crawlDelayMs, nowMs);
        holds("cooldown", nowMs + ROUNDING_MS >= cooldownUntilMs, nowMs);
        holds("Retry-After", nowMs + ROUNDING_MS >= notBeforeMs, nowMs);
        running += 1;
        holds("in-flight limit", running <= concurrency, nowMs);
        lastStartMs = nowMs;
        return turn;
      },
      end(ticket: unknown, observation: Observation, nowMs: number) {
        running -= 1;
        notBeforeMs = Math.max(notBeforeMs, nowMs + secondsAsked(observation) * 1000);
        pacer.end(ticket, observation, nowMs);
      },
      pace: (nowMs) => pacer.pace(nowMs),
    },
  };
}

/** What `Retry-After` asks for in seconds; its dates are read in tests of their own. */
function secondsAsked({ headers, status = 0 }: Observation): number {
  if (headers === undefined || (status !== 429 && status !== 503)) return 0;
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const found = pairs.find(([name]) => name.toLowerCase() === "retry-after");
  return /^\d+$/.test(String(found?.[1])) ? Number(found?.[1]) : 0;
}
