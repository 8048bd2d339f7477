import type { RobotsEntry } from "../cache/index.ts";
import type { Clock } from "../common/clock.ts";
import type { Lease, Observation, WaitReason } from "../governor/index.ts";
import type { Verdict } from "../policy/index.ts";

/** The right to send one request now. Give it back when the head of the answer is there. */
export interface Permit extends AsyncDisposable {
  readonly granted: true;
  /** What may be asked for. */
  readonly url: URL;
  /** Why robots.txt allows it. */
  readonly verdict: Verdict;
  /** How the site stands. */
  readonly robots: RobotsEntry;
  /** What robots.txt asks of the pace; absent when it names none. */
  readonly crawlDelayMs?: number;
  /** How long the pace was waited for. */
  readonly waitedMs: number;
  /** What took longest of that; `none` when nothing was waited for. */
  readonly waitedFor: WaitReason;
  /** Milliseconds since it was given: at the head of the answer, the latency. */
  readonly elapsedMs: number;
  /**
   * Gives it back, and teaches what was observed; without an observation, as when it is disposed, nothing is
   * taught. Only the first call counts. Returns a promise where the governor's store does; neither throws. A
   * permit that nobody gives back ends with the governor's lease.
   */
  done(observation?: Observation): void | Promise<void>;
}

/** What a {@link Permit} is made of. */
export interface PermitParts {
  readonly url: URL;
  readonly verdict: Verdict;
  readonly robots: RobotsEntry;
  readonly crawlDelayMs: number | undefined;
  readonly lease: Lease;
  readonly clock: Clock;
  /** Told once, with what is taught; gives what the governor is to learn. */
  readonly onDone: (observation: Observation | undefined) => Observation | undefined;
}

/** A {@link Permit} that holds the governor's lease. */
export class HeldPermit implements Permit {
  readonly granted = true;
  readonly url: URL;
  readonly verdict: Verdict;
  readonly robots: RobotsEntry;
  readonly crawlDelayMs?: number;
  readonly waitedMs: number;
  readonly waitedFor: WaitReason;
  readonly #lease: Lease;
  readonly #clock: Clock;
  readonly #sinceMs: number;
  readonly #onDone: PermitParts["onDone"];
  #isDone = false;

  constructor({ url, verdict, robots, crawlDelayMs, lease, clock, onDone }: PermitParts) {
    this.url = url;
    this.verdict = verdict;
    this.robots = robots;
    if (crawlDelayMs !== undefined) this.crawlDelayMs = crawlDelayMs;
    this.waitedMs = lease.waitedMs;
    this.waitedFor = lease.waitedFor;
    this.#lease = lease;
    this.#clock = clock;
    this.#sinceMs = clock.now();
    this.#onDone = onDone;
  }

  get elapsedMs(): number {
    return this.#clock.now() - this.#sinceMs;
  }

  done(observation?: Observation): void | Promise<void> {
    if (this.#isDone) return undefined;
    this.#isDone = true;
    return this.#lease.release(this.#onDone(observation));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.done();
  }
}
