import {
  ScriptedServer,
  seededRandom,
  simulate,
  type Pacer,
  type Timeline,
} from "../../src/testing/index.ts";
import { OTHERS_MAY_STAY, optimumOf } from "./optimum.ts";
import type { Scenario } from "./scenarios.ts";

/** What a run of a scenario came to. */
export interface Score {
  readonly family: string;
  readonly score: number;
  readonly accepted: number;
  readonly optimum: number;
  /** Refused as a share of all that was sent. */
  readonly refusedShare: number;
  /** Answers that say that a ban was on. */
  readonly banned: number;
  /** Gaps below the Crawl-delay. */
  readonly gapsBroken: number;
  /** Jain's index over the clients: 1 is equal shares. */
  readonly fairness: number;
  /** How many times as long the others stayed; 1 without others. */
  readonly othersStay: number;
}

const WORKERS = 16;

/** An answer at a shared queue is worth having within this time. */
const WORTH_HAVING_MS = 1000;

/** Runs a scenario with one pacer per client and scores it. */
export function play(
  scenario: Scenario,
  seed: number,
  pacerFor: (scenario: Scenario, client: number) => Pacer,
): Score {
  const server = new ScriptedServer(scenario.server, seededRandom(seed));
  const pacers = Array.from({ length: scenario.clients }, (_, client) => pacerFor(scenario, client));
  const timelines = simulate({ pacers, server, durationMs: scenario.durationMs, workers: WORKERS });
  const others = server.others();
  const othersStay = others === undefined ? 1 : others.meanMs / others.aloneMs;
  const isWorthHaving = ({ startMs, endMs }: { startMs: number; endMs: number }): boolean =>
    others === undefined || endMs - startMs <= WORTH_HAVING_MS;
  const acceptedOf = (timeline: Timeline): number =>
    timeline.answers.filter((answer) => answer.kind === "accepted" && isWorthHaving(answer)).length;
  const shares = timelines.map(acceptedOf);
  const accepted = sum(shares);
  const refused = sum(timelines.map((timeline) => timeline.refused));
  const sent = sum(timelines.map((timeline) => timeline.answers.length));
  const refusedShare = sent === 0 ? 0 : refused / sent;
  const optimum = optimumOf({ server: scenario.server, durationMs: scenario.durationMs, workers: WORKERS });
  const fairness =
    accepted === 0 ? 0 : accepted ** 2 / (shares.length * sum(shares.map((share) => share ** 2)));
  const gaps = timelines.flatMap((timeline) => gapsOf(timeline));
  const gapsBroken = gaps.filter((gap) => gap < (scenario.server.crawlDelayMs ?? 0) - 1e-6).length;
  const keptShare = gaps.length === 0 ? 1 : 1 - gapsBroken / gaps.length;
  const score =
    Math.min(1, accepted / optimum) *
    (1 - refusedShare) ** 2 *
    fairness *
    keptShare *
    Math.min(1, OTHERS_MAY_STAY / othersStay) ** 2;
  const banned = sum(
    timelines.map((timeline) => timeline.answers.filter((answer) => answer.status === 403).length),
  );
  return {
    family: scenario.family,
    score,
    accepted,
    optimum,
    refusedShare,
    banned,
    gapsBroken,
    fairness,
    othersStay,
  };
}

function gapsOf(timeline: Timeline): number[] {
  const starts = timeline.answers.map((answer) => answer.startMs).sort((one, other) => one - other);
  return starts.slice(1).map((startMs, index) => startMs - (starts[index] ?? startMs));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
