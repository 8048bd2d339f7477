import { MemoryStore } from "../common/memory-store.ts";
import { steadyClock } from "../common/steady-clock.ts";
import { Admission } from "./admission.ts";
import { Alarm } from "./alarm.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { LimiterEvent } from "./events.ts";
import { GlobalSlots } from "./global-slots.ts";
import { viewStep } from "./law-steps.ts";
import { LeaseBook } from "./lease-book.ts";
import type { LimiterSettings } from "./limiter-options.ts";
import { Pacers } from "./pacer.ts";
import { StoreLink } from "./store-link.ts";
import type { Line } from "./waiters.ts";

/** What a limiter is made of. */
export interface LimiterParts {
  readonly options: LimiterSettings;
  readonly alarm: Alarm;
  readonly pacers: Pacers;
  readonly link: StoreLink;
  readonly admission: Admission;
  readonly dispatcher: Dispatcher;
  readonly leases: LeaseBook;
  /** The store the limiter made itself. */
  readonly ownStore: MemoryStore | undefined;
}

/** Puts the parts of a limiter together. */
export function assemble(given: LimiterSettings, report: (event: LimiterEvent) => void): LimiterParts {
  const clock = steadyClock(given.clock);
  const options = { ...given, clock };
  const alarm = new Alarm(clock);
  const pacers = new Pacers();
  const ownStore = given.store === undefined ? newStore(clock, report) : undefined;
  const link = new StoreLink({
    store: given.store ?? ownStore ?? newStore(clock, report),
    isOnOurClock: given.store === undefined,
    clock,
    alarm,
    timeoutMs: given.storeTimeoutMs,
    onFailure: given.onStoreFailure,
    report,
    view: viewStep({}, given),
  });
  const admission = new Admission(options, link, pacers);
  const shared = { options, alarm, pacers, admission };
  const dispatcher: Dispatcher = new Dispatcher({
    ...shared,
    globalSlots: new GlobalSlots<Line>(given.globalConcurrency),
    isSteady: link.isSteady,
    grant: (host, slots, waited) => leases.give(host, slots, waited),
    onTurnedAway: ({ key, waitMs }, turnedAway) => {
      const { intervalMs, concurrency } = admission.view(key, key).view;
      const untilMs = Math.ceil(clock.wall() + waitMs);
      report({ type: "parked", key, intervalMs, concurrency, untilMs, turnedAway });
    },
  });
  const leases: LeaseBook = new LeaseBook({
    ...shared,
    report,
    freeGlobalSlot: () => dispatcher.freeGlobalSlot(),
    reconsider: (pacer) => dispatcher.reconsider(pacer),
  });
  return { options, alarm, pacers, link, admission, dispatcher, leases, ownStore };
}

const newStore = (clock: LimiterSettings["clock"], report: (event: LimiterEvent) => void): MemoryStore =>
  new MemoryStore({ clock, onEvict: (key) => report({ type: "evicted", key }) });
