interface Flight<T> {
  readonly controller: AbortController;
  readonly promise: Promise<T>;
  askers: number;
}

/**
 * Does a thing once for all who ask for it at the same time. An asker that aborts leaves the others waiting;
 * when the last one does, the work is aborted and forgotten.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Whether `key` is being worked on. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Joins the work under way for `key`, or begins it. Settles as the work does; rejects with the reason of
   * `signal` when that is aborted before.
   */
  join(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const flight = this.#flights.get(key) ?? this.#begin(key, work);
    flight.askers++;
    return signal === undefined ? flight.promise : this.#follow(key, flight, signal);
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    let start: (() => void) | undefined;
    const promise = new Promise<T>((resolve) => {
      start = () => resolve(work(controller.signal));
    });
    const flight: Flight<T> = { controller, promise, askers: 0 };
    // Known before it begins: work that asks for its own key must not begin again.
    this.#flights.set(key, flight);
    start?.();
    const land = (): void => this.#forget(key, flight);
    promise.then(land, land);
    return flight;
  }

  #follow(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        reject(signal.reason);
        flight.askers--;
        if (flight.askers > 0) return;
        this.#forget(key, flight);
        flight.controller.abort(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const stopListening = (): void => signal.removeEventListener("abort", onAbort);
      flight.promise.then(resolve, reject).finally(stopListening);
    });
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
