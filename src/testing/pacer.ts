import type { Observation } from "../governor/index.ts";
import type { CooldownBand, PaceStep } from "./timeline.ts";

/** A start that was allowed, with whatever the pacer wants back when the request ends; or when to ask again. */
export type Turn = { readonly ticket: unknown } | { readonly atMs: number };

/** What a pacer holds itself to now. */
export interface PacerPace extends Omit<PaceStep, "atMs"> {
  /** Until when nothing starts; in the past when nothing is held back. */
  readonly cooldownUntilMs: number;
  readonly cooldownReason: CooldownBand["reason"];
}

/** One client's pacing law in virtual time: what a simulation drives. */
export interface Pacer {
  /** Starts a request now, or tells when to ask again: `Infinity` for not before one of its requests ends. */
  tryStart(nowMs: number): Turn;
  /** Hears what came of a request. */
  end(ticket: unknown, observation: Observation, nowMs: number): void;
  /** What it holds itself to. */
  pace(nowMs: number): PacerPace;
}
