import { parseHttpDate, parseRetryAfter } from "../common/retry-after.ts";
import { paceAt, type Grant } from "./admit.ts";
import { concurrencyOf, countLatency, cutLimit, cutLimitToProven } from "./concurrency-law.ts";
import { pickFields, type Fields } from "./fields.ts";
import type { Host, HostState } from "./host-state.ts";
import { freeLease, inFlight } from "./leases.ts";
import { outcomeOf, type Observation, type Outcome } from "./observation.ts";
import { holdUntil, isParked, isProbing, park, reject, relieve } from "./outage.ts";
import { rateLimitHint } from "./rate-limit-fields.ts";
import { countAccepted, cutRate, grow, isAtMost, learnedIntervalMs, type Refusal } from "./rate-law.ts";
import type { Settings } from "./settings.ts";
import { close, open } from "./stored-state.ts";

/** What is to be learned. */
export interface Lesson {
  /** What came of the request; left out, nothing is learned: a cancelled call. */
  readonly observation?: Observation;
  /** The grant that ends here; its slot is freed. Left out for what was seen outside a lease. */
  readonly grant?: Grant;
  /** The wall clock, for dates in an answer that carries no `Date` of its own. */
  readonly wallMs?: number;
}

/** What the law noticed. */
export interface LawEvent {
  readonly type: "decrease" | "increase" | "cooldown" | "parked" | "blocked" | "recovered";
  /** Whether the host is asked less from now on. */
  readonly slower: boolean;
  /** The learned interval between starts from now on. */
  readonly intervalMs: number;
  /** The in-flight limit from now on. */
  readonly concurrency: number;
  /** For `cooldown`, `parked`, `blocked`: until when, in the store's time. */
  readonly untilMs?: number;
}

/** The state to keep and what is worth telling. */
export interface Learned {
  readonly state: HostState;
  readonly events: readonly LawEvent[];
  /** The last start that was granted. */
  readonly startMs: number;
  /** The earliest next start by what is learned, what the caller knows of a Crawl-delay not counted; may be past. */
  readonly nextStartMs: number;
  /** Requests in flight. */
  readonly inFlight: number;
}

/** So many 5xx in a row are an event. */
const FAILURES = 3;

/** Frees the grant's slot and takes in what came of it. */
export function learn(
  state: HostState | undefined,
  { observation, grant, wallMs }: Lesson,
  nowMs: number,
  settings: Settings,
  random: () => number,
): Learned {
  const host = open(state, nowMs, settings);
  const events: LawEvent[] = [];
  const running = grant?.inFlight ?? inFlight(host, nowMs, settings) + 1;
  if (grant !== undefined) freeLease(host, grant.leaseUntilMs, settings);
  if (observation === undefined) return learnedOf(host, events, nowMs, settings);

  const tell = (type: LawEvent["type"], untilMs?: number): void => {
    const slower = type !== "increase" && type !== "recovered";
    const told = {
      type,
      slower,
      intervalMs: learnedIntervalMs(host, nowMs, settings),
      concurrency: concurrencyOf(host, settings),
    };
    events.push(untilMs === undefined ? told : { ...told, untilMs });
  };
  const latencyMs = positive(observation.latencyMs);
  const isPaced = grant?.isPaced ?? true;
  const startMs = grant?.startMs ?? nowMs - (latencyMs ?? 0);
  if (observation.crawlDelayMs !== undefined)
    host.crawlDelayMs = Math.max(host.crawlDelayMs, positive(observation.crawlDelayMs) ?? 0);
  const fields = observation.headers === undefined ? undefined : pickFields(observation.headers);
  const outcome = outcomeOf(observation);
  const waitMs =
    fields === undefined ? 0 : takeInWaits(host, outcome, fields, nowMs, wallMs, settings, random, tell);
  const refusal: Refusal = { waitMs, isPaced, isExplicit: observation.status === 429 };
  switch (outcome) {
    case "clean":
      host.failures = 0;
      // What started before the last event says nothing about the time since.
      if (startMs > host.eventMs) {
        if (relieve(host, nowMs, settings, random)) tell("recovered");
      }
      countAccepted(host, nowMs);
      if (!isProbing(host)) grow(host, nowMs, settings);
      if (latencyMs !== undefined) countLatency(host, latencyMs, running, nowMs, settings);
      break;
    case "failure":
      host.failures += 1;
      countAccepted(host, nowMs);
      if (host.failures < FAILURES) break;
      overload(host, startMs, running, refusal, nowMs, settings, random, tell);
      break;
    case "overload":
      overload(host, startMs, running, refusal, nowMs, settings, random, tell);
      break;
    case "blocked": {
      const untilMs = startMs > host.eventMs ? reject(host, nowMs, random) : undefined;
      if (untilMs !== undefined) {
        host.eventMs = nowMs;
        tell("blocked", untilMs);
      }
      break;
    }
    case "ignored":
      break;
  }
  return learnedOf(host, events, nowMs, settings);
}

function learnedOf(host: Host, events: readonly LawEvent[], nowMs: number, settings: Settings): Learned {
  const pacedMs = host.startMs + paceAt(host, {}, nowMs, settings).intervalMs * host.spacing;
  return {
    state: close(host),
    events,
    startMs: host.startMs,
    nextStartMs: Math.max(host.cooldownUntilMs, pacedMs),
    inFlight: inFlight(host, nowMs, settings),
  };
}

type Tell = (type: LawEvent["type"], untilMs?: number) => void;

function overload(
  host: Host,
  startMs: number,
  running: number,
  refusal: Refusal,
  nowMs: number,
  settings: Settings,
  random: () => number,
  tell: Tell,
): void {
  if (startMs <= host.eventMs) return;
  host.refusals += 1;
  if (isParked(host)) {
    host.eventMs = nowMs;
    tell("parked", park(host, nowMs, random));
    return;
  }
  host.grownMs = nowMs;
  const isLimitNew = running > host.provenInFlight && running > 1;
  const isRateNew = refusal.isPaced && isAtMost(host, nowMs);
  if (isLimitNew) cutLimitToProven(host, running, nowMs);
  else if (!isRateNew) cutLimit(host, nowMs);
  if (!isLimitNew || isRateNew) cutRate(host, refusal, nowMs, settings);
  host.eventMs = nowMs;
  tell("decrease");
}

/** Takes in what an answer says about waiting; gives how long `Retry-After` asks to wait. */
function takeInWaits(
  host: Host,
  outcome: Outcome,
  fields: Fields,
  nowMs: number,
  wallMs: number | undefined,
  settings: Settings,
  random: () => number,
  tell: Tell,
): number {
  const dateMs = fields.date === undefined ? wallMs : (parseHttpDate(fields.date) ?? wallMs);
  const hint = rateLimitHint(fields, inFlight(host, nowMs, settings), dateMs);
  if (hint !== undefined) {
    host.hintIntervalMs = hint.intervalMs;
    host.hintUntilMs = nowMs + hint.forMs;
    if (hint.waitMs > 0) holdUntil(host, nowMs + hint.waitMs, "rate-limit");
  }
  const retryAfter = fields["retry-after"];
  if (retryAfter === undefined || outcome === "clean" || outcome === "ignored") return 0;
  const waitMs = parseRetryAfter(retryAfter, dateMs) ?? 0;
  if (waitMs > 0) {
    const untilMs = nowMs + waitMs + Math.min(0.1 * waitMs, 1000) * random();
    holdUntil(host, untilMs, "cooldown");
    tell("cooldown", untilMs);
  }
  return waitMs;
}

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value >= 0 && value < 1e9 ? value : undefined;
