import { FetchFailure } from "./failure.ts";
import type { HeaderSource } from "./robots-fetcher.ts";

/** The fields of an answer that mean something to the cache. */
type FieldName =
  | "age"
  | "cache-control"
  | "content-type"
  | "date"
  | "etag"
  | "expires"
  | "last-modified"
  | "location"
  | "retry-after";

const FIELD_NAMES: ReadonlySet<string> = new Set<FieldName>([
  "age",
  "cache-control",
  "content-type",
  "date",
  "etag",
  "expires",
  "last-modified",
  "location",
  "retry-after",
]);

/** No server sends so many; a source without end must not be read to its end. */
const MAX_FIELDS = 2_000;

/** The header fields of an answer that the cache reads. */
export class HeaderFields {
  readonly #values = new Map<string, string[]>();

  /** @throws FetchFailure when `source` is no list of fields, or has no end. */
  constructor(source: HeaderSource | undefined) {
    let count = 0;
    for (const [name, value] of pairsOf(source)) {
      if (++count > MAX_FIELDS) throw new FetchFailure("bad-response", "too many header fields");
      this.#add(String(name).toLowerCase(), value);
    }
  }

  /** The value of a field that may be sent once: `undefined` when absent, and when two values contradict. */
  single(name: FieldName): string | undefined {
    const [first, ...others] = this.#values.get(name) ?? [];
    return others.every((other) => other === first) ? first : undefined;
  }

  /** The value of a field that is a list, of all its lines; `undefined` when absent. */
  list(name: FieldName): string | undefined {
    return this.#values.get(name)?.join(", ");
  }

  #add(name: string, value: unknown): void {
    if (!FIELD_NAMES.has(name)) return;
    // Node's own header objects hold an array for a field that came twice.
    const lines = (Array.isArray(value) ? value : [value]).map((line) => String(line).trim());
    this.#values.set(name, (this.#values.get(name) ?? []).concat(lines));
  }
}

function pairsOf(source: HeaderSource | undefined): Iterable<readonly [unknown, unknown]> {
  if (source === undefined || source === null) return [];
  if (typeof source !== "object") throw new FetchFailure("bad-response", "headers are no list of fields");
  return Symbol.iterator in source ? source : Object.entries(source);
}
