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

/** Runs a task for one round: for 300 ms, or three times where each run needs its own preparation. */
export async function measure(task: Task): Promise<Sample> {
  const repeats = task.beforeEach === undefined ? { time: 300, iterations: 1 } : { time: 0, iterations: 3 };
  const bench = new Bench({ ...repeats, warmup: false, throws: true });
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
  const end = performance.now() + 300;
  do {
    await task.beforeEach?.();
    await task.run();
  } while (performance.now() < end);
}
