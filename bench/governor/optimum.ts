import type { LimitDescription, Pacer, ServerDescription } from "../../src/testing/index.ts";

/** What the optimum is reckoned for. */
export interface Task {
  readonly server: ServerDescription;
  readonly durationMs: number;
  readonly workers: number;
  /** Clients that share the server and know of one another. @defaultValue 1 */
  readonly clients?: number;
}

/** Others at a shared queue may have to stay this many times as long as without the client. */
export const OTHERS_MAY_STAY = 1.5;

/** What a client that knows the server may do at a moment. */
interface Allowance {
  readonly ratePerSecond: number;
  readonly concurrency: number;
}

function meanLatencyMs({ latency }: ServerDescription): number {
  if (latency.type === "queue") return (latency.wayMs ?? 0) + latency.serviceMs;
  const spread = latency.spread ?? 0.2;
  return latency.medianMs * Math.exp((spread * spread) / 2);
}

/** The mean stay in an M/M/c queue, in milliseconds (Erlang's C formula). */
function queueStayMs(servers: number, serviceMs: number, arrivalsPerSecond: number): number {
  const load = (arrivalsPerSecond * serviceMs) / 1000;
  if (load >= servers) return Infinity;
  let term = 1;
  let sum = 1;
  for (let k = 1; k < servers; k++) sum += term *= load / k;
  const last = ((term * load) / servers) * (servers / (servers - load));
  const waits = last / (sum + last);
  return serviceMs + (waits * serviceMs) / (servers - load);
}

/** The rate at which the others at a queue stay as much longer as they may. */
function queueRate(server: ServerDescription): number {
  const { latency } = server;
  if (latency.type !== "queue") return Infinity;
  const { servers, serviceMs, othersPerSecond } = latency;
  const mostMs = OTHERS_MAY_STAY * queueStayMs(servers, serviceMs, othersPerSecond);
  let low = 0;
  let high = (servers * 1000) / serviceMs - othersPerSecond;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (queueStayMs(servers, serviceMs, othersPerSecond + middle) <= mostMs) low = middle;
    else high = middle;
  }
  return low;
}

function limitRate(limit: LimitDescription, atMs: number): number {
  switch (limit.type) {
    case "token-bucket": {
      let factor = 1;
      for (const step of limit.factors ?? []) if (step.fromMs <= atMs) factor = step.factor;
      return limit.ratePerSecond * factor;
    }
    case "penalty-box":
      return limit.ratePerSecond;
    case "sliding-window":
    case "quota":
      return (limit.requests * 1000) / limit.windowMs;
    case "outage":
      return limit.outages.some(({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs) ? 0 : Infinity;
    case "ban":
    case "connections":
    case "failures":
      return Infinity;
  }
}

function allowance({ server, workers, clients = 1 }: Task, atMs: number): Allowance {
  let concurrency = workers;
  let ratePerSecond = Math.min(
    queueRate(server),
    server.crawlDelayMs ? 1000 / server.crawlDelayMs : Infinity,
  );
  for (const limit of server.limits) {
    ratePerSecond = Math.min(ratePerSecond, limitRate(limit, atMs));
    if (limit.type === "connections") concurrency = Math.min(concurrency, limit.connections);
  }
  return {
    ratePerSecond: ratePerSecond / clients,
    concurrency: Math.max(1, Math.floor(concurrency / clients)),
  };
}

const STEP_MS = 1000;

/** The most answers anybody could get. */
export function optimumOf(task: Task): number {
  let sum = 0;
  for (let atMs = 0; atMs < task.durationMs; atMs += STEP_MS) {
    const { ratePerSecond, concurrency } = allowance(task, atMs);
    const perSecond = Math.min(ratePerSecond, (concurrency * 1000) / meanLatencyMs(task.server));
    sum += (perSecond * Math.min(STEP_MS, task.durationMs - atMs)) / 1000;
  }
  let failing = 0;
  let burst = Infinity;
  for (const limit of task.server.limits) {
    if (limit.type === "failures") failing = limit.share;
    if (limit.type === "token-bucket" || limit.type === "penalty-box") burst = Math.min(burst, limit.burst);
  }
  if (burst < Infinity)
    sum = Math.min(sum + burst, (task.durationMs * task.workers) / meanLatencyMs(task.server));
  return sum * (1 - failing);
}

/** A client that knows the server: it takes all there is and is never refused. */
export function allKnowing(task: Task): Pacer {
  let nextMs = 0;
  let running = 0;
  return {
    tryStart(nowMs) {
      const { ratePerSecond, concurrency } = allowance(task, nowMs);
      if (running >= concurrency) return { atMs: Infinity };
      if (ratePerSecond === 0) return { atMs: nowMs + STEP_MS / 4 };
      if (nextMs > nowMs) return { atMs: nextMs };
      // Behind its plan it makes up for at most a second: what a burst of one would allow is not used.
      nextMs = Math.max(nextMs, nowMs) + 1000 / ratePerSecond + 1e-6;
      running += 1;
      return { ticket: undefined };
    },
    end() {
      running -= 1;
    },
    pace(nowMs) {
      const { ratePerSecond, concurrency } = allowance(task, nowMs);
      return {
        intervalMs: 1000 / Math.max(ratePerSecond, 1e-9),
        concurrency,
        cooldownUntilMs: nowMs,
        cooldownReason: "cooldown",
      };
    },
  };
}
