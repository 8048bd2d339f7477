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
  /** Counted where the store could not be asked. */
  readonly isLocal: boolean;
  readonly leaseInMs: number;
  /** The gap to keep before the next start. */
  readonly nextInMs: number;
  readonly nextReason: WaitReason;
}

/** A start that has to wait. */
export interface Denied {
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

/** Asks the law for a start, and counts it when `commits`. */
export function admitStep(request: AdmitRequest, law: LawContext, commits: boolean): LawStep<Answer> {
  return (stored, nowMs, share) => {
    const state = readState(stored, law.settings);
    const asked = share === undefined ? request : { ...request, share };
    const { state: next, decision } = admit(state, asked, nowMs, law.settings, law.random);
    if (!decision.granted) {
      const result: Denied = { granted: false, waitMs: decision.atMs - nowMs, reason: decision.reason };
      return kept(next, nowMs, law.settings, result);
    }
    const { grant } = decision;
    const result: Granted = {
      granted: true,
      grant,
      isLocal: share !== undefined,
      leaseInMs: grant.leaseUntilMs - nowMs,
      nextInMs: grant.nextMs - nowMs,
      nextReason: grant.nextReason,
    };
    return commits ? kept(next, nowMs, law.settings, result) : kept(state, nowMs, law.settings, result);
  };
}

/** Teaches the law what came of a request. */
export function learnStep(lesson: Lesson, law: LawContext): LawStep<Taught> {
  return (stored, nowMs) => {
    const state = readState(stored, law.settings);
    const { state: next, events } = learn(state, lesson, nowMs, law.settings, law.random);
    return kept(next, nowMs, law.settings, { events, nowMs });
  };
}

/** Looks at a state; a time of the view less `nowMs` is a duration. */
export function viewStep(
  request: AdmitRequest,
  law: LawContext,
): LawStep<{ readonly view: HostView; readonly nowMs: number }> {
  return (stored, nowMs) => {
    const state = readState(stored, law.settings);
    return kept(state, nowMs, law.settings, { view: viewOf(state, request, nowMs, law.settings), nowMs });
  };
}

/** What a state comes to for a part of the pace. */
export function shareStep({ settings }: LawContext): LawStep<HostView> {
  return (stored, nowMs, share = 1) => {
    const state = readState(stored, settings);
    return kept(state, nowMs, settings, viewOf(state, { share }, nowMs, settings));
  };
}

function kept<T>(state: HostState | undefined, nowMs: number, settings: Settings, result: T): StepResult<T> {
  if (state === undefined) return { state: undefined, result };
  const { keepUntilMs, worthlessMs } = viewOf(state, {}, nowMs, settings);
  return { state, keepMs: Math.max(0, keepUntilMs - nowMs), ttlMs: worthlessMs - nowMs, result };
}
