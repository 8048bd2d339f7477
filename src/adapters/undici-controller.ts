/** The part of undici's controller that is needed here. */
export interface UndiciController {
  abort(reason: Error): void;
}

/** Stands in for undici's controller while a request waits for its turn, and hands an abort on after that. */
export class WaitingController implements UndiciController {
  readonly #waiting = new AbortController();
  inner: UndiciController | undefined;
  readonly paused = false;

  get signal(): AbortSignal {
    return this.#waiting.signal;
  }
  get aborted(): boolean {
    return this.#waiting.signal.aborted;
  }
  get reason(): Error | null {
    return this.aborted ? (this.#waiting.signal.reason as Error) : null;
  }
  abort(reason: Error): void {
    if (this.aborted) return;
    this.#waiting.abort(reason);
    this.inner?.abort(reason);
  }
  pause(): void {
    (this.inner as { pause?(): void } | undefined)?.pause?.();
  }
  resume(): void {
    (this.inner as { resume?(): void } | undefined)?.resume?.();
  }
}
