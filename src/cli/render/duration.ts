const UNITS = [
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** A duration in its largest whole unit, one digit after the point at most: `1.5 s`, `250 ms`, `10 min`. */
export function formatDuration(ms: number): string {
  const [name, unitMs] = UNITS.find(([, each]) => ms >= each) ?? ["ms", 1];
  return `${Number((ms / unitMs).toFixed(1))} ${name}`;
}

/** Reads `90s`, `10m`, `1.5h`, `250ms`; `undefined` for anything else, a number without a unit included. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h)$/.exec(text.trim());
  const unitMs = UNIT_MS[match?.[2] ?? ""];
  return match === null || unitMs === undefined ? undefined : Number(match[1]) * unitMs;
}
