import { fullJitterMs, type BackoffRule } from "../common/backoff.ts";
import type { Clock } from "../common/clock.ts";
import type { Permit } from "../gate/index.ts";
import type { WaitReason } from "../governor/index.ts";
import { isTransient, type Fault } from "./failure.ts";
import { faultOf } from "./faults.ts";
import type { Gate } from "./fetcher-options.ts";

/** How often, and how long, something is tried. */
export interface RetryRules {
  readonly maxRetries: number;
  readonly backoff: BackoffRule;
  /** For all attempts together, the waits for turns apart. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** For whom. */
export interface RetryPlan {
  readonly gate: Gate;
  readonly rules: RetryRules;
  readonly signal: AbortSignal | undefined;
  readonly depth: number | undefined;
}

/** Resolves after `ms`; rejects with the reason of `signal` when that is aborted before. */
function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clock.clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
  });
}

/** The attempts at one page, over all its hops: each enters the gate, and all share the retries and the time. */
export class Attempts {
  readonly #plan: RetryPlan;
  #count = 0;
  #retries = 0;
  #waitedMs = 0;
  #spentMs = 0;
  #longest: Pick<Permit, "waitedMs" | "waitedFor"> = { waitedMs: 0, waitedFor: "none" };

  constructor(plan: RetryPlan) {
    this.#plan = plan;
  }

  /** How many were made. */
  get count(): number {
    return this.#count;
  }

  /** How long they waited for their turns. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** What they waited for longest. */
  get waitedFor(): WaitReason {
    return this.#longest.waitedFor;
  }

  /**
   * Asks for `url` until something comes of it that another attempt would not change. `attempt` gives its permit back
   * by itself. Rejects with what it failed of, or with the reason of the signal.
   */
  async insist<T>(url: URL, attempt: (permit: Permit, leftMs: number) => Promise<T>): Promise<T> {
    const { rules, signal } = this.#plan;
    let failed: Fault | undefined;
    for (;;) {
      const permit = await this.#enter(url, failed);
      try {
        return await this.#timed(() => attempt(permit, Math.max(0, rules.timeoutMs - this.#spentMs)));
      } catch (error) {
        signal?.throwIfAborted();
        failed = faultOf(error, rules.clock.wall());
        if (this.#retries >= rules.maxRetries || !isTransient(failed)) throw failed;
        await this.#pause(failed);
      }
    }
  }

  /** Waits for a request's turn. When there is none after a failure, the failure is what there is to tell. */
  async #enter(url: URL, failed: Fault | undefined): Promise<Permit> {
    const { gate, rules, signal, depth } = this.#plan;
    const sinceMs = rules.clock.now();
    try {
      const permit = await gate.enter(url, {
        ...(signal === undefined ? {} : { signal }),
        ...(depth === undefined ? {} : { depth }),
        isNewPage: this.#count === 0,
      });
      if (permit.waitedMs > this.#longest.waitedMs) this.#longest = permit;
      return permit;
    } catch (error) {
      signal?.throwIfAborted();
      throw failed ?? error;
    } finally {
      this.#waitedMs += rules.clock.now() - sinceMs;
    }
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const { clock } = this.#plan.rules;
    const sinceMs = clock.now();
    this.#count++;
    try {
      return await work();
    } finally {
      this.#spentMs += clock.now() - sinceMs;
    }
  }

  /** Waits before another attempt, never less than was asked for: what does not fit into the time is not tried. */
  async #pause(failed: Fault): Promise<void> {
    const { rules, signal } = this.#plan;
    const jitterMs = fullJitterMs(++this.#retries, rules.backoff, rules.random);
    const waitMs = Math.max(jitterMs, failed.details.retryAfterMs ?? 0);
    if (waitMs >= rules.timeoutMs - this.#spentMs) throw failed;
    this.#spentMs += waitMs;
    await sleep(rules.clock, waitMs, signal);
  }
}
