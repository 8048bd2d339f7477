import type { Verdict } from "../policy/index.ts";
import type { AgentChoice, Question } from "./arguments.ts";
import { openUrlList } from "./input.ts";
import type { Io } from "./io.ts";
import type { Reading, Rules, RulesFor } from "./rules.ts";

/** What a reading says about one URL for one agent. */
export interface Answer extends Reading {
  readonly verdict: Verdict;
}

/** What is found about one URL for one agent. */
export interface Finding {
  readonly url: string;
  readonly agent: AgentChoice;
  /** The rules that counted. */
  readonly rules: Rules;
  /** One for each dialect that was looked at, in the order of the readings. */
  readonly answers: readonly Answer[];
}

async function* urlsOf({ urls, urlList }: Question, io: Io): AsyncGenerator<string> {
  const list = urlList === undefined ? [] : await openUrlList(urlList, io);
  yield* urls;
  yield* list;
}

/** Asks every reading about every URL for every agent, one after the other; nothing is held. */
export async function* findingsOf(question: Question, rulesFor: RulesFor, io: Io): AsyncGenerator<Finding> {
  for await (const url of urlsOf(question, io)) {
    const rules = await rulesFor(url);
    for (const agent of question.agents) {
      const answers = rules.readings.map(({ dialect, policy }) => ({
        dialect,
        policy,
        verdict: policy.explain(url, agent.tokens),
      }));
      yield { url, agent, rules, answers };
    }
  }
}

/** Whether all dialects that were looked at come to the same verdict, be it by different rules. */
export const dialectsAgree = ({ answers }: Finding): boolean =>
  new Set(answers.map(({ verdict }) => verdict.verdict)).size <= 1;
