import type { Json } from "../common/state-store.ts";
import { NEVER_MS, type CooldownReason, type Host, type HostState } from "./host-state.ts";
import type { Settings } from "./settings.ts";

// A state is an array of doubles: an object with as many fields takes five times the memory and ten times as long to
// copy. It holds the version, the time seen, MARKS, then the fields of LAYOUT, then the
// buckets of leases, of which the first is always there. A step works on a copy under the names of `Host`.

/** In front of each state; one with another version is read as unknown. */
const VERSION = 1;
const SEEN = 1;
const MARKS = 2;
const FIRST = 3;

const REASONS: readonly CooldownReason[] = ["cooldown", "rate-limit", "parked", "blocked"];

type Rounding = (value: number) => number;
/** To 0.01 ms, and never earlier. */
const moment: Rounding = (ms) => Math.ceil(ms * 100) / 100;
const fraction: Rounding = (value) => Math.round(value * 1e6) / 1e6;
const whole: Rounding = Math.round;
const wholeUp: Rounding = Math.ceil;
const exact: Rounding = (value) => value;

/** A small count: some bits of the number at MARKS. One that grows beyond them stays at the most. */
interface Mark {
  readonly shift: number;
  readonly most: number;
}

const REASON: Mark = { shift: 0, most: 3 };
const PROVEN: Mark = { shift: 2, most: 1 };
const COUNTS: readonly (readonly ["failures" | "refusals" | "rejections", Mark])[] = [
  ["failures", { shift: 3, most: 31 }],
  ["rejections", { shift: 8, most: 63 }],
  ["refusals", { shift: 14, most: 1023 }],
];
const MOST_MARKS = 2 ** 24 - 1;

const markOf = (numbers: HostState, { shift, most }: Mark): number => ((numbers[MARKS] ?? 0) >> shift) & most;

function mark(numbers: number[], { shift, most }: Mark, count: number): void {
  numbers[MARKS] = ((numbers[MARKS] ?? 0) & ~(most << shift)) | (Math.min(most, count) << shift);
}

type MarkName = "cooldownReason" | "wasProven" | (typeof COUNTS)[number][0];
type NumberName = Exclude<keyof Host, "numbers" | "seenMs" | MarkName>;

/** The other fields in their order, how they are rounded, and what they are for a host nothing is known of. */
const LAYOUT: readonly (readonly [NumberName, Rounding, number])[] = [
  ["startMs", moment, NEVER_MS],
  ["cooldownUntilMs", moment, NEVER_MS],
  ["backUntilMs", moment, NEVER_MS],
  ["grownMs", moment, NEVER_MS],
  ["acceptedFromMs", moment, NEVER_MS],
  ["windowFromMs", moment, NEVER_MS],
  ["eventMs", moment, NEVER_MS],
  ["spellMs", moment, NEVER_MS],
  ["limitHeldUntilMs", moment, NEVER_MS],
  ["baselineSeenMs", moment, NEVER_MS],
  ["hintUntilMs", moment, NEVER_MS],
  ["leasesUntilMs", moment, NEVER_MS],
  ["spacing", fraction, 1],
  ["rate", exact, 0],
  ["ceiling", fraction, 0],
  ["holdMs", whole, 0],
  ["depth", fraction, 1],
  ["grownClean", exact, 0],
  ["sent", fraction, 0],
  ["accepted", exact, 0],
  ["windowAccepted", exact, 0],
  ["windowBefore", fraction, 0],
  ["pauseMs", whole, 0],
  ["limit", fraction, 0],
  ["provenInFlight", exact, 0],
  ["limitHoldMs", whole, 0],
  ["latencyCount", exact, 0],
  ["latencySum", whole, 0],
  ["latencySquares", whole, 0],
  ["windowInFlight", exact, 0],
  ["baselineMs", whole, 0],
  ["crawlDelayMs", exact, 0],
  ["hintIntervalMs", wholeUp, 0],
];

const LAST_MOMENT = FIRST + LAYOUT.findLastIndex(([, rounding]) => rounding === moment);
/** Where the buckets of leases begin in a state. */
export const BUCKETS: number = FIRST + LAYOUT.length;
/** The most of them there can be. */
export const MOST_BUCKETS = 6;
const UNKNOWN: HostState = [VERSION, 0, 0, ...LAYOUT.map(([, , initially]) => initially), 0];

const indexOf = (name: NumberName): number => FIRST + LAYOUT.findIndex(([field]) => field === name);

class OpenState {
  readonly numbers: number[];

  constructor(numbers: number[]) {
    this.numbers = numbers;
  }

  get seenMs(): number {
    return this.numbers[SEEN] ?? 0;
  }
  // Down: a clock that stands still is not to be taken for one that went back.
  set seenMs(ms: number) {
    this.numbers[SEEN] = Math.floor(ms * 100) / 100;
  }

  get cooldownReason(): CooldownReason {
    return REASONS[markOf(this.numbers, REASON)] ?? "cooldown";
  }
  set cooldownReason(reason: CooldownReason) {
    mark(this.numbers, REASON, REASONS.indexOf(reason));
  }

  get wasProven(): boolean {
    return markOf(this.numbers, PROVEN) === 1;
  }
  set wasProven(was: boolean) {
    mark(this.numbers, PROVEN, was ? 1 : 0);
  }
}

for (const [name, place] of COUNTS) {
  Object.defineProperty(OpenState.prototype, name, {
    get(this: OpenState): number {
      return markOf(this.numbers, place);
    },
    set(this: OpenState, count: number) {
      mark(this.numbers, place, count);
    },
  });
}

for (const [place, [name, rounded]] of LAYOUT.entries()) {
  const index = FIRST + place;
  Object.defineProperty(OpenState.prototype, name, {
    get(this: OpenState): number {
      return this.numbers[index] ?? 0;
    },
    set(this: OpenState, value: number) {
      this.numbers[index] = rounded(value);
    },
  });
}

const hostOf = (numbers: number[]): Host =>
  new OpenState(numbers) as OpenState & Pick<Host, NumberName | MarkName>;

/** A host nothing is known of. */
function freshHost(nowMs: number, settings: Settings): Host {
  const host = hostOf(UNKNOWN.slice());
  host.seenMs = nowMs;
  host.rate = 1000 / settings.baseIntervalMs;
  host.limit = settings.startConcurrency;
  host.grownMs = nowMs;
  host.acceptedFromMs = nowMs;
  host.windowFromMs = nowMs;
  host.baselineSeenMs = nowMs;
  return host;
}

/**
 * Opens a state for a step at `nowMs`. When the clock reads less than it did, all moments move back with
 * it: the jump itself lets nothing pass and delays nothing.
 */
export function open(state: HostState | undefined, nowMs: number, settings: Settings): Host {
  if (state === undefined) return freshHost(nowMs, settings);
  const host = hostOf(state.slice());
  if (nowMs < host.seenMs) moveBack(host.numbers, host.seenMs - nowMs);
  host.seenMs = nowMs;
  // Settings may have become narrower.
  if (host.rate * settings.minIntervalMs > 1000) host.rate = 1000 / settings.minIntervalMs;
  if (host.limit > settings.maxConcurrency) host.limit = settings.maxConcurrency;
  return host;
}

function moveBack(numbers: number[], byMs: number): void {
  for (let index = FIRST; index <= LAST_MOMENT; index++) {
    numbers[index] = Math.max(NEVER_MS, moment((numbers[index] ?? 0) - byMs));
  }
}

/** Closes a host after a step. */
export function close({ numbers }: Host): HostState {
  let length = numbers.length;
  while (length > BUCKETS + 1 && numbers[length - 1] === 0) length--;
  // A copy takes no more room than it needs.
  return length === numbers.length ? numbers : numbers.slice(0, length);
}

/** No rate and no limit is beyond these, whatever the settings. */
const MOST_RATE = 1e6;
const MOST_LIMIT = 1e6;

const SPACING = indexOf("spacing");
const RATE = indexOf("rate");
const DEPTH = indexOf("depth");
const LIMIT = indexOf("limit");

/**
 * Reads what a store holds; `undefined`, which is a host nothing is known of, for anything that is no
 * state of this version. What other settings allowed stands: the law bounds rate and limit where it uses them.
 */
export function readState(stored: unknown): HostState | undefined {
  if (!Array.isArray(stored) || stored[0] !== VERSION) return undefined;
  if (stored.length <= BUCKETS || stored.length > BUCKETS + MOST_BUCKETS) return undefined;
  for (let index = SEEN; index < stored.length; index++) {
    const value: unknown = stored[index];
    if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
    // Moments alone may be negative.
    if (value < 0 && index > LAST_MOMENT) return undefined;
  }
  const state = stored as number[];
  const isUsable =
    isWithin(state[MARKS], 0, MOST_MARKS) &&
    isWithin(state[SPACING], 1, 2) &&
    isWithin(state[RATE], 1e-6, MOST_RATE) &&
    isWithin(state[DEPTH], 0.1, 1) &&
    isWithin(state[LIMIT], 1, MOST_LIMIT);
  return isUsable ? state : undefined;
}

const isWithin = (value: number | undefined, least: number, most: number): boolean =>
  value !== undefined && value >= least && value <= most;

/** The same state with nothing in flight; what is no state stays what it is. */
export const withoutLeases = (stored: Json | undefined): Json | undefined =>
  Array.isArray(stored) ? [...(stored as readonly Json[]).slice(0, BUCKETS), 0] : stored;
