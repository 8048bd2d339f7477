// One job in a process of its own, `compare ORIGIN REQUESTS` or `weigh ORIGIN REQUESTS`. Prints JSON.
import { performance } from "node:perf_hooks";
import { CONTENDERS, type Contender } from "./contenders.ts";

const CONCURRENCY = 16;
const ROUNDS = 9;
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

/**
 * Requests a second of each contender, once for each round after one to warm up. They take turns in one process, each
 * round in another order, so that what else the machine does falls on all of them.
 */
async function compare(origin: string, requests: number): Promise<Record<string, number[]>> {
  const contenders = await Promise.all(
    Object.entries(CONTENDERS).map(async ([name, { make }]) => [name, await make()] as const),
  );
  const rates = new Map(contenders.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    const turn = round % contenders.length;
    for (const [name, contender] of [...contenders.slice(turn), ...contenders.slice(0, turn)]) {
      const startMs = performance.now();
      await fetchMany(contender, origin, requests);
      if (round > 0) rates.get(name)?.push((requests / (performance.now() - startMs)) * 1_000);
    }
  }
  return Object.fromEntries(rates);
}

function heapBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Octets in use after each tenth of the requests, gate and governor included. */
async function weigh(origin: string, requests: number): Promise<number[]> {
  const contender = await CONTENDERS["gated"]?.make();
  if (contender === undefined) throw new Error("nothing to weigh");
  const octets: number[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    await fetchMany(contender, origin, requests / 10);
    octets.push(heapBytes());
  }
  return octets;
}

const [job = "", origin = "", requests = "0"] = process.argv.slice(2);
console.log(JSON.stringify(await (job === "weigh" ? weigh : compare)(origin, Number(requests))));
// Governors and agents have nothing more to do.
process.exit(0);
