import type { Clock } from "./clock.ts";

/** Starts `work`; what it throws at once becomes a rejection. */
const begin = <T>(work: () => T | PromiseLike<T>): Promise<T> =>
  new Promise<T>((resolve) => {
    resolve(work());
  });

/**
 * Runs `work` for at most `ms` milliseconds. What is returned settles with its result, rejects with a
 * `TimeoutError` when the time is up, or with the reason of `outer` when that is aborted, whichever is first,
 * even if `work` never settles. The signal given to `work` is aborted in the latter two cases.
 */
export function withDeadline<T>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  outer?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const giveUp = (reason: unknown): void => {
      stopWaiting();
      controller.abort(reason);
      reject(reason);
    };
    const onOuterAbort = (): void => giveUp(outer?.reason);
    const timer = clock.setTimeout(
      () => giveUp(new DOMException(`not done within ${ms} ms`, "TimeoutError")),
      ms,
    );
    const stopWaiting = (): void => {
      clock.clearTimeout(timer);
      outer?.removeEventListener("abort", onOuterAbort);
    };
    outer?.addEventListener("abort", onOuterAbort, { once: true });
    if (outer?.aborted === true) return onOuterAbort();
    // After giving up, the outcome of the work changes nothing: the promise is settled.
    begin(() => work(controller.signal))
      .then(resolve, reject)
      .finally(stopWaiting);
  });
}
