/** How pauses between attempts grow. */
export interface BackoffRule {
  /** The most the first pause can be. */
  readonly baseMs: number;
  /** The most any pause can be. */
  readonly maxMs: number;
}

/**
 * The pause before another attempt, `retry` counting from 1: anything from nothing to a ceiling that doubles
 * each time (full jitter), so that those who failed together do not come back together.
 */
export function fullJitterMs(retry: number, { baseMs, maxMs }: BackoffRule, random: () => number): number {
  return random() * Math.min(maxMs, baseMs * 2 ** (retry - 1));
}
