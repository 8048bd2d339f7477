import type { RobotsFile } from "./contender.ts";
import { loadContender } from "./contenders.ts";
import { readFiles, type FileSet } from "./files.ts";
import { measureHostile } from "./hostile-inputs.ts";
import { measure, warmUp, type ClockName } from "./measure.ts";
import { measureMemory } from "./memory.ts";
import type { Build } from "./ours.ts";
import { agreementOf, loadExpectations } from "./reference.ts";
import { workloads, type Task } from "./workloads.ts";

/** What a process is told when it starts. */
export interface Setting {
  contender: string;
  build: Build;
  set: FileSet;
  /** Every how manieth file is taken. */
  step: number;
  clock: ClockName;
}

/** What a process can be asked to do. */
export type Job =
  | { do: "agree"; step: number }
  | { do: "prepare"; work: string }
  | { do: "measure" }
  | { do: "memory" }
  | { do: "hostile"; input: string };

const setting = JSON.parse(process.argv[2] ?? "{}") as Setting;
const contender = await loadContender(setting.contender, setting.build);

/** Our own files are few: they are taken many times, as texts that nobody else holds. */
const files = (): RobotsFile[] =>
  setting.set === "own"
    ? Array.from({ length: 50 }, () => readFiles("own")).flat()
    : readFiles(setting.set).filter((_, index) => index % setting.step === 0);

let task: Task | undefined;

async function work(job: Job): Promise<unknown> {
  switch (job.do) {
    case "agree":
      return await agreementOf(contender, loadExpectations(setting.set, job.step));
    case "prepare": {
      const workload = workloads[job.work];
      if (workload === undefined) throw new RangeError(`there is no work ${job.work}`);
      task = await workload.prepare(contender, files());
      await warmUp(task);
      return { about: task.about, units: task.units };
    }
    case "measure":
      if (task === undefined) throw new Error("nothing is prepared");
      return await measure(task, setting.clock);
    case "memory":
      return await measureMemory(contender, files());
    case "hostile":
      return await measureHostile(contender, job.input);
    default:
      throw new RangeError(`there is no such job: ${JSON.stringify(job satisfies never)}`);
  }
}

process.on("message", (job: Job) => {
  work(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
