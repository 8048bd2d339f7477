import type { Clock } from "../common/clock.ts";
import { BoundedMap } from "../common/bounded-map.ts";
import { Emitter, type EventOf } from "../common/emitter.ts";
import { CrawlError } from "../common/errors.ts";
import { originOf } from "../common/origin.ts";
import { RobotsPolicy } from "../policy/index.ts";
import type { CacheEvent, CacheStats } from "./cache-event.ts";
import { settingsFrom, type CacheOptions, type CacheSettings } from "./cache-options.ts";
import { fetchRobots, type FetchRules, type RobotsAnswer } from "./fetch-robots.ts";
import type { RobotsEntry, RobotsSource } from "./robots-entry.ts";
import { SecondLevel } from "./second-level.ts";
import { settle } from "./settle.ts";
import { SingleFlight } from "./single-flight.ts";
import { isFresh, isToBeLeftAlone, siteInTrouble, weightOf, type Moment, type Site } from "./site.ts";
import { readStoredSite, storedForMs, storedText, type StoredRules } from "./stored-site.ts";

/** What may be said with a lookup. */
export interface LookupOptions {
  /** Ends the wait of this asker; the fetch goes on while another waits for it. */
  signal?: AbortSignal;
}

type Counts = { -readonly [Name in Exclude<keyof CacheStats, "entries" | "bytes">]: number };

const itself = (entry: RobotsEntry): RobotsEntry => entry;
const policyOf = (entry: RobotsEntry): RobotsPolicy => entry.policy;
const from = (site: Site, source: RobotsSource): RobotsEntry => ({ ...site.entry, source });

/** The same origin in a string of its own: the one cut out of a URL would keep the whole URL in memory. */
const detached = (origin: string): string => originOf(new URL(origin)) ?? origin;

/** What is wrong with something that has no origin. Never quotes it: it may hold a password. */
const refusalOf = (url: unknown): Error =>
  typeof url === "string" || url instanceof URL
    ? new CrawlError("bad-url", "only absolute http: and https: URLs have a robots.txt")
    : new TypeError(`url must be a string or a URL, got ${url === null ? "null" : typeof url}`);

/**
 * Knows the robots.txt of every site it is asked about: fetches it once for all who ask, keeps it as long as
 * RFC 9309 and its server allow, and obeys it through every failure. A site that cannot be asked is closed,
 * or held to the rules it had until lately.
 *
 * Making one fetches nothing, and it holds no timer while nobody waits.
 */
export class RobotsCache {
  readonly #settings: CacheSettings;
  readonly #clock: Clock;
  readonly #rules: StoredRules;
  readonly #fetchRules: FetchRules;
  readonly #sites: BoundedMap<string, Site>;
  readonly #flights = new SingleFlight<RobotsEntry>();
  readonly #secondLevel: SecondLevel | undefined;
  readonly #emitter = new Emitter<CacheEvent>();
  readonly #counts: Counts = {
    hits: 0,
    misses: 0,
    coalesced: 0,
    fetches: 0,
    failures: 0,
    stale: 0,
    evicted: 0,
    storeHits: 0,
    storeFailures: 0,
  };

  /** @throws TypeError or RangeError for an option that cannot be. */
  constructor(options: CacheOptions = {}) {
    const settings = settingsFrom(options);
    const { clock, store, maxEntries, maxTotalBytes } = settings;
    this.#settings = settings;
    this.#clock = clock;
    this.#rules = { ...settings, open: RobotsPolicy.allowAll(), closed: RobotsPolicy.disallowAll() };
    this.#fetchRules = { ...settings, onRequest: () => this.#counts.fetches++ };
    this.#sites = new BoundedMap({
      maxEntries,
      maxWeight: maxTotalBytes,
      onEvict: (origin) => {
        this.#counts.evicted++;
        this.#emitter.emit({ type: "evicted", origin });
      },
    });
    if (store === undefined) return;
    this.#secondLevel = new SecondLevel({
      store,
      clock,
      timeoutMs: settings.storeTimeoutMs,
      onFailure: (origin, operation, cause) => {
        this.#counts.storeFailures++;
        this.#emitter.emit({ type: "store-failed", origin, operation, cause });
      },
    });
  }

  /**
   * The policy of the site that `url` belongs to, fetched when it has to be.
   *
   * Rejects with a `CrawlError` `bad-url` for what is no absolute http or https URL, and with the reason of
   * `signal` when that is aborted. No failure of the site rejects: it closes the site.
   */
  get(url: string | URL, options: LookupOptions = {}): Promise<RobotsPolicy> {
    return this.#answer(url, options.signal, policyOf);
  }

  /** As {@link get}, with the state of the site, where the answer came from, and until when it holds. */
  lookup(url: string | URL, options: LookupOptions = {}): Promise<RobotsEntry> {
    return this.#answer(url, options.signal, itself);
  }

  /** What is in memory about the site of `url`, expired or not. Fetches nothing, and does not count as use. */
  peek(url: string | URL): RobotsEntry | undefined {
    const origin = originOf(url);
    return origin === undefined ? undefined : this.#sites.peek(origin)?.entry;
  }

  /**
   * The `Crawl-delay` for the cache's `agent` at a host (`a.test`, `a.test:8080`) or an origin, from what is in
   * memory, expired or not; `undefined` when nothing is, or it names none. For a host whose http and https
   * sites differ, the longer. Fetches nothing.
   */
  crawlDelayMs(host: string): number | undefined {
    if (host.includes("://")) return this.#delayMs(host);
    const secure = this.#delayMs(`https://${host}`);
    const plain = this.#delayMs(`http://${host}`);
    return secure === undefined || plain === undefined ? (secure ?? plain) : Math.max(secure, plain);
  }

  /**
   * Forgets the site of `url`, in the second level too, so that the next lookup asks it. A fetch under way goes
   * on, and its answer counts.
   */
  invalidate(url: string | URL): void {
    const origin = originOf(url);
    if (origin === undefined) return;
    this.#sites.delete(origin);
    this.#secondLevel?.forget(origin);
  }

  /** Forgets every site. The second level keeps what it has. */
  clear(): void {
    this.#sites.clear();
  }

  /** What it has done and what it holds, as of now. */
  get stats(): CacheStats {
    return { ...this.#counts, entries: this.#sites.size, bytes: this.#sites.weight };
  }

  /** Calls `listener` for each event of `type` from now on. What is returned ends that. */
  on<Type extends CacheEvent["type"]>(
    type: Type,
    listener: (event: EventOf<CacheEvent, Type>) => void,
  ): () => void {
    return this.#emitter.on(type, listener);
  }

  /** The hot path: no promise but the one returned while an answer holds. */
  #answer<Answer>(
    url: string | URL,
    signal: AbortSignal | undefined,
    pick: (entry: RobotsEntry) => Answer,
  ): Promise<Answer> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    const origin = url === null || url === undefined ? undefined : originOf(url);
    if (origin === undefined) return Promise.reject(refusalOf(url));
    const site = this.#sites.get(origin);
    if (site !== undefined && isFresh(site, this.#clock.now())) {
      this.#counts.hits++;
      return Promise.resolve(pick(site.entry));
    }
    const work = (inner: AbortSignal): Promise<RobotsEntry> => this.#find(origin, inner);
    if (this.#flights.has(origin)) this.#counts.coalesced++;
    else this.#counts.misses++;
    return this.#flights.join(origin, work, signal).then(pick);
  }

  #moment(): Moment {
    return { nowMs: this.#clock.now(), wallMs: this.#clock.wall() };
  }

  /** Finds out how a site stands that memory has no answer for. Rejects only when `signal` is aborted. */
  async #find(key: string, signal: AbortSignal): Promise<RobotsEntry> {
    const origin = detached(key);
    const own = this.#sites.peek(origin);
    const stored = this.#secondLevel && (await this.#stored(origin));
    signal.throwIfAborted();
    const known = stored !== undefined && stored.from >= (own?.from ?? -Infinity) ? stored : own;
    const kept = known && this.#stillValid(known);
    if (kept !== undefined) {
      this.#keep(kept);
      if (known === stored) this.#counts.storeHits++;
      return from(kept, known === stored ? "store" : "memory");
    }
    const answer = await fetchRobots(origin, known?.copy?.validators, this.#fetchRules, signal);
    const site = settle(origin, known, answer, this.#moment(), this.#rules);
    const entry = from(site, "fetch");
    this.#keep(site);
    this.#tell(answer, entry);
    await this.#share(site);
    return entry;
  }

  async #stored(origin: string): Promise<Site | undefined> {
    const text = await this.#secondLevel?.read(origin);
    return text === undefined ? undefined : readStoredSite(origin, text, this.#moment(), this.#rules);
  }

  /** What is known of a site that need not or must not be asked now; `undefined` when it is to be asked. */
  #stillValid(site: Site): Site | undefined {
    const moment = this.#moment();
    if (isFresh(site, moment.nowMs)) return site;
    if (site.trouble === undefined || !isToBeLeftAlone(site, moment.nowMs)) return undefined;
    return siteInTrouble(site.entry.origin, site.copy, site.trouble, moment, this.#rules);
  }

  #keep(site: Site): void {
    const { origin } = site.entry;
    this.#sites.set(origin, site, weightOf(site));
  }

  async #share(site: Site): Promise<void> {
    if (this.#secondLevel === undefined) return;
    const moment = this.#moment();
    const text = storedText(site, moment);
    if (text === undefined) return;
    await this.#secondLevel.write(site.entry.origin, text, storedForMs(site, moment, this.#rules));
  }

  #tell(answer: RobotsAnswer, entry: RobotsEntry): void {
    const { origin } = entry;
    if (answer.kind !== "unreachable") {
      this.#emitter.emit({ type: "fetched", origin, entry });
      return;
    }
    this.#counts.failures++;
    this.#emitter.emit({ type: "failed", origin, entry, cause: answer.cause });
    if (entry.state !== "stale") return;
    this.#counts.stale++;
    this.#emitter.emit({ type: "stale", origin, entry });
  }

  #delayMs(url: string): number | undefined {
    const origin = originOf(url);
    const site = origin === undefined ? undefined : this.#sites.peek(origin);
    // Rules that do not hold while they cannot be confirmed still say how fast is too fast.
    return (site?.copy?.policy ?? site?.entry.policy)?.crawlDelayMs(this.#settings.agent);
  }
}
