/** Where terms were said: in a line of robots.txt, or in a field of a response. */
export interface TermsOrigin {
  readonly source: "robots.txt" | "header";
  /** From 1; `undefined` for a header field. */
  readonly line?: number | undefined;
}

/** One value that was said for one name. */
export interface Saying<Value extends string = string> extends TermsOrigin {
  readonly name: string;
  readonly value: Value;
}

/** Different values for one name, of which the most restrictive counts. */
export interface TermsConflict {
  readonly record: "content-usage" | "content-signal";
  readonly name: string;
  readonly sayings: readonly Saying[];
  /** What counts. */
  readonly value: string;
}

/** What sayings come to, and where they disagree. */
export interface Combined<Value extends string> {
  readonly values: ReadonlyMap<string, Value>;
  readonly conflicts: readonly TermsConflict[];
}

/** For each name the value that comes first in `ranking`: the most restrictive one that was said. */
export function combine<Value extends string>(
  record: TermsConflict["record"],
  sayings: readonly Saying<Value>[],
  ranking: readonly Value[],
): Combined<Value> {
  const byName = new Map<string, Saying<Value>[]>();
  for (const saying of sayings) {
    const others = byName.get(saying.name);
    if (others === undefined) byName.set(saying.name, [saying]);
    else others.push(saying);
  }
  const values = new Map<string, Value>();
  const conflicts: TermsConflict[] = [];
  for (const [name, said] of byName) {
    const value = ranking.find((candidate) => said.some((saying) => saying.value === candidate));
    if (value === undefined) continue;
    values.set(name, value);
    if (said.some((saying) => saying.value !== value)) conflicts.push({ record, name, sayings: said, value });
  }
  return { values, conflicts };
}
