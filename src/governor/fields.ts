import type { HeaderSource } from "./observation.ts";

/** The fields the law reads, by lower-case name. */
const READ = [
  "age",
  "date",
  "ratelimit",
  "ratelimit-limit",
  "ratelimit-policy",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "x-rate-limit-limit",
  "x-rate-limit-remaining",
  "x-rate-limit-reset",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-ratelimit-reset-after",
] as const;

/** A field the law reads. */
type FieldName = (typeof READ)[number];

/** The fields of one answer that the law reads. */
export type Fields = Partial<Record<FieldName, string>>;

const NAMES: ReadonlySet<string> = new Set(READ);

/** Longer values carry no number the law could use. */
const MOST_CHARACTERS = 1024;

/** Picks the fields the law reads from headers in any shape; what is no text is left out. */
export function pickFields(headers: HeaderSource | undefined): Fields {
  const fields: Fields = {};
  if (headers === undefined || headers === null || typeof headers !== "object") return fields;
  const pairs = isIterable(headers) ? headers : Object.entries(headers);
  for (const pair of pairs) {
    if (!Array.isArray(pair)) continue;
    const [name, value] = pair as readonly unknown[];
    if (typeof name === "string") put(fields, name, value);
  }
  return fields;
}

const isIterable = (headers: HeaderSource): headers is Iterable<readonly [string, string]> =>
  Symbol.iterator in headers;

function put(fields: Fields, name: string, value: unknown): void {
  const lowerName = name.toLowerCase();
  if (!NAMES.has(lowerName)) return;
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  if (text.length <= MOST_CHARACTERS) fields[lowerName as FieldName] = text;
}
