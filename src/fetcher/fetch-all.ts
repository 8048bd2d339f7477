/** How far a batch has come. */
export interface Progress {
  /** Pages that came or failed. */
  readonly done: number;
  /** Those of them that failed. */
  readonly failed: number;
  /** Pages under way. */
  readonly inFlight: number;
}

/** What a batch goes by. */
export interface BatchOptions<Result> {
  /** The most tasks under way. */
  readonly concurrency: number;
  readonly signal: AbortSignal | undefined;
  readonly isFailure: (result: Result) => boolean;
  /** Told after each change. */
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

const nothing = (): void => undefined;

const iteratorOf = <Item>(items: Items<Item>): Iterator<Item> | AsyncIterator<Item> =>
  Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();

/**
 * Runs a task for each item, several at a time, and yields the results as they come, in any order. Items are taken
 * when there is room for them, so there may be more of them than fit into memory. Who stops reading ends what is
 * under way, and waits for its end; so does `signal`, after which no more items are taken.
 *
 * The tasks never reject. When the items do, what is under way is ended and their error comes through.
 */
export async function* inParallel<Item, Result>(
  items: Items<Item>,
  task: (item: Item, signal: AbortSignal) => Promise<Result>,
  { concurrency, signal, isFailure, onProgress }: BatchOptions<Result>,
): AsyncGenerator<Result, void, undefined> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  const iterator = iteratorOf(items);
  const running = new Set<Promise<void>>();
  const ready: Result[] = [];
  const counts = { done: 0, failed: 0, inFlight: 0 };
  /** What the caller's own `onProgress` threw. */
  const problems: unknown[] = [];
  let isExhausted = false;
  let wake = nothing;

  const run = async (item: Item): Promise<void> => {
    try {
      counts.inFlight++;
      onProgress?.({ ...counts });
      const result = await task(item, controller.signal);
      ready.push(result);
      counts.inFlight--;
      counts.done++;
      if (isFailure(result)) counts.failed++;
      onProgress?.({ ...counts });
    } catch (error) {
      problems.push(error);
    }
  };
  const start = (item: Item): void => {
    const promise = run(item).finally(() => {
      running.delete(promise);
      wake();
    });
    running.add(promise);
  };

  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  try {
    for (;;) {
      // What waits to be read counts too: a slow reader is not run away from.
      while (!isExhausted && !controller.signal.aborted && running.size + ready.length < concurrency) {
        const next = await iterator.next();
        if (next.done === true) isExhausted = true;
        else start(next.value);
      }
      if (problems.length > 0) throw problems[0];
      const result = ready.shift();
      if (result !== undefined) yield result;
      else if (running.size === 0) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    if (running.size > 0)
      controller.abort(new DOMException("nobody reads the pages any longer", "AbortError"));
    await Promise.all(running);
    if (!isExhausted) await iterator.return?.();
  }
}
