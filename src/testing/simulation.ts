import type { Pacer, PacerPace } from "./pacer.ts";
import type { ScriptedAnswer, ScriptedServer } from "./server/scripted-server.ts";
import type { CooldownBand, PaceStep, Timeline, TimelineAnswer } from "./timeline.ts";

/** A run in virtual time. */
export interface SimulationOptions {
  /** The clients, unconnected with one another. */
  readonly pacers: readonly Pacer[];
  readonly server: ScriptedServer;
  readonly durationMs: number;
  /** The most requests each client has in flight, whatever its pacer allows. @defaultValue 16 */
  readonly workers?: number;
  /** Answers that take longer are given up by the client. @defaultValue 60000 */
  readonly timeoutMs?: number;
}

/** What happens at a moment: a request ends, or a client asks again. */
interface Happening {
  readonly atMs: number;
  readonly order: number;
  readonly client: Client;
  readonly request?: { readonly startMs: number; readonly ticket: unknown; readonly answer: ScriptedAnswer };
}

/** Two paces this near each other are drawn as one. */
const SAME_PACE = 0.005;

/**
 * Runs clients with an endless backlog against a server, in virtual time; gives each client's timeline. The
 * same pacers, server and randomness give the same timelines.
 */
export function simulate(options: SimulationOptions): Timeline[] {
  const { pacers, server, durationMs, workers = 16, timeoutMs = 60_000 } = options;
  const agenda = new Agenda();
  const clients = pacers.map((pacer, index) => new Client(pacer, index));
  for (const client of clients) agenda.add({ atMs: 0, client });
  for (let happening = agenda.next(); happening !== undefined; happening = agenda.next()) {
    const { atMs, client, request } = happening;
    if (atMs > durationMs) break;
    if (request !== undefined) client.end(request, atMs);
    else if (atMs === client.wakeMs) client.wakeMs = Infinity;
    else continue; // It was to wake later, and has woken since.
    while (client.busy < workers) {
      const turn = client.pacer.tryStart(atMs);
      if ("atMs" in turn) {
        if (turn.atMs < client.wakeMs) {
          client.wakeMs = turn.atMs;
          agenda.add({ atMs: turn.atMs, client });
        }
        break;
      }
      client.busy += 1;
      const answer = inTime(server.answer(atMs, client.index), timeoutMs);
      agenda.add({
        atMs: atMs + answer.latencyMs,
        client,
        request: { startMs: atMs, ticket: turn.ticket, answer },
      });
    }
    client.note(atMs);
  }
  return clients.map((client) => client.timeline(server, durationMs));
}

function inTime(answer: ScriptedAnswer, timeoutMs: number): ScriptedAnswer {
  if (answer.latencyMs <= timeoutMs) return answer;
  const error = Object.assign(new Error("no answer in time"), { name: "TimeoutError" });
  return { latencyMs: timeoutMs, observation: { latencyMs: timeoutMs, error }, kind: "refused" };
}

/** A client in a run: its pacer and what is noted of it. */
class Client {
  readonly pacer: Pacer;
  readonly index: number;
  busy = 0;
  wakeMs = 0;
  readonly #answers: TimelineAnswer[] = [];
  readonly #pace: PaceStep[] = [];
  readonly #cooldowns: CooldownBand[] = [];

  constructor(pacer: Pacer, index: number) {
    this.pacer = pacer;
    this.index = index;
  }

  end({ startMs, ticket, answer }: NonNullable<Happening["request"]>, endMs: number): void {
    this.busy -= 1;
    this.pacer.end(ticket, answer.observation, endMs);
    this.#answers.push({ startMs, endMs, status: answer.observation.status ?? 0, kind: answer.kind });
  }

  note(atMs: number): void {
    const pace = this.pacer.pace(atMs);
    if (!isSamePace(this.#pace.at(-1), pace)) {
      this.#pace.push({ atMs, intervalMs: pace.intervalMs, concurrency: pace.concurrency });
    }
    if (pace.cooldownUntilMs <= atMs) return;
    const last = this.#cooldowns.at(-1);
    const band = { fromMs: atMs, untilMs: pace.cooldownUntilMs, reason: pace.cooldownReason };
    if (last !== undefined && last.untilMs >= atMs) {
      this.#cooldowns[this.#cooldowns.length - 1] = { ...band, fromMs: last.fromMs };
    } else this.#cooldowns.push(band);
  }

  timeline(server: ScriptedServer, durationMs: number): Timeline {
    const count = (kind: TimelineAnswer["kind"]): number =>
      this.#answers.filter((answer) => answer.kind === kind).length;
    return {
      name: server.description.name,
      durationMs,
      pace: this.#pace,
      answers: this.#answers,
      cooldowns: this.#cooldowns,
      crawlDelayMs: server.description.crawlDelayMs ?? 0,
      accepted: count("accepted"),
      refused: count("refused"),
      failed: count("failed"),
    };
  }
}

function isSamePace(last: PaceStep | undefined, pace: PacerPace): boolean {
  return (
    last !== undefined &&
    last.concurrency === pace.concurrency &&
    Math.abs(last.intervalMs - pace.intervalMs) <= SAME_PACE * last.intervalMs
  );
}

/** What will happen, by time, then by order of adding. */
class Agenda {
  readonly #heap: Happening[] = [];
  #order = 0;

  add(what: Omit<Happening, "order">): void {
    const heap = this.#heap;
    const added: Happening = { ...what, order: this.#order++ };
    let index = heap.push(added) - 1;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = heap[parentIndex] as Happening;
      if (isBefore(parent, added)) break;
      heap[index] = parent;
      index = parentIndex;
    }
    heap[index] = added;
  }

  next(): Happening | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let childIndex = 2 * index + 1;
      const right = heap[childIndex + 1];
      if (right !== undefined && isBefore(right, heap[childIndex] as Happening)) childIndex++;
      const child = heap[childIndex];
      if (child === undefined || isBefore(last, child)) break;
      heap[index] = child;
      index = childIndex;
    }
    heap[index] = last;
    return first;
  }
}

const isBefore = (one: Happening, other: Happening): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
