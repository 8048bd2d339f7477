/**
 * Stands between a signal and the stages of a request, one after the other: each says what an abort does to it. A
 * listener of the signal's own for each stage would take as long as the rest of the stage.
 */
export class Interruption {
  readonly signal: AbortSignal;
  readonly #onAbort = (): void => this.#interrupt(this.signal.reason);
  #interrupt: (reason: unknown) => void = () => undefined;

  constructor(signal: AbortSignal) {
    this.signal = signal;
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** What an abort does from now on; at once when there was one already. */
  during(interrupt: (reason: unknown) => void): void {
    this.#interrupt = interrupt;
    if (this.signal.aborted) interrupt(this.signal.reason);
  }

  /** Nothing is left to interrupt. */
  end(): void {
    this.signal.removeEventListener("abort", this.#onAbort);
  }
}
