const BLOCKS = "▁▂▃▄▅▆▇█";

/**
 * Values as a row of blocks, one each, from the smallest to the largest. Where there is no value (`undefined`
 * or no finite number) stands a space.
 */
export function sparkline(values: readonly (number | undefined)[]): string {
  const known = values.filter((value): value is number => value !== undefined && Number.isFinite(value));
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  return values
    .map((value) => {
      if (value === undefined || !Number.isFinite(value)) return " ";
      const level = span === 0 ? 0 : Math.round(((value - low) / span) * (BLOCKS.length - 1));
      return BLOCKS[level];
    })
    .join("");
}
