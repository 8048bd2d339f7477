/** Sets rows of cells in columns: the first to the left, the rest to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Writes a duration of `ms` milliseconds in the unit that suits it. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${digits(ms / 1000)} s`;
  if (ms >= 1) return `${digits(ms)} ms`;
  if (ms >= 1e-3) return `${digits(ms * 1e3)} µs`;
  return `${digits(ms * 1e6)} ns`;
}

/** Writes a positive number with three digits that count. */
export function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Writes a share, say 0.981, as a percentage. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(share < 1 && share > 0.999 ? 3 : 1)} %`;
}
