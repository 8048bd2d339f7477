import { DEFAULT_MAX_BYTES } from "../parser/index.ts";
import { RobotsPolicy, type Dialect, type Verdict } from "../policy/index.ts";
import type { AgentChoice, Question } from "./arguments.ts";
import { openUrlList, readRobots } from "./input.ts";
import type { Io } from "./io.ts";

/** robots.txt as one dialect reads it. */
export interface Reading {
  readonly dialect: Dialect;
  readonly policy: RobotsPolicy;
}

/** What a reading says about one URL for one agent. */
export interface Answer extends Reading {
  readonly verdict: Verdict;
}

/** What is found about one URL for one agent. */
export interface Finding {
  readonly url: string;
  readonly agent: AgentChoice;
  /** One for each dialect that was looked at, in the order of the readings. */
  readonly answers: readonly Answer[];
}

/**
 * Reads the robots.txt of a question, once for all the dialects.
 *
 * @throws UsageError when it cannot be read.
 */
export async function readingsOf(
  question: Question,
  dialects: readonly Dialect[],
  io: Io,
): Promise<readonly Reading[]> {
  const { robots, site, maxBytes = DEFAULT_MAX_BYTES } = question;
  const octets = await readRobots(robots, maxBytes, io);
  const scope = site === undefined ? {} : { url: site };
  return dialects.map((dialect) => ({
    dialect,
    policy: RobotsPolicy.parse(octets, { dialect, maxBytes, ...scope }),
  }));
}

async function* urlsOf({ urls, urlList }: Question, io: Io): AsyncGenerator<string> {
  const list = urlList === undefined ? [] : await openUrlList(urlList, io);
  yield* urls;
  yield* list;
}

/** Asks every reading about every URL for every agent, one after the other; nothing is held. */
export async function* findingsOf(
  question: Question,
  readings: readonly Reading[],
  io: Io,
): AsyncGenerator<Finding> {
  for await (const url of urlsOf(question, io)) {
    for (const agent of question.agents) {
      const answers = readings.map(({ dialect, policy }) => ({
        dialect,
        policy,
        verdict: policy.explain(url, agent.tokens),
      }));
      yield { url, agent, answers };
    }
  }
}

/** Whether all dialects that were looked at come to the same verdict, be it by different rules. */
export const dialectsAgree = ({ answers }: Finding): boolean =>
  new Set(answers.map(({ verdict }) => verdict.verdict)).size <= 1;
