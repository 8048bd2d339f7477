import { parseOrNothing, type AnyContender, type Check, type RobotsFile } from "./contender.ts";
import { lineUps } from "./contenders.ts";
import { drawnByRules, ofSize, questionsFor, type Questions } from "./questions.ts";

/** Work that a contender can be measured at, prepared in its process. */
export interface Task {
  /** What was prepared, in words. */
  about: string;
  /** How many units one run does. */
  units: number;
  /** Brings everything back to the state before first use; not timed. */
  beforeEach?: () => Promise<void>;
  /** The timed work. What it returns depends on all of it, so that nothing can be left out. */
  run: () => number | Promise<number>;
}

/** A kind of work: a row of the table. */
export interface Workload {
  title: string;
  unit: "octet" | "file" | "check";
  lineUp: readonly string[];
  /** The ratio to the baseline that we want at least. */
  target?: number;
  prepare(contender: AnyContender, files: readonly RobotsFile[]): Promise<Task>;
}

const checksPerFile = 60;

async function parseAll(contender: AnyContender, questions: readonly Questions[]): Promise<unknown[]> {
  const policies: unknown[] = [];
  for (const { file } of questions) policies.push(await parseOrNothing(contender, file));
  return policies;
}

function ask(contender: AnyContender, policy: unknown, checks: readonly Check[]): number {
  if (policy === undefined) return 0;
  let allowed = 0;
  for (const check of checks) if (contender.isAllowed(policy, check)) allowed++;
  return allowed;
}

const askAll = (contender: AnyContender, policies: unknown[], questions: readonly Questions[]): number =>
  questions.reduce((sum, { checks }, index) => sum + ask(contender, policies[index], checks), 0);

const checksIn = (questions: readonly Questions[]): number =>
  questions.reduce((sum, { checks }) => sum + checks.length, 0);

function firstUse(contender: AnyContender, questions: readonly Questions[], about: string): Task {
  let policies: unknown[] = [];
  return {
    about,
    units: checksIn(questions),
    beforeEach: async () => {
      policies = await parseAll(contender, questions);
    },
    run: () => askAll(contender, policies, questions),
  };
}

async function indexed(
  contender: AnyContender,
  questions: readonly Questions[],
  about: string,
): Promise<Task> {
  const policies = await parseAll(contender, questions);
  return { about, units: checksIn(questions), run: () => askAll(contender, policies, questions) };
}

/** Everything that `--work` can name. */
export const workloads: Readonly<Record<string, Workload>> = {
  parse: {
    title: "parse all files to a usable policy",
    unit: "octet",
    lineUp: lineUps.parsing,
    target: 3,
    prepare: async (contender, files) => ({
      about: `${files.length.toLocaleString("en")} files, each parsed and asked for its sitemaps`,
      units: files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
      run: async () => {
        let sitemaps = 0;
        for (const file of files) {
          const policy = await parseOrNothing(contender, file);
          if (policy !== undefined) sitemaps += contender.sitemaps(policy);
        }
        return sitemaps;
      },
    }),
  },
  first: {
    title: "parse plus one check per file",
    unit: "file",
    lineUp: lineUps.parsing,
    target: 2.5,
    prepare: async (contender, files) => {
      const questions = questionsFor(files, 3).map(({ file, checks }, index) => ({
        file,
        checks: checks.slice(index % 3, (index % 3) + 1),
      }));
      return {
        about: `${files.length.toLocaleString("en")} files`,
        units: files.length,
        run: async () => {
          let allowed = 0;
          for (const { file, checks } of questions) {
            allowed += ask(contender, await parseOrNothing(contender, file), checks);
          }
          return allowed;
        },
      };
    },
  },
  checks: {
    title: "checks over all files, first use included",
    unit: "check",
    lineUp: lineUps.checks,
    target: 7,
    prepare: async (contender, files) =>
      firstUse(
        contender,
        questionsFor(files, checksPerFile),
        `${files.length.toLocaleString("en")} files, ${checksPerFile} checks each`,
      ),
  },
  "drawn-first": {
    title: "checks over files drawn by rule count, first use included",
    unit: "check",
    lineUp: lineUps.checks,
    target: 20,
    prepare: async (contender, files) => {
      const { questions, about } = drawnByRules(files, checksPerFile);
      return firstUse(contender, questions, about);
    },
  },
  "drawn-indexed": {
    title: "checks over files drawn by rule count, once indexed",
    unit: "check",
    lineUp: lineUps.checks,
    target: 100,
    prepare: async (contender, files) => {
      const { questions, about } = drawnByRules(files, checksPerFile);
      return indexed(contender, questions, about);
    },
  },
  large: {
    title: "one file of 5,000 rules, once indexed",
    unit: "check",
    lineUp: lineUps.checks,
    target: 100,
    prepare: async (contender, files) => {
      const { questions, about } = ofSize(files, 5000, 1);
      return indexed(contender, questions, about);
    },
  },
  small: {
    title: "files of 50 rules, once indexed",
    unit: "check",
    lineUp: lineUps.checks,
    prepare: async (contender, files) => {
      const { questions, about } = ofSize(files, 50, 10);
      return indexed(contender, questions, about);
    },
  },
};
