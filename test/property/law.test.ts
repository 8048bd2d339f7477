import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admit, learn, readState, settingsFrom } from "../../src/governor/index.ts";
import type { Grant, HostState, Observation } from "../../src/governor/index.ts";
import { seededRandom } from "../../src/testing/index.ts";
import { anyHappening, LawRun } from "../support/law-run.ts";

const happenings = fc.array(anyHappening, { maxLength: 200 });

describe("the state of a host", () => {
  it("is finite, within its bounds, readable and below 400 octets, whatever happens", () => {
    fc.assert(
      fc.property(happenings, (all) => {
        const run = new LawRun({ maxIntervalMs: 60_000, maxConcurrency: 8 });
        for (const happening of all) {
          run.happen(happening);
          const json = JSON.stringify(run.state);
          const { intervalMs, concurrency, inFlight, nextStartMs } = run.view;
          expect(json.length).toBeLessThan(400);
          expect(readState(JSON.parse(json))).toEqual(run.state);
          expect(Number.isFinite(nextStartMs)).toBe(true);
          expect(intervalMs).toBeGreaterThanOrEqual(run.settings.minIntervalMs);
          expect(concurrency).toBeGreaterThanOrEqual(1);
          expect(concurrency).toBeLessThanOrEqual(8);
          expect(inFlight).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("makes the same next hundred decisions after a trip through JSON", () => {
    fc.assert(
      fc.property(happenings, fc.integer(), (all, seed) => {
        const run = new LawRun({ jitter: 0.2 });
        for (const happening of all) run.happen(happening);
        const stored = JSON.parse(JSON.stringify(run.state ?? null)) as unknown;

        const before = decisions(run.state, run.nowMs, seed);
        const after = decisions(readState(stored), run.nowMs, seed);

        expect(after).toEqual(before);
      }),
    );
  });

  it("from a store that holds rubbish is that of a host nothing is known of", () => {
    fc.assert(
      fc.property(fc.anything(), (rubbish) => {
        expect(readState(rubbish)).toBeUndefined();
      }),
    );
  });
});

/** A hundred questions and answers from a state on. */
function decisions(first: HostState | undefined, firstMs: number, seed: number): unknown[] {
  const settings = settingsFrom({ jitter: 0.2 });
  const random = seededRandom(seed);
  const list: unknown[] = [];
  let state = first;
  let nowMs = firstMs;
  for (let turn = 0; turn < 100; turn++) {
    const admission = admit(state, {}, nowMs, settings, random);
    state = admission.state;
    list.push(admission.decision);
    if (admission.decision.granted) {
      const status = turn % 17 === 0 ? 429 : 200;
      const lesson = { grant: admission.decision.grant, observation: { status, latencyMs: 40 } };
      nowMs += 40;
      state = learn(state, lesson, nowMs, settings, random).state;
    } else nowMs += Math.min(1000, Math.max(1, admission.decision.atMs - nowMs));
  }
  return list;
}

describe("a refusal", () => {
  const refusals: Observation[] = [
    { status: 429, latencyMs: 40 },
    { status: 503, latencyMs: 40, headers: { "retry-after": "3" } },
    { status: 529 },
    { error: new Error("reset") },
  ];

  it("never shortens the interval nor raises the limit", () => {
    fc.assert(
      fc.property(happenings, fc.constantFrom(...refusals), fc.boolean(), (all, refusal, ends) => {
        const run = new LawRun();
        for (const happening of all) run.happen(happening);
        run.tryStart();
        const { intervalMs, concurrency } = run;

        run.see(refusal, ends);

        expect(run.intervalMs).toBeGreaterThanOrEqual(intervalMs * (1 - 1e-6));
        expect(run.concurrency).toBeLessThanOrEqual(concurrency);
      }),
    );
  });

  it("is one event with all that was started before it was known", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 16 }), fc.constantFrom(...refusals), (count, refusal) => {
        const grants = manyInFlight(count);
        let state: HostState | undefined = grants.state;
        const told: string[] = [];

        for (const grant of grants.list) {
          const learned = learn(
            state,
            { grant, observation: refusal },
            grants.nowMs + 50,
            grants.settings,
            () => 0,
          );
          state = learned.state;
          told.push(...learned.events.map((event) => event.type));
        }

        expect(told.filter((type) => type === "decrease")).toHaveLength(1);
        expect(told).not.toContain("parked");
      }),
    );
  });
});

function manyInFlight(count: number): {
  state: HostState | undefined;
  list: Grant[];
  nowMs: number;
  settings: ReturnType<typeof settingsFrom>;
} {
  const settings = settingsFrom({ startConcurrency: 16 });
  let state: HostState | undefined;
  let nowMs = 1000;
  const list: Grant[] = [];
  while (list.length < count) {
    const admission = admit(state, {}, nowMs, settings, () => 0);
    state = admission.state;
    if (admission.decision.granted) list.push(admission.decision.grant);
    nowMs += 1000;
  }
  return { state, list, nowMs, settings };
}

describe("with nothing but clean answers after it", () => {
  it("a refusal leaves the interval at or above what it would be had that answer been clean", () => {
    const gaps = fc.array(fc.integer({ min: 20, max: 3000 }), { minLength: 5, maxLength: 400 });
    const before = fc.array(
      fc.tuple(fc.integer({ min: 20, max: 3000 }), fc.constantFrom(200, 200, 200, 200, 200, 429)),
      {
        maxLength: 200,
      },
    );
    fc.assert(
      fc.property(before, gaps, fc.constantFrom(429, 503), (history, suffix, status) => {
        const clean = intervals(history, 200, suffix);
        const refused = intervals(history, status, suffix);

        for (const [index, intervalMs] of refused.entries()) {
          expect(intervalMs).toBeGreaterThanOrEqual((clean[index] ?? 0) * (1 - 1e-6));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("enough of them and of time bring back the base interval and the full limit", () => {
    fc.assert(
      fc.property(fc.array(anyHappening, { maxLength: 40 }), (all) => {
        const run = new LawRun({ maxConcurrency: 4, minIntervalMs: 500 });
        for (const { observation, ...rest } of all) {
          // A Crawl-delay is obeyed for good, so that is not what is asked here.
          const { crawlDelayMs: _, ...seen } = observation ?? {};
          run.happen({ ...rest, observation: seen });
        }
        run.nowMs = Math.max(run.nowMs, run.view.cooldownUntilMs);

        run.runClean(12 * 3_600_000, 400);

        expect(run.intervalMs).toBeLessThanOrEqual(run.settings.baseIntervalMs);
        expect(run.concurrency).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 20 },
    );
  });
});

/**
 * The intervals after each of the clean answers that follow one with `status`, after a history; a request is
 * started whenever the law lets it.
 */
function intervals(
  history: readonly [number, number][],
  status: number,
  suffix: readonly number[],
): number[] {
  const run = new LawRun();
  const answer = (gapMs: number, answered: number): number => {
    run.nowMs += gapMs;
    const isStarted = run.tryStart();
    run.nowMs += 20;
    run.see({ status: answered, latencyMs: 20 }, isStarted);
    return run.intervalMs;
  };
  for (const [gapMs, answered] of history) answer(gapMs, answered);
  answer(1000, status);
  return suffix.map((gapMs) => answer(gapMs, 200));
}

describe("a clock that jumps", () => {
  it("back lets nothing start earlier, nor wait longer than it would have", () => {
    fc.assert(
      fc.property(happenings, fc.integer({ min: 1, max: 86_400_000 }), (all, backMs) => {
        const run = new LawRun();
        for (const happening of all) run.happen(happening);
        const waitMs = Math.max(0, run.view.nextStartMs - run.nowMs);

        run.nowMs -= backMs;

        const waitAfterMs = Math.max(0, run.view.nextStartMs - run.nowMs);
        // A stored moment may be a hundredth of a millisecond late, never early.
        expect(waitAfterMs).toBeGreaterThanOrEqual(waitMs - 1e-3);
        expect(waitAfterMs).toBeLessThanOrEqual(waitMs + 0.02);
      }),
    );
  });
});
