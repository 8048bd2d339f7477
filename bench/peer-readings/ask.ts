import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Answer, ParserName } from "./child.ts";
import type { Question } from "./questions.ts";

/** How long a parser may think about one question. */
export const deadlineSeconds = 10;

/** An answer, or that none came in time. */
export type Reading = Answer | "no answer";

/** A process that has loaded its parser; loading counts for nothing. */
async function start(name: ParserName): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("child.ts", import.meta.url)), [name], {
    execArgv: ["--import", "tsx"],
  });
  await once(child, "message");
  return child;
}

const readingOf = (child: ChildProcess, question: Question): Promise<Reading> =>
  new Promise((resolve, reject) => {
    const finish = (reading: Reading): void => {
      clearTimeout(deadline);
      child.removeAllListeners();
      resolve(reading);
    };
    const deadline = setTimeout(() => finish("no answer"), deadlineSeconds * 1000);
    child.once("message", (answer: Answer) => finish(answer));
    child.once("exit", () => finish("throws"));
    child.once("error", reject);
    child.send(question);
  });

/** Puts the questions to one parser, one after the other; a child that is late or gone is replaced. */
export async function readAll(name: ParserName, questions: readonly Question[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  let child = await start(name);
  for (const question of questions) {
    const reading = await readingOf(child, question);
    readings.push(reading);
    if (reading === "no answer" || child.exitCode !== null) {
      child.kill("SIGKILL");
      child = await start(name);
    }
  }
  child.kill();
  return readings;
}
