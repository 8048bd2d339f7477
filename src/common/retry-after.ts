import { parseHttpDate } from "./http-date.ts";

/**
 * How long a `Retry-After` value asks to wait, in milliseconds from `wallMs` (epoch milliseconds, by the
 * clock its date is to be compared with). A date that is past asks for 0.
 *
 * Only what RFC 9110 10.2.3 defines counts, whole seconds or an HTTP date: `undefined` for anything else
 * (`soon`, `-5`, `1.5`, `1e9`, nothing). The result is always finite and never capped: however long it is,
 * coming back sooner is not what was asked.
 */
export function retryAfterMs(value: string | null | undefined, wallMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const dateMs = parseHttpDate(text);
  return dateMs === undefined ? undefined : Math.max(0, dateMs - wallMs);
}
