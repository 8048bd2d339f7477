import type { RobotsCache, RobotsEntry } from "../cache/index.ts";
import { BoundedMap } from "../common/bounded-map.ts";
import { Emitter, type EventOf } from "../common/emitter.ts";
import { CrawlError } from "../common/errors.ts";
import { checkName, checkUrl } from "../common/url-rules.ts";
import type { AcquireOptions, LearnedRateLimiter, Lease, Observation } from "../governor/index.ts";
import { BudgetBook } from "./budget.ts";
import type { GateEvent, GateStats } from "./gate-event.ts";
import { gateSettingsFrom, type GateOptions, type GateSettings } from "./gate-options.ts";
import { judge, type Bench, type Judgement } from "./judge.ts";
import { HeldPermit, type Permit } from "./permit.ts";
import { RefusalError, refusalOf, type Refusal } from "./refusal.ts";

/** What may be said on entering. */
export interface EnterOptions extends AcquireOptions {
  /** How far from the start the page is, for the budget's `maxDepth`. @defaultValue unknown, which is not too far */
  depth?: number;
  /** Whether this is no retry or redirect of a page that has entered before. @defaultValue true */
  isNewPage?: boolean;
}

/** So many keys are known to be floored; one that is forgotten is told again. */
const REMEMBERED_FLOORS = 10_000;

/**
 * The one way in for every request: whatever sends one enters with its URL first, and again for each redirect
 * and each retry. The form of the URL, the budget and the robots.txt of its origin are judged in this order, then
 * the pace of the host is waited for. What cannot be judged is refused.
 *
 * @throws TypeError or RangeError for an option that breaks its rule, naming rule and value.
 */
export class CrawlGate {
  /** What to send as `User-Agent`, unchanged. */
  readonly userAgent: string;
  /** The product token that is looked for in robots.txt. */
  readonly token: string;
  readonly #settings: GateSettings;
  readonly #budget: BudgetBook;
  readonly #bench: Bench;
  readonly #emitter = new Emitter<GateEvent>();
  readonly #counted = new WeakSet<RobotsEntry>();
  readonly #floors = new BoundedMap<string, number>({ maxEntries: REMEMBERED_FLOORS });
  readonly #refused = new Map<string, number>();
  #permitted = 0;
  #open = 0;
  #waitedMs = 0;

  constructor(options: GateOptions) {
    const settings = gateSettingsFrom(options);
    this.#settings = settings;
    this.userAgent = settings.crawler.userAgent;
    this.token = settings.crawler.token;
    this.#budget = new BudgetBook(settings.budget);
    this.#bench = {
      robots: settings.robots,
      token: this.token,
      onLookup: (entry) => this.#countRobots(entry),
    };
  }

  /** What knows the rules: the one handed in, or the gate's own. */
  get robots(): RobotsCache {
    return this.#settings.robots;
  }

  /** What knows the pace: the one handed in, or the gate's own. */
  get governor(): LearnedRateLimiter {
    return this.#settings.governor;
  }

  /**
   * Waits for the right to send a request to `url`. Give the permit back with what was observed.
   *
   * Rejects with {@link RefusalError}, a `CrawlError` that carries the {@link Refusal}; with the signal's reason
   * on an abort; with a `TypeError` or `RangeError` for wrong use.
   */
  async enter(url: string | URL, options?: EnterOptions): Promise<Permit> {
    const answer = await this.tryEnter(url, options);
    if (answer.granted) return answer;
    throw new RefusalError(answer);
  }

  /** As {@link enter}, with a refusal as a value. It waits for the pace too: not to, set `maxWaitMs: 0`. */
  async tryEnter(url: string | URL, options: EnterOptions = {}): Promise<Permit | Refusal> {
    try {
      options.signal?.throwIfAborted();
      return await this.#enter(url, options);
    } catch (error) {
      if (!(error instanceof CrawlError) || options.signal?.aborted === true) throw error;
      const refusal = refusalOf(error, url);
      this.#refused.set(refusal.code, (this.#refused.get(refusal.code) ?? 0) + 1);
      this.#emitter.emit({ type: "refused", refusal });
      return refusal;
    }
  }

  /** Teaches the governor what was seen of the host of `url` without a permit. */
  async observe(url: string | URL, observation: Observation): Promise<void> {
    const { governor, keyOf, urlRules } = this.#settings;
    await governor.observe(await keyOf(checkUrl(url, urlRules)), observation);
  }

  /** What it has done so far. */
  get stats(): GateStats {
    return {
      permitted: this.#permitted,
      open: this.#open,
      refused: Object.fromEntries(this.#refused),
      waitedMs: this.#waitedMs,
    };
  }

  /** Calls `listener` for each event of `type` from now on. What is returned ends that. */
  on<Type extends GateEvent["type"]>(
    type: Type,
    listener: (event: EventOf<GateEvent, Type>) => void,
  ): () => void {
    return this.#emitter.on(type, listener);
  }

  async #enter(input: string | URL, { depth, isNewPage = true, ...waiting }: EnterOptions): Promise<Permit> {
    const { urlRules, checkAddress } = this.#settings;
    const { signal } = waiting;
    const url = checkUrl(input, urlRules);
    checkName(url, urlRules);
    await checkAddress?.(url, signal);
    this.#budget.check(url, depth, isNewPage);
    const judgement = await judge(url, this.#bench, signal);
    const charge = this.#budget.charge(url, isNewPage);
    try {
      return await this.#pace(url, judgement, waiting);
    } catch (error) {
      charge.refund();
      throw error;
    }
  }

  async #pace(url: URL, judgement: Judgement, waiting: AcquireOptions): Promise<Permit> {
    const { governor, keyOf } = this.#settings;
    const key = await keyOf(url);
    await this.#raiseFloor(key, judgement.intervalMs);
    const lease = await governor.acquire(key, waiting);
    try {
      return this.#permit(url, key, lease, await this.#stillAllowed(url, judgement, waiting.signal));
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** The judgement as of now: the wait may have been longer than robots.txt holds. */
  async #stillAllowed(url: URL, judgement: Judgement, signal: AbortSignal | undefined): Promise<Judgement> {
    const isFresh = this.#settings.clock.wall() < judgement.robots.expiresAtMs;
    return isFresh ? judgement : judge(url, this.#bench, signal);
  }

  /** Makes sure that the governor keeps what robots.txt asks for; its own `robots` may know already. */
  async #raiseFloor(key: string, intervalMs: number): Promise<void> {
    const { governor } = this.#settings;
    const floorMs = Math.max(this.#floors.get(key) ?? 0, governor.crawlDelayMsFor(key));
    if (intervalMs <= floorMs) return;
    this.#floors.set(key, intervalMs);
    await governor.observe(key, { crawlDelayMs: intervalMs });
  }

  #permit(url: URL, key: string, lease: Lease, { robots, verdict, crawlDelayMs }: Judgement): Permit {
    const { clock } = this.#settings;
    const onDone = (observation?: Observation): Observation | undefined => {
      this.#open--;
      this.#emitter.emit({ type: "finished", permit, ...(observation && { observation }) });
      const floorMs = this.#floors.get(key);
      return observation && floorMs !== undefined ? { crawlDelayMs: floorMs, ...observation } : observation;
    };
    const permit = new HeldPermit({ url, verdict, robots, crawlDelayMs, lease, clock, onDone });
    this.#permitted++;
    this.#open++;
    this.#waitedMs += lease.waitedMs;
    this.#emitter.emit({ type: "permitted", permit });
    return permit;
  }

  #countRobots(entry: RobotsEntry): void {
    // All who waited for one fetch get the same entry.
    if (entry.source !== "fetch" || this.#counted.has(entry)) return;
    this.#counted.add(entry);
    this.#budget.chargeRobots([entry.origin, ...entry.redirects]);
  }
}
