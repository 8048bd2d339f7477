import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Job, Setting } from "./run-child.ts";

const child = new URL("run-child.ts", import.meta.url);

/** Rejected with when a contestant has not answered in time; its process has been ended. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

interface Answer {
  result?: unknown;
  error?: string;
}

/** A contender in a process of its own. It does one job at a time. */
export class Contestant {
  readonly #process: ChildProcess;

  /** @param profileFolder - where the process leaves a CPU profile when it ends; none by default. */
  constructor(setting: Setting, profileFolder?: string) {
    const profile = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
    this.#process = fork(child, [JSON.stringify(setting)], {
      execArgv: ["--expose-gc", "--max-old-space-size=8192", "--import", "tsx", ...profile],
    });
  }

  /** Does a job and returns its result. @throws DeadlineError after `deadlineMs`, Error when the job fails. */
  async ask<Result>(job: Job, deadlineMs: number): Promise<Result> {
    const { result, error } = await this.#answer(job, deadlineMs);
    if (error !== undefined) throw new Error(error);
    return result as Result;
  }

  async #answer(job: Job, deadlineMs: number): Promise<Answer> {
    const waiting = new AbortController();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#process.kill("SIGKILL");
    }, deadlineMs);
    const ended = async (): Promise<never> => {
      const [code, signal] = (await once(this.#process, "exit", waiting)) as [number | null, string | null];
      if (isLate) throw new DeadlineError(`> ${deadlineMs / 1000} s`);
      throw new Error(`the process ended: ${signal ?? code}`);
    };
    const answered = async (): Promise<Answer> => {
      const [answer] = (await once(this.#process, "message", waiting)) as [Answer];
      return answer;
    };
    try {
      this.#process.send(job);
      return await Promise.race([answered(), ended()]);
    } finally {
      clearTimeout(timer);
      waiting.abort();
    }
  }

  /** Lets the process end by itself, so that it can still write its profile. */
  stop(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}
