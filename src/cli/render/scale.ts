/** Turns a value into a place along an axis. */
export type Scale = (value: number) => number;

/** A value axis: its scale, and where it is labelled. */
export interface Axis {
  readonly scale: Scale;
  readonly ticks: readonly number[];
}

/** An axis in equal steps from `low` to `high`, drawn from `from` to `to`. */
export function linearAxis(
  low: number,
  high: number,
  from: number,
  to: number,
  steps: readonly number[],
  maxTicks = 8,
): Axis {
  const step = steps.find((each) => (high - low) / each <= maxTicks) ?? (high - low) / maxTicks;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1000; tick += step) ticks.push(tick);
  return { scale: (value) => from + ((value - low) / (high - low)) * (to - from), ticks };
}

/** The least factor between the ends of a logarithmic axis, so that small changes do not look large. */
const LEAST_FACTOR = 12;

/** An axis on which each factor takes the same length, wide enough for `values`, which differ by orders of magnitude. */
export function logAxis(values: readonly number[], from: number, to: number): Axis {
  const lowest = Math.max(1, Math.min(...values));
  const highest = Math.max(lowest, ...values);
  const margin = Math.max(1.6, Math.sqrt(LEAST_FACTOR / (highest / lowest)));
  const [low, high] = [lowest / margin, highest * margin];
  const bottom = Math.log(low);
  const scale: Scale = (value) =>
    from + ((Math.log(Math.max(low, value)) - bottom) / (Math.log(high) - bottom)) * (to - from);
  const marks = high / low > 100 ? [1] : [1, 3];
  const ticks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    for (const mark of marks) if (power * mark >= low && power * mark <= high) ticks.push(power * mark);
  }
  return { scale, ticks };
}
