const BLOCKS = "▁▂▃▄▅▆▇█";

/**
 * Values as a row of blocks, one each, from `low` (the smallest of them, when it is left out) to the largest. Where
 * there is no value (`undefined` or no finite number) stands a space.
 */
export function sparkline(values: readonly (number | undefined)[], low?: number): string {
  const known = values.filter((value): value is number => value !== undefined && Number.isFinite(value));
  const bottom = low ?? Math.min(...known);
  const span = Math.max(...known) - bottom;
  return values
    .map((value) => {
      if (value === undefined || !Number.isFinite(value)) return " ";
      const level = span > 0 ? Math.round(((value - bottom) / span) * (BLOCKS.length - 1)) : 0;
      return BLOCKS[Math.max(0, level)];
    })
    .join("");
}
