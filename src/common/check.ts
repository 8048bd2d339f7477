/** The closed range a number must lie in. */
export interface Range {
  min: number;
  max?: number;
  /** Only whole numbers. @defaultValue false */
  integer?: boolean;
}

const describe = ({ min, max, integer = false }: Range): string => {
  const kind = integer ? "a whole number" : "a number";
  return max === undefined ? `${kind} of at least ${min}` : `${kind} from ${min} to ${max}`;
};

/**
 * Returns `value` when it is a number in `range`.
 *
 * @throws TypeError when it is no number, RangeError when it is NaN or outside; both name the rule and
 * what came.
 */
export function checkNumber(name: string, value: unknown, range: Range): number {
  const { min, max = Number.MAX_VALUE, integer = false } = range;
  const isNumber = typeof value === "number";
  if (isNumber && value >= min && value <= max && !(integer && !Number.isInteger(value))) return value;
  const Failure = isNumber ? RangeError : TypeError;
  throw new Failure(`${name} must be ${describe(range)}, got ${isNumber ? value : typeof value}`);
}
