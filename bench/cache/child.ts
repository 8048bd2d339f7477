// One workload, or one weighing, in a process of its own. Prints its figures as JSON.
import { performance } from "node:perf_hooks";
import { cacheOf, fileOf, fill, pageOf } from "./sites.ts";
import { WORKLOADS } from "./workloads.ts";

const ROUNDS = 9;

/** Nanoseconds an operation takes, once per round. */
async function time(name: string): Promise<number[]> {
  const workload = WORKLOADS[name];
  if (workload === undefined) throw new Error(`no workload ${name}`);
  const run = await workload.prepare();
  const check = async (): Promise<void> => {
    const done = await run();
    if (done !== workload.expected) throw new Error(`${name}: ${done} right instead of ${workload.expected}`);
  };
  await check();
  await check();
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    await check();
    samples.push(((performance.now() - startMs) * 1e6) / workload.operations);
  }
  return samples;
}

const octetsInUse = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Octets an entry takes in memory, and what the cache believes it takes. */
async function weigh(kind: string, sites: number): Promise<{ used: number; believed: number }> {
  const cache = cacheOf(kind === "404" ? undefined : fileOf(Number.parseInt(kind, 10)));
  await cache.get("https://warm-up.example/");
  const before = octetsInUse();
  await fill(cache, sites);
  if (kind.endsWith("asked")) {
    for (let site = 0; site < sites; site++) {
      if (!(await cache.get(pageOf(site))).isAllowed(pageOf(site), "ExampleBot"))
        throw new Error("wrong answer");
    }
  }
  const used = (octetsInUse() - before) / sites;
  return { used, believed: cache.stats.bytes / cache.stats.entries };
}

const [job = "", name = "", sites = "0"] = process.argv.slice(2);
console.log(JSON.stringify(job === "weigh" ? await weigh(name, Number(sites)) : await time(name)));
