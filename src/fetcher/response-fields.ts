import { parseHttpDate, parseRetryAfter } from "../common/retry-after.ts";
import { Fault } from "./failure.ts";
import type { TransportResponse } from "./transport.ts";

type Fields = TransportResponse["headers"];

/** The values of a field, one for each of its lines. */
export const valuesOf = (fields: Fields, name: string): readonly string[] =>
  fields.filter(([each]) => each === name).map(([, value]) => value.trim());

/** The longest a host can ask to be left alone, and be believed: a day. */
const LONGEST_RETRY_MS = 86_400_000;

/** How long the host asks to be left alone; `undefined` when it does not, or not in a form that HTTP knows. */
export function retryAfterOf(fields: Fields, wallMs: number): number | undefined {
  const [value, ...more] = valuesOf(fields, "retry-after");
  if (value === undefined || more.length > 0) return undefined;
  const [date] = valuesOf(fields, "date");
  const dateMs = date === undefined ? wallMs : (parseHttpDate(date, wallMs) ?? wallMs);
  const waitMs = parseRetryAfter(value, dateMs);
  return waitMs === undefined ? undefined : Math.min(waitMs, LONGEST_RETRY_MS);
}

const refuse = (code: string, message: string, status: number): never => {
  throw new Fault("invalid-response", code, message, { status });
};

/** `type/subtype` of a Content-Type, in lower case; RFC 9110 section 8.3.1. */
const ESSENCE = /^([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[\t ]*(?:;|$)/;

/**
 * The essence of the content type, when it is one of `accepted`.
 *
 * @throws Fault when it is missing, doubled, broken or another one.
 */
export function contentTypeOf(fields: Fields, accepted: readonly string[], status: number): string {
  const values = valuesOf(fields, "content-type");
  const [value] = values;
  if (value === undefined) return refuse("content-type", "the answer has no content type", status);
  if (values.length > 1) return refuse("content-type", "the answer has two content types", status);
  const essence = ESSENCE.exec(value)?.[1]?.toLowerCase();
  if (essence === undefined) return refuse("content-type", "the content type is broken", status);
  if (accepted.includes("*/*") || accepted.includes(essence)) return essence;
  return refuse("content-type", `the content type is ${essence}`, status);
}

/** @throws Fault when the announced length is more than `maxBytes`, or no length. */
export function checkLength(fields: Fields, maxBytes: number, status: number): void {
  for (const value of valuesOf(fields, "content-length")) {
    if (!/^\d+$/.test(value)) refuse("protocol", "the length is no number", status);
    if (Number(value) > maxBytes) refuse("too-large", `more than ${maxBytes} octets are announced`, status);
  }
}

/**
 * The one content coding of a body; `identity` for none.
 *
 * @throws Fault for a coding that was not offered, and for more than one.
 */
export function codingOf(fields: Fields, known: readonly string[], status: number): string {
  const [transfer = "chunked"] = valuesOf(fields, "transfer-encoding").map((value) => value.toLowerCase());
  if (transfer !== "chunked")
    refuse("content-encoding", "the transfer coding is none that was asked for", status);
  // Lines of one field are one list; hidden in two lines, two codings are still two.
  const lines = valuesOf(fields, "content-encoding");
  if (lines.length === 0) return "identity";
  const codings = lines
    .join(",")
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > 1) refuse("content-encoding", "the body is coded more than once", status);
  const [coding = "identity"] = codings;
  if (coding === "identity" || known.includes(coding)) return coding;
  return refuse("content-encoding", "the coding of the body was not asked for", status);
}
