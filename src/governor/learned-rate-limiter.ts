import { checkNumber } from "../common/check.ts";
import { Emitter, type EventOf } from "../common/emitter.ts";
import type { Outcome } from "./admission.ts";
import type { LimiterEvent } from "./events.ts";
import type { HostView } from "./host-view.ts";
import { denialOf, HeldLease, type Denial, type Lease } from "./lease.ts";
import { limiterSettingsFrom, ownSettingsFrom, type LimiterOptions } from "./limiter-options.ts";
import { assemble, type LimiterParts } from "./limiter-parts.ts";
import type { Observation } from "./observation.ts";
import { closedError } from "./refusals.ts";
import type { LawOptions } from "./settings.ts";
import { snapshotOf, type HostSnapshot } from "./snapshot.ts";
import { isPending } from "./maybe.ts";
import type { WaitedMs } from "./wait-tally.ts";

/** How a caller wants to wait. */
export interface AcquireOptions {
  /** Gives up; the promise rejects with the signal's own reason. */
  signal?: AbortSignal;
  /** Waits no longer, and is turned away at once when it is known to take longer. @defaultValue as long as it takes */
  maxWaitMs?: number;
  /** Higher goes first, -1000 to 1000; waiting `agingMs` counts as much as one. @defaultValue 0 */
  priority?: number;
}

/** What a limiter has done so far and does now. */
export interface LimiterStats {
  /** Leases given so far. */
  readonly granted: number;
  /** Leases given that were neither released nor ran out. */
  readonly inFlight: number;
  /** Leases that ran out. */
  readonly expired: number;
  /** Callers who wait. */
  readonly waiting: number;
  /** How long all leases given so far were waited for, by reason. */
  readonly waitedMs: Readonly<WaitedMs>;
  /** The store failed, and this process goes on alone. */
  readonly isDegraded: boolean;
}

/**
 * Says when a request to a host may start, and learns from what comes of it how often and how many at once the
 * host bears.
 *
 * It starts with one request a second and two at once, grows while answers are good, gives way when the host refuses, and
 * keeps what robots.txt, `Retry-After` and RateLimit fields ask for, whatever else it learned. With the memory store
 * everything is done at once but the wait itself. A limiter that nobody waits for keeps no process alive.
 *
 * @throws TypeError or RangeError for an option that breaks its rule, naming rule and value.
 */
export class LearnedRateLimiter {
  readonly #parts: LimiterParts;
  readonly #emitter = new Emitter<LimiterEvent>();
  #isClosed = false;

  constructor(options: LimiterOptions = {}) {
    this.#parts = assemble(limiterSettingsFrom(options), (event) => this.#emitter.emit(event));
  }

  /**
   * Waits for the right to start a request to `host`. Release the lease when the answer is there, with what was observed.
   *
   * Rejects with the signal's reason on an abort; with `CrawlError` code `wait-too-long` or `cooldown` at
   * once when it would take longer than `maxWaitMs` or `maxCooldownMs` (`retryAtMs` says when it would be
   * possible), `queue-full`, `crawl-delay-too-long`, `store-failed` or `closed`; with a `TypeError` or
   * `RangeError` for wrong use.
   */
  acquire(host: string, { signal, maxWaitMs = Infinity, priority = 0 }: AcquireOptions = {}): Promise<Lease> {
    try {
      const keys = this.#parts.options.keysOf(host);
      if (maxWaitMs !== Infinity) checkNumber("maxWaitMs", maxWaitMs, { min: 0 });
      if (priority !== 0) checkNumber("priority", priority, { min: -1000, max: 1000 });
      checkSignal(signal);
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
      if (this.#isClosed) return Promise.reject(closedError());
      const aheadMs = priority * this.#parts.options.agingMs;
      return this.#parts.dispatcher.acquire(keys, { host, signal, maxWaitMs, aheadMs });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * A lease if a request to `host` can start now and nobody waits for it; otherwise why not, and when. By promise where the store
   * answers so.
   *
   * @throws (or rejects with) what {@link LearnedRateLimiter.acquire} rejects with.
   */
  tryAcquire(host: string): Lease | Denial | Promise<Lease | Denial> {
    const keys = this.#parts.options.keysOf(host);
    if (this.#isClosed) throw closedError();
    const outcome = this.#parts.dispatcher.tryStart(host, keys);
    return isPending(outcome)
      ? outcome.then((told) => this.#leaseOrDenial(host, told))
      : this.#leaseOrDenial(host, outcome);
  }

  /**
   * Runs `task` with a lease, and releases it whatever becomes of the task. What was observed reaches the law only when the task
   * hands it over: `lease.release({ status, latencyMs, headers })`.
   */
  async run<T>(host: string, task: (lease: Lease) => Promise<T>, options?: AcquireOptions): Promise<T> {
    const lease = await this.acquire(host, options);
    try {
      return await task(lease);
    } finally {
      await lease.release();
    }
  }

  /**
   * Teaches the law what was seen of `host` outside a lease. Never fails for what the world does.
   *
   * @throws TypeError when `observation` is no object.
   */
  observe(host: string, observation: Observation): void | Promise<void> {
    if (typeof observation !== "object" || observation === null) {
      throw new TypeError(
        `observation must be an object, got ${observation === null ? "null" : typeof observation}`,
      );
    }
    return this.#parts.leases.observe(host, this.#parts.options.keysOf(host), observation);
  }

  /** The least time between two starts to `host` as things are now. */
  intervalMsFor(host: string): number {
    return Math.max(...this.#views(host).map(({ view }) => view.intervalMs));
  }

  /** What the limiter's own `robots` asks of the pace to `host`, as an interval; 0 for nothing. */
  crawlDelayMsFor(host: string): number {
    return this.#parts.admission.crawlDelayMsFor(host);
  }

  /** The most requests in flight to `host` as things are now; at least 1. */
  concurrencyFor(host: string): number {
    return Math.min(...this.#views(host).map(({ view }) => view.concurrency));
  }

  /** For how long nothing starts to `host`, whatever the interval; 0 when nothing is held back. */
  cooldownMsFor(host: string): number {
    return Math.max(...this.#views(host).map(({ view, nowMs }) => Math.max(0, view.cooldownUntilMs - nowMs)));
  }

  /** What holds for `host` now and why, as numbers and in words. */
  inspect(host: string): HostSnapshot {
    const keys = this.#parts.options.keysOf(host);
    const waiting = this.#parts.dispatcher.room.lineOf(keys)?.waiters.size ?? 0;
    const wallMs = this.#parts.options.clock.wall();
    const snapshots = this.#views(host).map(({ key, view, nowMs }) =>
      snapshotOf({
        host,
        key,
        view,
        nowMs,
        wallMs,
        waiting,
        isPaused: this.#parts.pacers.get(key)?.isPaused === true,
        isDegraded: this.#parts.link.isDegraded,
      }),
    );
    return snapshots.reduce((last, next) => (next.nextStartInMs > last.nextStartInMs ? next : last));
  }

  /** What was done so far and is done now, all hosts together. */
  stats(): LimiterStats {
    const { granted, inFlight, expired, waitedMs } = this.#parts.leases;
    return {
      granted,
      inFlight,
      expired,
      waiting: this.#parts.dispatcher.room.size,
      waitedMs: { ...waitedMs },
      isDegraded: this.#parts.link.isDegraded,
    };
  }

  /** Calls `listener` for each event of `type` from now on. What is returned ends that. */
  on<Type extends LimiterEvent["type"]>(
    type: Type,
    listener: (event: EventOf<LimiterEvent, Type>) => void,
  ): () => void {
    return this.#emitter.on(type, listener);
  }

  /** Lets nothing start for `key` until {@link LearnedRateLimiter.resume}; who waits goes on waiting. */
  pause(key: string): void {
    const pacer = this.#parts.pacers.keep(this.#parts.options.keyOf(key));
    pacer.isPaused = true;
    this.#parts.dispatcher.reconsider(pacer);
  }

  /** Ends a pause; a key that is not paused is ignored. */
  resume(key: string): void {
    const pacer = this.#parts.pacers.get(this.#parts.options.keyOf(key));
    if (pacer?.isPaused !== true) return;
    pacer.isPaused = false;
    this.#parts.dispatcher.reconsider(pacer);
    this.#parts.pacers.drop(pacer);
  }

  /**
   * Gives `key` settings of its own from now on: what is named replaces the limiter's, what is not stays or gives way. Without
   * settings it has the limiter's again. What was learned stays, as far as the settings in between allowed it.
   *
   * @throws TypeError or RangeError as the constructor does.
   */
  update(key: string, settings?: LawOptions): void {
    const { settings: general, random } = this.#parts.options;
    const own = settings && { settings: ownSettingsFrom(general, settings), random };
    const pacer = this.#parts.pacers.keep(this.#parts.options.keyOf(key));
    pacer.law = own;
    this.#parts.dispatcher.reconsider(pacer);
    this.#parts.pacers.drop(pacer);
  }

  /**
   * Rejects everybody who waits with `CrawlError` code `closed`, and everybody who comes. Leases that are out can still be
   * released. Done when the store has taken in what was learned; closes the store only if the limiter made it.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#parts.dispatcher.refuseAll(closedError());
    this.#parts.alarm.clearAll((due) => due instanceof HeldLease);
    await this.#parts.pacers.settled();
    this.#parts.ownStore?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #views(host: string): { key: string; view: HostView; nowMs: number }[] {
    const { options, admission } = this.#parts;
    return options.keysOf(host).map((key) => Object.assign(admission.view(host, key), { key }));
  }

  #leaseOrDenial(host: string, outcome: Outcome): Lease | Denial {
    if (outcome.kind === "failed") throw outcome.error;
    const { leases, options } = this.#parts;
    return outcome.kind === "granted"
      ? leases.give(host, outcome.slots, undefined)
      : denialOf(host, outcome.denials, options.clock.wall());
  }
}

/** None is `null` to those who come from `fetch`. */
function checkSignal(signal: AbortSignal | null | undefined): void {
  if (signal === undefined || signal === null || typeof signal.addEventListener === "function") return;
  throw new TypeError(`signal must be an AbortSignal, got ${typeof signal}`);
}
