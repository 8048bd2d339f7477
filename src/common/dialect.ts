/**
 * How a file is read. `"rfc9309"`: RFC 9309 where it speaks, Google's leniency where it is silent or
 * says MAY. `"google"`: the answers of Google's reference parser for every octet sequence.
 */
export type Dialect = "rfc9309" | "google";

const DIALECTS: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["rfc9309", "google"]);

/** @throws RangeError when `dialect` is none. */
export function checkDialect(dialect: unknown): void {
  if (!DIALECTS.has(dialect))
    throw new RangeError(`dialect must be rfc9309 or google, got ${String(dialect)}`);
}
