/** Rounds after which neighbouring seeds have nothing in common any more. */
const WARM_UP_ROUNDS = 16;

/**
 * A source of random numbers in [0, 1) that gives the same sequence for the same seed on every platform;
 * use it wherever the package takes `random`. Not for secrets. Any number is a seed; its fraction is
 * dropped.
 */
export function seededRandom(seed: number): () => number {
  // Marsaglia's 32-bit xorshift: every state but zero is on one cycle.
  let state = Math.imul(seed | 0, 0x9e3779b1) | 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) next();
  return next;
}
