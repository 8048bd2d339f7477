// One contender in a process of its own: `time NAME ORIGIN REQUESTS` or `weigh NAME ORIGIN REQUESTS`. Prints JSON.
import { performance } from "node:perf_hooks";
import { CONTENDERS, type Contender } from "./contenders.ts";

const CONCURRENCY = 16;
const ROUNDS = 5;
const PAGE_BYTES = 997;

async function fetchMany(contender: Contender, origin: string, requests: number): Promise<void> {
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < requests) {
      const octets = await contender(`${origin}/${started++}`);
      if (octets !== PAGE_BYTES) throw new Error(`${octets} octets instead of ${PAGE_BYTES}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Requests a second, once for each round after one to warm up. */
async function time(contender: Contender, origin: string, requests: number): Promise<number[]> {
  await fetchMany(contender, origin, requests);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    await fetchMany(contender, origin, requests);
    rates.push((requests / (performance.now() - startMs)) * 1_000);
  }
  return rates;
}

function heapBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Octets in use after each tenth of the requests. */
async function weigh(contender: Contender, origin: string, requests: number): Promise<number[]> {
  const octets: number[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    await fetchMany(contender, origin, requests / 10);
    octets.push(heapBytes());
  }
  return octets;
}

const [job = "", name = "", origin = "", requests = "0"] = process.argv.slice(2);
const contender = await CONTENDERS[name]?.make();
if (contender === undefined) throw new Error(`no contender ${name}`);
const work = job === "weigh" ? weigh : time;
console.log(JSON.stringify(await work(contender, origin, Number(requests))));
// Governors and agents have nothing more to do.
process.exit(0);
