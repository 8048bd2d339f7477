import { Bench } from "tinybench";
import type { Task } from "./workloads.ts";

/** What one contender did in one round. */
export interface Sample {
  /** Median milliseconds of a run. */
  ms: number;
  runs: number;
  /** What the last run returned. */
  result: number;
}

/** What time is read from. `cpu` is processor time of all threads, which other work hardly changes. */
export type ClockName = "wall" | "cpu";

const clocks: Readonly<Record<ClockName, () => number>> = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** Runs a task for one round: for 300 ms, or for less where each run needs a preparation of its own. */
export async function measure(task: Task, clock: ClockName): Promise<Sample> {
  const time = task.beforeEach === undefined ? 300 : 100;
  const bench = new Bench({ time, iterations: 1, warmup: false, throws: true, now: clocks[clock] });
  let result = 0;
  bench.add(
    "work",
    async () => {
      result = await task.run();
    },
    { async: true, ...(task.beforeEach && { beforeEach: task.beforeEach }) },
  );
  const [finished] = await bench.run();
  if (finished?.result.state !== "completed") throw new Error(`not measured: ${finished?.result.state}`);
  const { latency } = finished.result;
  return { ms: latency.p50, runs: latency.samplesCount, result };
}

/** Runs a task until the compiler has seen it, so that no round pays for that. */
export async function warmUp(task: Task): Promise<void> {
  const end = performance.now() + 1000;
  do {
    await task.beforeEach?.();
    await task.run();
  } while (performance.now() < end);
}
