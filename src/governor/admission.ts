import { CrawlError } from "../common/errors.ts";
import type { WaitReason } from "./admit.ts";
import type { HostView } from "./host-view.ts";
import {
  admitStep,
  learnStep,
  viewStep,
  type Answer,
  type Denied,
  type LawContext,
  type Taught,
} from "./law-steps.ts";
import type { Slot } from "./lease.ts";
import type { LimiterSettings } from "./limiter-options.ts";
import type { Observation } from "./observation.ts";
import type { Pacers } from "./pacer.ts";
import { StartFloors } from "./start-floors.ts";
import { after, isPending, type Maybe } from "./maybe.ts";
import type { StoreLink } from "./store-link.ts";

/** What keeps one key from starting. */
export interface KeyDenial {
  readonly key: string;
  readonly waitMs: number;
  readonly reason: WaitReason;
}

/** What came of asking for all keys of a request: all grant, or nothing is taken. */
export type Outcome =
  | { readonly kind: "granted"; readonly slots: readonly Slot[] }
  | { readonly kind: "denied"; readonly denials: readonly KeyDenial[] }
  | { readonly kind: "failed"; readonly error: unknown };

/** No robots.txt is obeyed beyond a year: numbers stay finite. */
const LONGEST_DELAY_MS = 365 * 86_400_000;

/** A start that comes so much later than it was granted was held up: by other work, or by code that is run for the first time. */
const HELD_UP_MS = 0.1;

const delayFrom = (ms: number | undefined): number =>
  ms !== undefined && ms > 0 ? Math.min(ms, LONGEST_DELAY_MS) : 0;

/** Asks and teaches the law about keys, through the store. */
export class Admission {
  readonly #options: LimiterSettings;
  readonly #link: StoreLink;
  readonly #pacers: Pacers;
  readonly #law: LawContext;
  readonly #floors: StartFloors;

  constructor(options: LimiterSettings, link: StoreLink, pacers: Pacers) {
    this.#options = options;
    this.#link = link;
    this.#pacers = pacers;
    this.#law = options;
    this.#floors = new StartFloors(options.clock);
  }

  /** Asks for a start on every key; never throws and never rejects. */
  ask(host: string, keys: readonly string[]): Maybe<Outcome> {
    try {
      const crawlDelayMs = this.crawlDelayMsFor(host);
      this.#refuseLongCrawlDelay(host, keys, crawlDelayMs);
      const [key] = keys;
      const outcome =
        keys.length === 1 && key !== undefined
          ? after(this.#askOne(key, crawlDelayMs, true), (answer) => outcomeOf(key, answer))
          : this.#askAll(keys, crawlDelayMs);
      return isPending(outcome) ? outcome.catch(failed) : outcome;
    } catch (error) {
      return failed(error);
    }
  }

  /** A granted request starts now, perhaps later than it was granted: the next is to keep its distance all the same. */
  countStart(slots: readonly Slot[], nowMs: number): void {
    const { isOnOurClock } = this.#link;
    for (const { key, granted } of slots) {
      if (isOnOurClock && nowMs - granted.grant.startMs < HELD_UP_MS) continue;
      this.#floors.start(key, granted.nextInMs, granted.nextReason);
    }
  }

  /** Takes back what was granted and is not used. */
  giveBack(slots: readonly Slot[]): void {
    for (const slot of slots) void this.teach(slot.key, undefined, slot, slot.granted.crawlDelayMs);
  }

  /** Slots that ran out: the law has freed them by itself. */
  countExpired(slots: readonly Slot[]): void {
    for (const { key, granted } of slots) if (!granted.isLocal) this.#link.countExpired(key);
  }

  /** Teaches `key` what was observed, and frees its slot where one is given. */
  teach(
    key: string,
    observation: Observation | undefined,
    slot: Slot | undefined,
    crawlDelayMs: number,
  ): Maybe<Taught> {
    const law = this.lawFor(key);
    // The wall clock is for dates in headers.
    const wall = observation?.headers === undefined ? {} : { wallMs: this.#options.clock.wall() };
    const lesson = observation === undefined ? {} : { observation, ...wall };
    const withoutSlot = learnStep(lesson, crawlDelayMs, law);
    const grant = slot?.granted.grant;
    const isShared = slot !== undefined && !slot.granted.isLocal;
    if (grant !== undefined && !isShared) this.#link.tellHere(key, learnStep({ grant }, crawlDelayMs, law));
    const step =
      grant !== undefined && isShared ? learnStep({ ...lesson, grant }, crawlDelayMs, law) : withoutSlot;
    const taught = this.#link.tell(key, { step, withoutSlot, frees: isShared });
    const floors = this.#floors;
    if (this.#link.isSteady) return taught;
    return after(taught, (told) => {
      for (const event of told.events) if (event.slower) floors.widen(key, event.intervalMs);
      return told;
    });
  }

  /** What the law says about `key` for a request to `host`. */
  view(host: string, key: string): { view: HostView; nowMs: number } {
    return this.#link.look(key, viewStep({ crawlDelayMs: this.crawlDelayMsFor(host) }, this.lawFor(key)));
  }

  /** The least time between two starts of `key` for a request to `host`. */
  intervalMsFor(host: string, key: string): number {
    return this.view(host, key).view.intervalMs;
  }

  /** What robots.txt asks of the pace to `host`, as an interval; 0 for nothing. */
  crawlDelayMsFor(host: string): number {
    const { robots } = this.#options;
    if (robots === undefined) return 0;
    return Math.max(delayFrom(robots.crawlDelayMs(host)), delayFrom(robots.requestIntervalMs?.(host)));
  }

  /** The same where it must not fail: when it cannot be told, nothing is forgotten too early. */
  crawlDelayMsKept(host: string): number {
    try {
      return this.crawlDelayMsFor(host);
    } catch {
      return LONGEST_DELAY_MS;
    }
  }

  /** The settings that hold for `key`. */
  lawFor(key: string): LawContext {
    return this.#pacers.size === 0 ? this.#law : (this.#pacers.get(key)?.law ?? this.#law);
  }

  #askOne(key: string, crawlDelayMs: number, commits: boolean): Maybe<Answer> {
    const held = this.#floors.hold(key);
    const takes = commits && held === undefined;
    const step = admitStep({ crawlDelayMs }, this.lawFor(key), takes);
    const answer = this.#link.ask(key, step, takes, (late) => {
      if (late.granted && takes) this.giveBack([{ key, granted: late }]);
    });
    // The law may know of a longer wait.
    return held === undefined ? answer : after(answer, (told) => longer(told, held));
  }

  /** Looks at every key before it takes any, so that a start is lost only to another process that came between. */
  #askAll(keys: readonly string[], crawlDelayMs: number): Maybe<Outcome> {
    const looks = keys.map((key) => this.#askOne(key, crawlDelayMs, false));
    const pending = looks.find((look) => isPending(look));
    return after(
      pending === undefined ? (looks as Answer[]) : Promise.all(looks.map((look) => Promise.resolve(look))),
      (told) => {
        const denials = told.flatMap((answer, index) => denialsOf(keys[index] ?? "", answer));
        return denials.length > 0 ? { kind: "denied", denials } : this.#takeAll(keys, crawlDelayMs, []);
      },
    );
  }

  #takeAll(keys: readonly string[], crawlDelayMs: number, slots: readonly Slot[]): Maybe<Outcome> {
    const key = keys[slots.length];
    if (key === undefined) return { kind: "granted", slots };
    return after(this.#askOrGiveBack(key, crawlDelayMs, slots), (answer) => {
      if (answer.granted) return this.#takeAll(keys, crawlDelayMs, [...slots, { key, granted: answer }]);
      this.giveBack(slots);
      return { kind: "denied", denials: denialsOf(key, answer) };
    });
  }

  #askOrGiveBack(key: string, crawlDelayMs: number, slots: readonly Slot[]): Maybe<Answer> {
    const giveUp = (error: unknown): never => {
      this.giveBack(slots);
      throw error;
    };
    try {
      const answer = this.#askOne(key, crawlDelayMs, true);
      return isPending(answer) ? answer.catch(giveUp) : answer;
    } catch (error) {
      return giveUp(error);
    }
  }

  #refuseLongCrawlDelay(host: string, keys: readonly string[], crawlDelayMs: number): void {
    const { maxCrawlDelayMs } = this.#options;
    if (maxCrawlDelayMs === Infinity) return;
    let longestMs = crawlDelayMs;
    for (const key of keys) {
      const { view } = this.view(host, key);
      if (view.intervalReason === "crawl-delay") longestMs = Math.max(longestMs, view.intervalMs);
    }
    if (longestMs > maxCrawlDelayMs) {
      throw new CrawlError(
        "crawl-delay-too-long",
        `${host} asks for ${longestMs} ms between requests, which is more than maxCrawlDelayMs, ${maxCrawlDelayMs}`,
      );
    }
  }
}

const longer = (answer: Answer, held: Denied): Denied =>
  !answer.granted && answer.waitMs > held.waitMs ? answer : held;

const failed = (error: unknown): Outcome => ({ kind: "failed", error });

const denialsOf = (key: string, answer: Answer): KeyDenial[] =>
  answer.granted ? [] : [{ key, waitMs: answer.waitMs, reason: answer.reason }];

const outcomeOf = (key: string, answer: Answer): Outcome =>
  answer.granted
    ? { kind: "granted", slots: [{ key, granted: answer }] }
    : { kind: "denied", denials: denialsOf(key, answer) };
