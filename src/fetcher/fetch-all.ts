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
  let wake: () => void = () => undefined;
  let [done, failed, isExhausted] = [0, 0, false];
  const tell = (): void => onProgress?.({ done, failed, inFlight: running.size });

  const start = (item: Item): void => {
    const run = task(item, controller.signal).then((result) => {
      running.delete(run);
      ready.push(result);
      done++;
      if (isFailure(result)) failed++;
      tell();
      wake();
    });
    running.add(run);
    tell();
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
