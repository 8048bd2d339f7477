/** Somebody who gives up when a signal aborts. */
interface Leaver<Place> {
  readonly place: Place;
  readonly leave: (reason: unknown) => void;
}

/**
 * Lets those who wait give up when their signal aborts. One signal may end a whole crawl: it gets one listener, however many
 * wait with it, since platforms look through a signal's listeners one by one and warn when there are many.
 */
export class AbortWatch<Place> {
  readonly #onLeft: (place: Place) => void;
  readonly #leavers = new Map<AbortSignal, Set<Leaver<Place>>>();

  /** `onLeft` hears of each place that somebody left, when all who were to leave have done so. */
  constructor(onLeft: (place: Place) => void) {
    this.#onLeft = onLeft;
  }

  /** Calls `leave` with the signal's reason when it aborts. What is returned ends that. */
  add(signal: AbortSignal, place: Place, leave: (reason: unknown) => void): () => void {
    const leavers = this.#leaversOf(signal);
    const leaver = { place, leave };
    leavers.add(leaver);
    return () => {
      leavers.delete(leaver);
      if (leavers.size > 0 || !this.#leavers.delete(signal)) return;
      signal.removeEventListener("abort", this.#onAbort);
    };
  }

  #leaversOf(signal: AbortSignal): Set<Leaver<Place>> {
    let leavers = this.#leavers.get(signal);
    if (leavers === undefined) {
      leavers = new Set();
      this.#leavers.set(signal, leavers);
      signal.addEventListener("abort", this.#onAbort);
    }
    return leavers;
  }

  readonly #onAbort = ({ currentTarget }: Event): void => {
    const signal = currentTarget as AbortSignal;
    const places = new Set<Place>();
    for (const { place, leave } of Array.from(this.#leavers.get(signal) ?? [])) {
      places.add(place);
      leave(signal.reason);
    }
    for (const place of places) this.#onLeft(place);
  };
}
