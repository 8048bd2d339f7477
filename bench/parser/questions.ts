import type { Check, RobotsFile } from "./contender.ts";
import { seededRandom } from "./random.ts";
import { readRobots, rulesFor } from "./reading.ts";
import { checksAs, checksFor } from "./urls.ts";

/** A file and what is asked about it. */
export interface Questions {
  file: RobotsFile;
  checks: Check[];
}

/** Questions about a choice of files, and the choice in words. */
export interface Choice {
  questions: Questions[];
  about: string;
}

const seed = 20_261_130;
const drawnFiles = 200;
const checksOfSize = 1200;

const count = (value: number): string => Math.round(value).toLocaleString("en");

/** Makes so many questions for each file; the same ones in every process. */
export function questionsFor(files: readonly RobotsFile[], perFile: number): Questions[] {
  const random = seededRandom(seed);
  return files.map((file) => ({ file, checks: checksFor(file, perFile, random) }));
}

/**
 * Draws files as the check of any one rule would meet them: the more rules, the likelier, and some more than
 * once. Every so many rules a file is taken, which needs no luck to be representative.
 */
export function drawnByRules(files: readonly RobotsFile[], perFile: number): Choice {
  const counts = files.map(({ text }) => readRobots(text).ruleCount);
  const step = counts.reduce((sum, rules) => sum + rules, 0) / drawnFiles;
  const drawn: RobotsFile[] = [];
  let passed = 0;
  let drawnRules = 0;
  for (const [index, file] of files.entries()) {
    const rules = counts[index] ?? 0;
    passed += rules;
    for (; (drawn.length + 0.5) * step < passed; drawn.push(file)) drawnRules += rules;
  }
  return {
    questions: questionsFor(drawn, perFile),
    about: `${drawn.length} files drawn by rule count, ${count(drawnRules / drawn.length)} rules on average, ${perFile} checks each`,
  };
}

interface Sized {
  file: RobotsFile;
  agent: string;
  size: number;
}

/** The agent of a file, `*` included, whose rules are nearest in number to `rules`. */
function nearestAgent(file: RobotsFile, rules: number): Sized {
  const reading = readRobots(file.text);
  return ["ExampleCrawler", ...reading.agents]
    .map((agent) => ({ file, agent, size: rulesFor(reading, agent).length }))
    .reduce((best, next) => (Math.abs(next.size - rules) < Math.abs(best.size - rules) ? next : best));
}

/** Questions about the `howMany` files in which an agent is under about so many rules, asked as that agent. */
export function ofSize(files: readonly RobotsFile[], rules: number, howMany: number): Choice {
  const random = seededRandom(seed);
  const nearest = files
    .map((file) => nearestAgent(file, rules))
    .sort((a, b) => Math.abs(a.size - rules) - Math.abs(b.size - rules))
    .slice(0, howMany);
  const names = nearest.map(({ file, agent, size }) => `${file.name} (${count(size)} for ${agent})`);
  return {
    questions: nearest.map(({ file, agent }) => ({
      file,
      checks: checksAs(agent, file, readRobots(file.text), checksOfSize / howMany, random),
    })),
    about: `rules of ${names.slice(0, 2).join(", ")}${names.length > 2 ? ` and ${names.length - 2} more` : ""}; ${count(checksOfSize)} checks`,
  };
}
