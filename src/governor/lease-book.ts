import type { Admission } from "./admission.ts";
import type { Alarm } from "./alarm.ts";
import type { LimiterEvent } from "./events.ts";
import type { Taught } from "./law-steps.ts";
import { HeldLease, type Lease, type LeaseKeeper, type Slot } from "./lease.ts";
import type { LimiterSettings } from "./limiter-options.ts";
import type { Observation } from "./observation.ts";
import type { Pacer, Pacers } from "./pacer.ts";
import { isPending } from "./maybe.ts";
import { mainReason, noWait, type WaitedMs } from "./wait-tally.ts";
import type { WaitReason } from "./admit.ts";

/** What a {@link LeaseBook} needs of the limiter. */
export interface LeaseBookContext {
  readonly options: LimiterSettings;
  readonly alarm: Alarm;
  readonly pacers: Pacers;
  readonly admission: Admission;
  /** A slot is free for all hosts. */
  readonly freeGlobalSlot: () => void;
  readonly reconsider: (pacer: Pacer) => void;
  readonly report: (event: LimiterEvent) => void;
}

/** Gives leases, takes them back, and takes in what came of them. */
export class LeaseBook implements LeaseKeeper {
  readonly #context: LeaseBookContext;
  readonly #waitedMs: WaitedMs = noWait();
  #granted = 0;
  #inFlight = 0;
  #expired = 0;

  constructor(context: LeaseBookContext) {
    this.#context = context;
  }

  /** Leases given so far. */
  get granted(): number {
    return this.#granted;
  }

  /** Leases given and neither released nor run out. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Leases that ran out. */
  get expired(): number {
    return this.#expired;
  }

  /** What all leases given so far were waited for. */
  get waitedMs(): Readonly<WaitedMs> {
    return this.#waitedMs;
  }

  /** The lease of a start that was granted. */
  give(host: string, slots: readonly Slot[], waited: WaitedMs | undefined): Lease {
    const { options, alarm, admission, report } = this.#context;
    let waitedMs = 0;
    let waitedFor: WaitReason = "none";
    if (waited !== undefined) {
      for (const reason of Object.keys(waited) as WaitReason[]) {
        waitedMs += waited[reason];
        this.#waitedMs[reason] += waited[reason];
      }
      waitedFor = mainReason(waited);
    }
    const nowMs = options.clock.now();
    admission.countStart(slots, nowMs);
    const lease = new HeldLease(host, slots, waitedMs, waitedFor, nowMs, this);
    let leaseInMs = Infinity;
    for (const slot of slots) leaseInMs = Math.min(leaseInMs, slot.granted.leaseInMs);
    this.#granted++;
    this.#inFlight++;
    alarm.set(lease, nowMs + leaseInMs, nowMs);
    report({ type: "grant", host, waitedMs, waitedFor });
    return lease;
  }

  onRelease(lease: HeldLease, observation: Observation | undefined): void | Promise<void> {
    const wasHeld = lease.phase === "held";
    lease.phase = "released";
    if (!wasHeld)
      return observation === undefined ? undefined : this.#teachAll(lease.slots, observation, false);
    this.#context.alarm.clear(lease);
    this.#inFlight--;
    const taught = this.#teachAll(lease.slots, observation, true);
    this.#context.freeGlobalSlot();
    return taught;
  }

  onExpiry(lease: HeldLease): void {
    const { options, admission, pacers, reconsider, freeGlobalSlot, report } = this.#context;
    lease.phase = "expired";
    admission.countExpired(lease.slots);
    this.#inFlight--;
    this.#expired++;
    report({ type: "lease-expired", host: lease.host, heldMs: options.clock.now() - lease.sinceMs });
    for (const { key } of lease.slots) {
      const pacer = pacers.get(key);
      if (pacer !== undefined) reconsider(pacer);
    }
    freeGlobalSlot();
  }

  /** Takes in what was observed of a host outside any lease. */
  observe(host: string, keys: readonly string[], observation: Observation): void | Promise<void> {
    const crawlDelayMs = this.#context.admission.crawlDelayMsKept(host);
    const [only] = keys;
    if (keys.length === 1 && only !== undefined)
      return this.#teach(only, observation, undefined, crawlDelayMs);
    return allDone(keys.map((key) => this.#teach(key, observation, undefined, crawlDelayMs)));
  }

  #teachAll(
    slots: readonly Slot[],
    observation: Observation | undefined,
    frees: boolean,
  ): void | Promise<void> {
    const [only] = slots;
    if (slots.length === 1 && only !== undefined) return this.#teachOf(only, observation, frees);
    return allDone(slots.map((slot) => this.#teachOf(slot, observation, frees)));
  }

  #teachOf(slot: Slot, observation: Observation | undefined, frees: boolean): void | Promise<void> {
    return this.#teach(slot.key, observation, frees ? slot : undefined, slot.granted.crawlDelayMs);
  }

  #teach(
    key: string,
    observation: Observation | undefined,
    slot: Slot | undefined,
    crawlDelayMs: number,
  ): void | Promise<void> {
    const { admission } = this.#context;
    const taught = admission.teach(key, observation, slot, crawlDelayMs);
    if (!isPending(taught)) {
      this.#onTaught(key, taught, slot !== undefined);
      return undefined;
    }
    return this.#teachLater(key, taught, slot !== undefined);
  }

  async #teachLater(key: string, lesson: Promise<Taught>, hasFreed: boolean): Promise<void> {
    const { pacers } = this.#context;
    const pacer = pacers.need(key);
    pacer.lessons.add(lesson);
    const taught = await lesson;
    pacer.lessons.delete(lesson);
    this.#onTaught(key, taught, hasFreed);
    pacers.drop(pacer);
  }

  #onTaught(key: string, { events, nowMs }: Taught, hasFreed: boolean): void {
    const { options, pacers, reconsider, report } = this.#context;
    const { clock } = options;
    for (const { type, intervalMs, concurrency, untilMs } of events) {
      const change = { type, key, intervalMs, concurrency };
      report(
        untilMs === undefined ? change : { ...change, untilMs: Math.ceil(clock.wall() + untilMs - nowMs) },
      );
    }
    const pacer = pacers.get(key);
    if (pacer === undefined) return;
    if (events.some(({ slower }) => slower)) for (const line of pacer.lines) line.isOutdated = true;
    if (events.length > 0 || (hasFreed && pacer.reason === "concurrency")) reconsider(pacer);
  }
}

function allDone(lessons: readonly (void | Promise<void>)[]): void | Promise<void> {
  const pending = lessons.filter((lesson) => lesson !== undefined);
  return pending.length === 0 ? undefined : eachDone(pending);
}

async function eachDone(lessons: readonly Promise<void>[]): Promise<void> {
  await Promise.all(lessons);
}
