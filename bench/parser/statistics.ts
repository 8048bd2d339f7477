/** Returns the median. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The least and the greatest of some values. */
export interface Spread {
  min: number;
  max: number;
}

/** Returns how far values lie apart. */
export function spread(values: readonly number[]): Spread {
  return { min: Math.min(...values), max: Math.max(...values) };
}
