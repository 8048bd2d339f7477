/** A value that is there, or will be: what a store gives, of which nobody knows whether it is near or far. */
export type Maybe<T> = T | Promise<T>;

/** Whether the value is still to come. */
export const isPending = <T>(value: Maybe<T>): value is Promise<T> => value instanceof Promise;

/** What somebody else's code gave: the value, or a promise of ours in place of anything that promises it. */
export const taken = <T>(value: T | PromiseLike<T>): Maybe<T> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === "function"
    ? Promise.resolve(value)
    : (value as T);

/** Goes on with `value`: now, when it is there. */
export const after = <T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> =>
  isPending(value) ? later(value, next) : next(value);

async function later<T, U>(value: Promise<T>, next: (value: T) => Maybe<U>): Promise<U> {
  return next(await value);
}
