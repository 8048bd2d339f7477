import * as fc from "fast-check";
import type { Clock } from "../../src/common/clock.ts";
import { CrawlError, LearnedRateLimiter, type Lease, type LimiterOptions } from "../../src/governor/index.ts";
import { ManualClock, seededRandom } from "../../src/testing/index.ts";

/** The hosts of a trial. */
const HOSTS = ["a.test", "b.test", "c.test"] as const;
/** One of them. */
export type Host = (typeof HOSTS)[number];

/** What a caller, a server or an unruly platform may do. */
export type Act =
  | { do: "acquire"; host: Host; priority: number; maxWaitMs: number | undefined }
  | { do: "try"; host: Host }
  | { do: "release"; which: number; answer: number }
  | { do: "abort"; which: number }
  | { do: "observe"; host: Host; answer: number }
  | { do: "pause" | "resume"; host: Host }
  | { do: "advance" | "stall" | "wall" | "back"; ms: number };

const host = fc.constantFrom(...HOSTS);
/** Anything that may happen. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("acquire" as const),
      host,
      priority: fc.integer({ min: -2, max: 2 }),
      maxWaitMs: fc.option(fc.nat(20_000), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("try" as const), host }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("release" as const), which: fc.nat(), answer: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("abort" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("observe" as const), host, answer: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("pause" as const, "resume" as const), host }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.nat(5000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("stall" as const, "back" as const), ms: fc.nat(20_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("wall" as const),
      ms: fc.integer({ min: -86_400_000, max: 86_400_000 }),
    }),
  },
);

/** Answers a server may give; with what each forbids. */
const ANSWERS = [
  { observation: { status: 200, latencyMs: 80 }, retryMs: 0 },
  { observation: { status: 200, latencyMs: 5 }, retryMs: 0 },
  { observation: { status: 429, latencyMs: 20 }, retryMs: 0 },
  { observation: { status: 429, headers: { "retry-after": "7" } }, retryMs: 7000 },
  { observation: { status: 503, headers: { "retry-after": "30" } }, retryMs: 30_000 },
  { observation: { status: 500, latencyMs: 50 }, retryMs: 0 },
  { observation: { error: new Error("reset") }, retryMs: 0 },
  { observation: undefined, retryMs: 0 },
] as const;

interface Caller {
  readonly host: Host;
  readonly priority: number;
  readonly order: number;
  readonly controller: AbortController;
  settled: number;
}

/** A limiter under random use, and a record of what it must hold to, in true time. */
export class Trial {
  /** True time: what `clock` shows to nobody but the test. */
  readonly time: ManualClock = new ManualClock();
  readonly limiter: LearnedRateLimiter;
  readonly #crawlDelayMs: Readonly<Record<Host, number>>;
  #backMs = 0;
  readonly #callers: Caller[] = [];
  readonly #leases: Lease[] = [];
  readonly #lastStartMs = new Map<string, number>();
  readonly #intervalMs = new Map<string, number>();
  readonly #notBeforeMs = new Map<string, number>();
  #isAsking = false;
  readonly #broken: string[] = [];

  constructor(
    crawlDelayMs: Record<Host, number>,
    optionsOf: (time: ManualClock) => LimiterOptions = () => ({}),
    slackOf: () => number = () => 0,
  ) {
    this.#crawlDelayMs = crawlDelayMs;
    const { time } = this;
    const clock: Clock = {
      now: () => time.now() - this.#backMs,
      wall: () => time.wall(),
      setTimeout: (task, ms) => time.setTimeout(task, Math.max(0, ms + slackOf())),
      clearTimeout: (timer) => time.clearTimeout(timer),
    };
    this.limiter = new LearnedRateLimiter({
      clock,
      random: seededRandom(1),
      leaseMs: 3_600_000,
      robots: { crawlDelayMs: (name) => this.#crawlDelayAsked(name) },
      ...optionsOf(time),
    });
    this.limiter.on("grant", ({ host: name }) => this.#onGrant(name as Host));
  }

  /** Lets all that happen; gives the promises that were broken. */
  async run(acts: readonly Act[]): Promise<readonly string[]> {
    for (const each of acts) {
      await this.#do(each);
      this.holds("one timer at most", this.time.pendingTimers <= 1);
      this.holds("as many in flight as leases", this.limiter.stats().inFlight === this.#leases.length);
      if (this.#broken.length > 0) return this.#broken;
    }
    await this.#drain();
    return this.#broken;
  }

  /** Notes a promise that is broken. */
  holds(promise: string, isKept: boolean): void {
    if (!isKept) this.#broken.push(promise);
  }

  async #do(each: Act): Promise<void> {
    const { limiter, time } = this;
    switch (each.do) {
      case "acquire":
        this.#acquire(each.host, each.priority, each.maxWaitMs);
        break;
      case "try": {
        const answer = await limiter.tryAcquire(each.host);
        if (answer.granted) this.#leases.push(answer);
        break;
      }
      case "release": {
        const [lease] = this.#leases.splice(each.which % Math.max(1, this.#leases.length), 1);
        if (lease !== undefined) await this.#release(lease, each.answer);
        break;
      }
      case "abort":
        this.#callers[each.which % Math.max(1, this.#callers.length)]?.controller.abort("enough");
        break;
      case "observe": {
        const answer = ANSWERS[each.answer % ANSWERS.length] ?? ANSWERS[0];
        this.#noteRetry(each.host, answer.retryMs);
        await limiter.observe(each.host, answer.observation ?? {});
        break;
      }
      case "pause":
        limiter.pause(each.host);
        break;
      case "resume":
        limiter.resume(each.host);
        break;
      case "advance":
        break;
      case "stall":
        time.stall(each.ms);
        break;
      case "back":
        this.#backMs += each.ms;
        break;
      case "wall":
        time.stepWall(each.ms);
        break;
    }
    await time.advanceAsync(each.do === "advance" ? each.ms : 0);
  }

  #acquire(name: Host, priority: number, maxWaitMs: number | undefined): void {
    const caller: Caller = {
      host: name,
      priority,
      order: this.#callers.length,
      controller: new AbortController(),
      settled: 0,
    };
    this.#callers.push(caller);
    const wait = maxWaitMs === undefined ? {} : { maxWaitMs };
    void this.#follow(
      caller,
      this.limiter.acquire(name, { signal: caller.controller.signal, priority, ...wait }),
    );
  }

  async #follow(caller: Caller, acquired: Promise<Lease>): Promise<void> {
    try {
      const lease = await acquired;
      caller.settled++;
      const overtaken = this.#callers.filter(
        ({ host: name, priority, order, settled }) =>
          settled === 0 && name === caller.host && priority === caller.priority && order < caller.order,
      );
      this.holds("first in, first out within a priority", overtaken.length === 0);
      this.#leases.push(lease);
    } catch (error) {
      caller.settled++;
      const isExpected = error === "enough" || (error instanceof CrawlError && error.code !== "closed");
      this.holds(`no error but refusals: ${String(error)}`, isExpected);
    }
  }

  async #release(lease: Lease, index: number): Promise<void> {
    const answer = ANSWERS[index % ANSWERS.length] ?? ANSWERS[0];
    this.#noteRetry(lease.host, answer.retryMs);
    await lease.release(answer.observation);
    await lease.release({ status: 429, headers: { "retry-after": "3600" } });
  }

  #noteRetry(name: string, retryMs: number): void {
    const untilMs = this.time.now() + retryMs;
    if (retryMs > 0) this.#notBeforeMs.set(name, Math.max(untilMs, this.#notBeforeMs.get(name) ?? 0));
  }

  /** The limiter asks this right before it asks the law: the moment to see what the law holds to. */
  #crawlDelayAsked(name: string): number {
    if (!this.#isAsking) {
      this.#isAsking = true;
      this.#intervalMs.set(name, this.limiter.intervalMsFor(name));
      this.#isAsking = false;
    }
    return this.#crawlDelayMs[name as Host];
  }

  #onGrant(name: Host): void {
    const nowMs = this.time.now();
    const gapMs = nowMs - (this.#lastStartMs.get(name) ?? -Infinity);
    const { inFlight } = this.limiter.inspect(name);
    // States are kept to the hundredth of a millisecond.
    this.holds("Crawl-delay", gapMs + 0.02 >= this.#crawlDelayMs[name]);
    this.holds("interval", gapMs + 0.02 >= (this.#intervalMs.get(name) ?? 0));
    this.holds("Retry-After", nowMs + 0.02 >= (this.#notBeforeMs.get(name) ?? 0));
    this.holds("in-flight limit", inFlight <= 16);
    this.#lastStartMs.set(name, nowMs);
  }

  /** Ends every request well; then everybody must have been served or turned away, and no timer be left. */
  async #drain(): Promise<void> {
    for (const name of HOSTS) this.limiter.resume(name);
    for (let round = 0; round < 4000 && this.limiter.stats().waiting > 0; round++) {
      for (const lease of this.#leases.splice(0)) await this.#release(lease, 0);
      await this.time.advanceAsync(2000);
    }
    await this.time.advanceAsync(0);
    for (const lease of this.#leases.splice(0)) await this.#release(lease, 0);
    await this.time.advanceAsync(0);
    const { waiting, inFlight } = this.limiter.stats();
    this.holds(
      "everybody settled once",
      this.#callers.every(({ settled }) => settled === 1),
    );
    this.holds("nobody left", waiting === 0 && inFlight === 0);
    this.holds("no timer left", this.time.pendingTimers === 0);
  }
}
