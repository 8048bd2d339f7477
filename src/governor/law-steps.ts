import type { Json, StepResult } from "../common/state-store.ts";
import { admit, type AdmitRequest, type Grant, type WaitReason } from "./admit.ts";
import { viewOf, type HostView } from "./host-view.ts";
import type { HostState } from "./host-state.ts";
import { learn, type LawEvent, type Lesson } from "./learn.ts";
import type { Settings } from "./settings.ts";
import { readState } from "./stored-state.ts";

/** What the law needs beside a state: the settings that hold for the key, and chance. */
export interface LawContext {
  readonly settings: Settings;
  readonly random: () => number;
}

/**
 * A step on the state of one key. `share` is given where the state is kept here since the store fails:
 * which part of the pace is ours.
 */
export type LawStep<T> = (stored: Json | undefined, nowMs: number, share?: number) => StepResult<T>;

/** A start that was granted; times as milliseconds from then, since a store has a time of its own. */
export interface Granted {
  readonly granted: true;
  readonly grant: Grant;
  /** What robots.txt asked for when it was granted. */
  readonly crawlDelayMs: number;
  /** Counted where the store could not be asked. */
  readonly isLocal: boolean;
  readonly leaseInMs: number;
  /** The gap to keep before the next start. */
  readonly nextInMs: number;
  readonly nextReason: WaitReason;
}

/** A start that has to wait. */
interface Denied {
  readonly granted: false;
  /** Milliseconds after which asking again can help. */
  readonly waitMs: number;
  readonly reason: WaitReason;
}

/** What became of a question to the law. */
export type Answer = Granted | Denied;

/** What became of a lesson. */
export interface Taught {
  readonly events: readonly LawEvent[];
  /** The store's time, which the events count in. */
  readonly nowMs: number;
}

/** What is learned is worth nothing after this long. */
const WORTH_MS = 7 * 86_400_000;

/** Asks the law for a start, and counts it when `commits`. */
export function admitStep(request: AdmitRequest, law: LawContext, commits: boolean): LawStep<Answer> {
  return (stored, nowMs, share) => {
    const { settings, random } = law;
    const state = readState(stored);
    const asked = share === undefined ? request : { ...request, share };
    const { state: next, decision } = admit(state, asked, nowMs, settings, random);
    if (!decision.granted) {
      const waitMs = decision.atMs - nowMs;
      return kept(state, waitMs, { granted: false, waitMs, reason: decision.reason });
    }
    const { grant } = decision;
    const leaseInMs = grant.leaseUntilMs - nowMs;
    const nextInMs = grant.nextMs - nowMs;
    return kept(commits ? next : state, Math.max(leaseInMs, nextInMs), {
      granted: true,
      grant,
      crawlDelayMs: request.crawlDelayMs ?? 0,
      isLocal: share !== undefined,
      leaseInMs,
      nextInMs,
      nextReason: grant.nextReason,
    });
  };
}

/** Teaches the law what came of a request to a host whose robots.txt asks for `crawlDelayMs`. */
export function learnStep(lesson: Lesson, crawlDelayMs: number, law: LawContext): LawStep<Taught> {
  return (stored, nowMs) => {
    const { settings, random } = law;
    const { state, events, startMs, nextStartMs, inFlight } = learn(
      readState(stored),
      lesson,
      nowMs,
      settings,
      random,
    );
    const keepUntilMs = Math.max(
      nextStartMs,
      startMs + crawlDelayMs,
      inFlight > 0 ? nowMs + settings.leaseMs : 0,
    );
    return kept(state, keepUntilMs - nowMs, { events, nowMs });
  };
}

/** Looks at a state, for a part of the pace where one is given; a time of the view less `nowMs` is a duration. */
export function viewStep(
  request: AdmitRequest,
  { settings }: LawContext,
): LawStep<{ readonly view: HostView; readonly nowMs: number }> {
  return (stored, nowMs, share) => {
    const state = readState(stored);
    const view = viewOf(state, share === undefined ? request : { ...request, share }, nowMs, settings);
    const keepMs = Math.max(view.nextStartMs - nowMs, view.inFlight > 0 ? settings.leaseMs : 0);
    return kept(state, keepMs, { view, nowMs });
  };
}

/** A result, with a state that must not be forgotten for `keepMs`: a fresh one would start earlier. */
const kept = <T>(state: HostState | undefined, keepMs: number, result: T): StepResult<T> =>
  state === undefined
    ? { state, result }
    : { state, keepMs: Math.max(0, keepMs), ttlMs: Math.max(keepMs, WORTH_MS), result };
