import type { WaitReason } from "./admit.ts";
import type { HostView, Phase } from "./host-view.ts";

/** What holds for a host now, as numbers and in words. */
export interface HostSnapshot {
  readonly host: string;
  /** The key that decides: of several, the one that allows the next start last. */
  readonly key: string;
  /** Least time between two starts. */
  readonly intervalMs: number;
  /** What sets it. */
  readonly intervalReason: HostView["intervalReason"];
  /** The most requests in flight. */
  readonly concurrency: number;
  readonly inFlight: number;
  /** Callers who wait. */
  readonly waiting: number;
  /** For how long nothing starts; 0 when nothing is held back. */
  readonly cooldownMs: number;
  /** Milliseconds until the next start by interval and cooldown; `Infinity` while paused. */
  readonly nextStartInMs: number;
  /** What the next start waits for; `none` when it could be now. */
  readonly waitsFor: WaitReason;
  readonly phase: Phase;
  readonly isPaused: boolean;
  /** The store failed, and this process goes on alone. */
  readonly isDegraded: boolean;
  /** Epoch milliseconds from which a request could start, where that is known. */
  readonly nextStartAtMs?: number;
  /** The same for a person, and what can be done about it. */
  readonly summary: string;
}

/** What {@link snapshotOf} makes a snapshot of. */
export interface SnapshotSource {
  readonly host: string;
  readonly key: string;
  readonly view: HostView;
  /** The store's time. */
  readonly nowMs: number;
  readonly wallMs: number;
  readonly waiting: number;
  readonly isPaused: boolean;
  readonly isDegraded: boolean;
}

/** Puts what is known of a host into numbers and words. */
export function snapshotOf(source: SnapshotSource): HostSnapshot {
  const { host, key, view, nowMs, wallMs, waiting, isPaused, isDegraded } = source;
  const cooldownMs = Math.max(0, view.cooldownUntilMs - nowMs);
  const pacedMs = Math.max(0, view.nextStartMs - nowMs);
  const nextStartInMs = isPaused ? Infinity : pacedMs;
  const facts = {
    host,
    key,
    intervalMs: view.intervalMs,
    intervalReason: view.intervalReason,
    concurrency: view.concurrency,
    inFlight: view.inFlight,
    waiting,
    cooldownMs,
    nextStartInMs,
    waitsFor: waitsFor(view, cooldownMs, pacedMs, isPaused),
    phase: view.phase,
    isPaused,
    isDegraded,
    ...(isPaused ? {} : { nextStartAtMs: Math.ceil(wallMs + pacedMs) }),
  };
  return { ...facts, summary: summaryOf(facts, view) };
}

function waitsFor(view: HostView, cooldownMs: number, pacedMs: number, isPaused: boolean): WaitReason {
  if (isPaused) return "paused";
  if (view.inFlight >= view.concurrency) return "concurrency";
  if (cooldownMs > 0 && cooldownMs >= pacedMs) return view.cooldownReason;
  return pacedMs > 0 ? view.intervalReason : "none";
}

type Facts = Omit<HostSnapshot, "summary">;

function summaryOf(facts: Facts, view: HostView): string {
  const { host, waiting, inFlight, concurrency } = facts;
  const queue = waiting === 0 ? "" : `, ${waiting} waiting`;
  return [
    `${host}: one start every ${durationOf(facts.intervalMs)} (${paceWords[facts.intervalReason]}), ` +
      `${inFlight} of at most ${concurrency} in flight${queue}.`,
    nextWords(facts),
    phaseWords[facts.phase](view),
    facts.isDegraded
      ? "The state store fails, so that this process goes on alone and more slowly: see store-error events."
      : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

const paceWords: Record<HostView["intervalReason"], string> = {
  interval: "learned from its answers",
  "crawl-delay": "its Crawl-delay",
  "rate-limit": "its RateLimit fields",
};

const nextWords = ({ waitsFor: reason, nextStartInMs }: Facts): string =>
  waitWords[reason](durationOf(nextStartInMs));

const paceWait = (time: string): string => `The next request can start in ${time}.`;

const waitWords: Record<WaitReason, (time: string) => string> = {
  none: () => "The next request can start now.",
  interval: paceWait,
  "crawl-delay": paceWait,
  queue: paceWait,
  store: paceWait,
  paused: () => "It is paused: resume() lets requests start again.",
  concurrency: () =>
    "The next request starts when one in flight ends; if none ever does, leases are not released.",
  "global-concurrency": () => "The next request starts when one to any host ends.",
  cooldown: (time) => `It asked to be left alone for ${time} more (Retry-After).`,
  "rate-limit": (time) => `Its RateLimit fields leave no request for ${time} more.`,
  parked: (time) => `It refuses everything: a single probe goes out in ${time}. Look whether it is down.`,
  blocked: (time) =>
    `It refuses to serve us (401 or 403): a single probe goes out in ${time}. Look whether we are welcome and logged in.`,
};

const ceilingOf = ({ ceilingPerSecond }: HostView): string => `${ratePerSecond(ceilingPerSecond)} a second`;

const phaseWords: Record<Phase, (view: HostView) => string> = {
  start: () => "It has never refused; the pace grows while answers are good.",
  "way-back": (view) => `It refused at ${ceilingOf(view)}; the pace is on its way back there.`,
  beyond: (view) => `It once refused at ${ceilingOf(view)}; the pace feels its way beyond.`,
  parked: () => "",
  blocked: () => "",
};

const ratePerSecond = (rate: number): string => String(Number(rate.toPrecision(2)));

/** A duration as a person says it. */
export function durationOf(ms: number): string {
  if (ms === Infinity) return "ever";
  if (ms < 1000) return `${Math.ceil(ms)} ms`;
  if (ms < 60_000) return `${trimmed(ms / 1000)} s`;
  if (ms < 3_600_000) return `${trimmed(ms / 60_000)} min`;
  return `${trimmed(ms / 3_600_000)} h`;
}

const trimmed = (value: number): string => String(Number(value.toFixed(1)));
