import * as fc from "fast-check";
import { admit, learn, settingsFrom, viewOf } from "../../src/governor/index.ts";
import type { Grant, HostState, Observation, Settings } from "../../src/governor/index.ts";

/** What a test lets happen to one host. */
export interface Happening {
  /** Time since the one before. */
  readonly afterMs: number;
  /** What is seen, if anything. */
  readonly observation?: Observation;
  /** Whether the oldest request in flight ends with it; else it is seen outside a lease. */
  readonly ends: boolean;
}

/** Statuses and what else a hostile world may hold against the law. */
const anyObservation: fc.Arbitrary<Observation> = fc.record(
  {
    status: fc.constantFrom(
      200,
      204,
      301,
      404,
      401,
      403,
      407,
      408,
      429,
      430,
      500,
      502,
      503,
      529,
      0,
      -1,
      NaN,
      1e308,
    ),
    latencyMs: fc.oneof(fc.nat(5000), fc.constantFrom(NaN, -1, 1e308, 0, Infinity)),
    error: fc.constantFrom(
      undefined,
      new Error("reset"),
      { name: "AbortError" },
      { name: "TimeoutError" },
      null,
      "x",
    ),
    headers: fc.constantFrom<NonNullable<Observation["headers"]>[]>(
      {},
      { "retry-after": "5" },
      { "retry-after": "-1" },
      { "retry-after": "99999999999999999999" },
      { "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT", date: "Wed, 21 Oct 2015 07:27:00 GMT" },
      { ratelimit: '"a";r=0;t=3', "ratelimit-policy": '"a";q=10;w=60' },
      { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "1e308" },
      { "x-ratelimit-remaining": "3", "x-ratelimit-reset": "30", "x-ratelimit-limit": "NaN" },
      [["retry-after", "2"]],
      { age: "5", ratelimit: '"a";r=0;t=300' },
    ),
    crawlDelayMs: fc.constantFrom(0, 500, NaN, -1, 1e308),
  },
  { requiredKeys: [] },
);

/** Anything, in any order, a day back included. */
export const anyHappening: fc.Arbitrary<Happening> = fc.record({
  afterMs: fc.oneof(fc.nat(3000), fc.nat(1000_000), fc.constantFrom(0, -1, -86_400_000, 86_400_000)),
  observation: anyObservation,
  ends: fc.boolean(),
});

const half = (): number => 0.5;

/** Drives the pure law as a limiter would, one host, with as much to do as it lets. */
export class LawRun {
  readonly settings: Settings;
  readonly starts: number[] = [];
  state: HostState | undefined;
  nowMs = 1_000_000;
  readonly #grants: Grant[] = [];

  constructor(options: Parameters<typeof settingsFrom>[0] = {}) {
    this.settings = settingsFrom(options);
  }

  /** Starts one more request if the law lets it. */
  tryStart(crawlDelayMs = 0): boolean {
    const { state, decision } = admit(this.state, { crawlDelayMs }, this.nowMs, this.settings, half);
    this.state = state;
    if (!decision.granted) return false;
    this.#grants.push(decision.grant);
    this.starts.push(this.nowMs);
    return true;
  }

  /** Ends the oldest request in flight, or sees something outside a lease. */
  see(observation: Observation | undefined, ends = true): ReturnType<typeof learn> {
    const grant = ends ? this.#grants.shift() : undefined;
    const lesson = {
      ...(observation === undefined ? {} : { observation }),
      ...(grant === undefined ? {} : { grant }),
    };
    const learned = learn(this.state, lesson, this.nowMs, this.settings, half);
    this.state = learned.state;
    return learned;
  }

  /** Lets something happen, and starts what may be started. */
  happen({ afterMs, observation, ends }: Happening): void {
    this.nowMs += afterMs;
    this.tryStart();
    this.see(observation, ends);
  }

  /** Clean answers for `forMs`, as fast as the law lets. */
  runClean(forMs: number, latencyMs = 50): void {
    const endMs = this.nowMs + forMs;
    while (this.nowMs < endMs) {
      const { state, decision } = admit(this.state, {}, this.nowMs, this.settings, half);
      if (decision.granted) {
        this.state = state;
        this.#grants.push(decision.grant);
        this.starts.push(this.nowMs);
        this.nowMs += Math.min(latencyMs, 5);
        this.see({ status: 200, latencyMs });
      } else if (decision.reason === "concurrency") this.see({ status: 200, latencyMs });
      else this.nowMs = Math.min(endMs, Math.max(this.nowMs + 1, decision.atMs));
    }
  }

  get intervalMs(): number {
    return viewOf(this.state, {}, this.nowMs, this.settings).intervalMs;
  }

  get concurrency(): number {
    return viewOf(this.state, {}, this.nowMs, this.settings).concurrency;
  }

  get view(): ReturnType<typeof viewOf> {
    return viewOf(this.state, {}, this.nowMs, this.settings);
  }
}
