// One measurement in a process of its own: `measure.ts WORK HOSTS`; prints a line of JSON.
import type * as Governor from "../../src/governor/index.ts";

/** What one process found. */
export interface Measured {
  /** Processor time of a cycle of acquire, release and observe in nanoseconds, one figure a round. */
  readonly cycleNs?: readonly number[];
  /** The same of taking a token from a bare bucket, in the same process. */
  readonly tokenNs?: readonly number[];
  readonly octetsPerHost?: number;
  readonly heapMiB?: number;
  readonly timers: number;
}

type Limiter = Governor.LearnedRateLimiter;

const ROUNDS = 40;
const CYCLES = 20_000;
const STEP_MS = 2000;

/** The platform's clock, put forward at will so that nothing has to wait; counts its timers. */
class BenchClock {
  aheadMs = 0;
  readonly timers = new Set<unknown>();
  now(): number {
    return performance.now() + this.aheadMs;
  }
  wall(): number {
    return Date.now() + this.aheadMs;
  }
  setTimeout(task: () => void, ms: number): unknown {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      task();
    }, ms);
    this.timers.add(timer);
    return timer;
  }
  clearTimeout(timer: unknown): void {
    this.timers.delete(timer);
    clearTimeout(timer as NodeJS.Timeout);
  }
}

/** A name in one piece, as a parsed URL gives it; a template would leave its parts behind. */
const nameOf = (index: number): string => ["host-", index, ".example"].join("");

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => nameOf(index));

async function cycle(limiter: Limiter, host: string): Promise<void> {
  const lease = await limiter.acquire(host);
  if (lease.waitedMs > 0) throw new Error(`a cycle waited for ${lease.waitedFor}`);
  void lease.release();
  void limiter.observe(host, { status: 200, latencyMs: 50 });
}

/** What other processes do on a shared machine is not in it. */
function processorNs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

function reference(bucket: Governor.TokenBucket): number[] {
  const tokenNs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startNs = processorNs();
    for (let index = 0; index < CYCLES; index++) bucket.tryTake();
    tokenNs.push((processorNs() - startNs) / CYCLES);
  }
  return tokenNs;
}

async function speed(limiter: Limiter, clock: BenchClock, hosts: readonly string[]): Promise<Measured> {
  const cycleNs: number[] = [];
  for (const host of hosts) await cycle(limiter, host);
  clock.aheadMs += STEP_MS;
  for (let round = 0; round < ROUNDS; round++) {
    const startNs = processorNs();
    for (let index = 0; index < CYCLES; index++) {
      // Each host sees its last start one step ago, whether there is one host or ten thousand.
      clock.aheadMs += STEP_MS / hosts.length;
      const lease = await limiter.acquire(hosts[index % hosts.length] ?? "");
      void lease.release();
      void limiter.observe(lease.host, { status: 200, latencyMs: 50 });
    }
    cycleNs.push((processorNs() - startNs) / CYCLES);
  }
  const { granted, waitedMs } = limiter.stats();
  if (granted !== ROUNDS * CYCLES + hosts.length || waitedMs.interval > 0)
    throw new Error("a cycle had to wait");
  return { cycleNs, timers: clock.timers.size };
}

function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function memory(
  limiter: Limiter,
  clock: BenchClock,
  count: number,
  isBusy: boolean,
): Promise<Measured> {
  const before = heapUsed();
  const waiters: Promise<unknown>[] = [];
  for (let index = 0; index < count; index++) {
    const host = nameOf(index);
    if (isBusy) {
      await limiter.acquire(host);
      waiters.push(limiter.acquire(host));
    } else await cycle(limiter, host);
  }
  clock.aheadMs += STEP_MS;
  const used = heapUsed() - before;
  const timers = clock.timers.size;
  const { granted, waiting } = limiter.stats();
  if (granted !== count || waiting !== (isBusy ? count : 0))
    throw new Error("not every host is as it should be");
  void limiter.close();
  await Promise.allSettled(waiters);
  return { octetsPerHost: used / count, heapMiB: used / 2 ** 20, timers };
}

async function main([work = "cycle", hosts = "1"]: readonly string[]): Promise<void> {
  const { LearnedRateLimiter, TokenBucket } = (await import(
    new URL("../../dist/governor/index.js", import.meta.url).href
  )) as typeof Governor;
  const clock = new BenchClock();
  // What is compiled on the way is no part of a host.
  const warm = new LearnedRateLimiter({ clock });
  for (const host of namesOf(1000)) await cycle(warm, host);
  await warm.close();
  const limiter = new LearnedRateLimiter({ clock });
  const count = Number(hosts);
  const measured =
    work === "cycle"
      ? {
          ...(await speed(limiter, clock, namesOf(count))),
          tokenNs: reference(new TokenBucket({ capacity: 1000, refillPerSecond: 1e9, clock })),
        }
      : await memory(limiter, clock, count, work === "busy");
  console.log(JSON.stringify(measured));
  await limiter.close();
}

await main(process.argv.slice(2));
