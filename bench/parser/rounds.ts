import { baseline, ours } from "./contenders.ts";
import { Contestant, DeadlineError } from "./contestant.ts";
import type { Sample } from "./measure.ts";
import type { Options } from "./options.ts";
import { workloads } from "./workloads.ts";

/** A contender in a table, or its twin: the same once more, to see what a difference is worth. */
export interface Entrant {
  name: string;
  isTwin: boolean;
}

/** What an entrant did at some work. */
export interface Result extends Entrant {
  about?: string;
  units?: number;
  samples: Sample[];
  /** Why it was measured no further. */
  failure?: string;
}

/**
 * Whom a line-up and the options call. The baseline, ours and their twins come first, side by side in time:
 * that is what is compared.
 */
export function entrants(lineUp: readonly string[], options: Options): Entrant[] {
  const chosen = lineUp.filter(
    (name) =>
      name === baseline ||
      options.contenders.length === 0 ||
      options.contenders.some((part) => name === part),
  );
  const compared = [baseline, ours].filter((name) => chosen.includes(name));
  const others = chosen.filter((name) => !compared.includes(name));
  return [
    ...[false, true].flatMap((isTwin) => compared.map((name) => ({ name, isTwin }))),
    ...others.map((name) => ({ name, isTwin: false })),
  ];
}

/** Starts an entrant's process. */
export function start(entrant: Entrant, options: Options): Contestant {
  const { build, set, step, clock, profileFolder } = options;
  return new Contestant({ contender: entrant.name, build, set, step, clock }, profileFolder);
}

const longestFailure = 60;

/** Says why a job failed: the deadline, or the beginning of the error. */
export function failureOf(error: unknown): string {
  if (error instanceof DeadlineError) return error.message;
  if (error instanceof Error) return error.message.split("\n", 1).join().slice(0, longestFailure);
  throw error;
}

interface Seat {
  result: Result;
  contestant: Contestant;
}

/**
 * Measures entrants at a work, in rounds: each round measures everybody once, every other round in reverse
 * order, so that what else the machine does strikes all alike. Who fails or exceeds the deadline leaves.
 */
export async function runRounds(
  work: string,
  options: Options,
  say: (progress: string) => void,
): Promise<Result[]> {
  const { rounds, deadlineMs } = options;
  const workload = workloads[work];
  if (workload === undefined) throw new RangeError(`there is no work ${work}`);
  const seats: Seat[] = entrants(workload.lineUp, options).map((entrant) => ({
    result: { ...entrant, samples: [] },
    contestant: start(entrant, options),
  }));

  const attempt = async (seat: Seat, job: (contestant: Contestant) => Promise<void>): Promise<void> => {
    if (seat.result.failure !== undefined) return;
    try {
      await job(seat.contestant);
    } catch (error) {
      seat.result.failure = failureOf(error);
    }
  };

  for (const seat of seats) {
    say(`${work}: preparing ${seat.result.name}`);
    await attempt(seat, async (contestant) => {
      Object.assign(seat.result, await contestant.ask({ do: "prepare", work }, deadlineMs));
    });
  }
  for (let round = 0; round < rounds; round++) {
    say(`${work}: round ${round + 1} of ${rounds}`);
    for (const seat of round % 2 === 0 ? seats : seats.toReversed()) {
      await attempt(seat, async (contestant) => {
        seat.result.samples.push(await contestant.ask<Sample>({ do: "measure" }, deadlineMs));
      });
    }
  }
  for (const { contestant } of seats) contestant.stop();
  return seats.map(({ result }) => result);
}
