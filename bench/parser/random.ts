/** A source of numbers in [0, 1): the same seed gives the same numbers, in every process. */
export type Random = () => number;

/** Returns the generator of `seed` (mulberry32: 32 bits of state, ample for drawing test inputs). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns one of `items`, each as likely as the others. @throws RangeError when there is none. */
export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("items must hold at least one");
  return item;
}
