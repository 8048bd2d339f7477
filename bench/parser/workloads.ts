import { parseOrNothing, type AnyContender, type Check, type RobotsFile } from "./contender.ts";
import { lineUps } from "./contenders.ts";
import { drawByWeight, seededRandom } from "./random.ts";
import { readRobots, rulesFor } from "./reading.ts";
import { checksAs, checksFor } from "./urls.ts";

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

interface Questions {
  file: RobotsFile;
  checks: Check[];
}

const seed = 20_261_130;
const checksPerFile = 60;
const drawnFiles = 200;

const count = (value: number): string => value.toLocaleString("en");

const questionsFor = (files: readonly RobotsFile[], perFile: number): Questions[] => {
  const random = seededRandom(seed);
  return files.map((file) => ({ file, checks: checksFor(file, perFile, random) }));
};

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

/** Files as a check of a random rule would meet them: the more rules, the likelier. */
function drawn(files: readonly RobotsFile[]): { questions: Questions[]; about: string } {
  const counted = files.map((file) => ({ file, rules: readRobots(file.text).ruleCount }));
  const chosen = drawByWeight(counted, drawnFiles, ({ rules }) => rules, seededRandom(seed));
  const mean = chosen.reduce((sum, { rules }) => sum + rules, 0) / chosen.length;
  return {
    questions: questionsFor(
      chosen.map(({ file }) => file),
      checksPerFile,
    ),
    about: `${drawnFiles} files drawn by rule count, ${count(Math.round(mean))} rules on average`,
  };
}

/** The file in which `*` or a named crawler has nearest to `rules` rules, and questions for that one. */
function fileOfSize(files: readonly RobotsFile[], rules: number): { questions: Questions[]; about: string } {
  const candidates = files.map((file) => {
    const reading = readRobots(file.text);
    const sizes = ["ExampleCrawler", ...reading.agents].map((agent) => ({
      agent,
      size: rulesFor(reading, agent).length,
    }));
    const nearest = sizes.reduce((best, next) =>
      Math.abs(next.size - rules) < Math.abs(best.size - rules) ? next : best,
    );
    return { file, reading, ...nearest };
  });
  const [best] = candidates.sort((a, b) => Math.abs(a.size - rules) - Math.abs(b.size - rules));
  if (best === undefined) throw new RangeError("there must be a file");
  const checks = checksAs(best.agent, best.file, best.reading, 1200, seededRandom(seed));
  return {
    questions: [{ file: best.file, checks }],
    about: `${best.file.name}: ${count(best.size)} rules for ${best.agent}, ${checks.length} checks`,
  };
}

/** Everything that `--work` can name. */
export const workloads: Readonly<Record<string, Workload>> = {
  parse: {
    title: "parse all files to a usable policy",
    unit: "octet",
    lineUp: lineUps.parsing,
    target: 3,
    prepare: async (contender, files) => ({
      about: `${count(files.length)} files, each parsed and asked for its sitemaps`,
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
        about: `${count(files.length)} files`,
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
        `${count(files.length)} files, ${checksPerFile} checks each`,
      ),
  },
  "drawn-first": {
    title: "checks over files drawn by rule count, first use included",
    unit: "check",
    lineUp: lineUps.checks,
    target: 20,
    prepare: async (contender, files) => {
      const { questions, about } = drawn(files);
      return firstUse(contender, questions, `${about}, ${checksPerFile} checks each`);
    },
  },
  "drawn-indexed": {
    title: "checks over files drawn by rule count, once indexed",
    unit: "check",
    lineUp: lineUps.checks,
    target: 100,
    prepare: async (contender, files) => {
      const { questions, about } = drawn(files);
      return indexed(contender, questions, `${about}, ${checksPerFile} checks each`);
    },
  },
  large: {
    title: "one file of 5,000 rules, once indexed",
    unit: "check",
    lineUp: lineUps.checks,
    target: 100,
    prepare: async (contender, files) => {
      const { questions, about } = fileOfSize(files, 5000);
      return indexed(contender, questions, about);
    },
  },
  small: {
    title: "one file of 50 rules, once indexed",
    unit: "check",
    lineUp: lineUps.checks,
    prepare: async (contender, files) => {
      const { questions, about } = fileOfSize(files, 50);
      return indexed(contender, questions, about);
    },
  },
};
