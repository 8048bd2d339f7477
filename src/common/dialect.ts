/**
 * How a file is read. `"rfc9309"`: RFC 9309 where it speaks, Google's leniency where it is silent or
 * says MAY. `"google"`: the answers of Google's reference parser for every octet sequence.
 */
export type Dialect = "rfc9309" | "google";
