import { parseHttpDate, parseRetryAfter } from "../common/retry-after.ts";
import type { HeaderFields } from "./headers.ts";

/** What a server said about how long its file may be kept. */
export interface Lifetime {
  /** Milliseconds from the answer on, before any bounds; absent when it said nothing. */
  readonly declaredMs?: number;
  /** Whether an expired copy must not be used, not even when the server cannot be reached. */
  readonly mustRevalidate: boolean;
}

/** The bounds a lifetime is held between, in milliseconds. */
export interface LifetimeBounds {
  readonly ttlMs: number;
  readonly minTtlMs: number;
  readonly maxTtlMs: number;
}

/** A Retry-After beyond this is not believed. */
const LONGEST_RETRY_MS = 86_400_000;

/** Whole seconds as milliseconds; what is no such number has the meaning of `otherwise`. */
const secondsToMs = (text: string, otherwise: number): number =>
  /^\d+$/.test(text) ? Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER) : otherwise;

/** What a Cache-Control value says to a crawler. */
interface Directives {
  readonly mustRevalidate: boolean;
  /** The least of what it allows, in milliseconds; absent when it does not speak of time. */
  readonly maxAgeMs: number | undefined;
}

function directivesOf(cacheControl: string): Directives {
  let mustRevalidate = false;
  let maxAgeMs: number | undefined;
  for (const part of cacheControl.split(",")) {
    const [name = "", argument = ""] = part.split("=", 2).map((text) => text.trim().toLowerCase());
    if (name === "must-revalidate") mustRevalidate = true;
    // `no-cache="Set-Cookie"` is about that field alone.
    else if (name === "no-store" || (name === "no-cache" && argument === "")) maxAgeMs = 0;
    else if (name === "max-age") {
      // The quoted form is taken as well (RFC 9111 5.2); what makes no sense counts as expired (4.2.1), and of
      // values that contradict each other the least counts.
      const ms = secondsToMs(argument.replace(/^"(.*)"$/, "$1"), 0);
      maxAgeMs = Math.min(ms, maxAgeMs ?? ms);
    }
  }
  return { mustRevalidate, maxAgeMs };
}

/** How long `Expires` lets an answer live from when it left the server; `undefined` without one. */
function expiresInMs(headers: HeaderFields, wallMs: number): number | undefined {
  if (headers.list("expires") === undefined) return undefined;
  const expiresMs = parseHttpDate(headers.single("expires") ?? "", wallMs);
  // RFC 9111 5.3: what is no date, above all 0, is past.
  return expiresMs === undefined ? 0 : expiresMs - dateOf(headers, wallMs);
}

/** The server's own time where it tells it: a date it sends is meant by that clock, not by ours. */
const dateOf = (headers: HeaderFields, wallMs: number): number =>
  parseHttpDate(headers.single("date") ?? "", wallMs) ?? wallMs;

/**
 * Reads how long an answer may be kept from its headers (RFC 9111). `wallMs` is now, in epoch milliseconds.
 * Whatever they hold, the result is a number from 0 up, or nothing.
 */
export function lifetimeOf(headers: HeaderFields, wallMs: number): Lifetime {
  const { mustRevalidate, maxAgeMs } = directivesOf(headers.list("cache-control") ?? "");
  const atOriginMs = maxAgeMs ?? expiresInMs(headers, wallMs);
  if (atOriginMs === undefined) return { mustRevalidate };
  const ageMs = secondsToMs(headers.single("age") ?? "", 0);
  return { declaredMs: Math.max(0, atOriginMs - ageMs), mustRevalidate };
}

/** The lifetime of a copy that was just confirmed: what the confirmation does not say stays (RFC 9111 4.3.4). */
export function renewedLifetime(old: Lifetime, confirmation: HeaderFields, wallMs: number): Lifetime {
  const saysNothing =
    confirmation.list("cache-control") === undefined && confirmation.list("expires") === undefined;
  return saysNothing ? old : lifetimeOf(confirmation, wallMs);
}

/** How long a copy is used, in milliseconds: what the server declared, within bounds (RFC 9309 2.4). */
export function keptMs({ declaredMs }: Lifetime, { ttlMs, minTtlMs, maxTtlMs }: LifetimeBounds): number {
  return Math.min(Math.max(declaredMs ?? ttlMs, minTtlMs), maxTtlMs);
}

/**
 * How long a site that failed is left alone, in milliseconds: `unreachableTtlMs`, and longer when it asks for
 * that with `Retry-After`, up to a day. Nothing else in a failed answer counts.
 */
export function retryDelayMs(
  headers: HeaderFields | undefined,
  wallMs: number,
  unreachableTtlMs: number,
): number {
  if (headers === undefined) return unreachableTtlMs;
  const askedMs = parseRetryAfter(headers.single("retry-after") ?? "", dateOf(headers, wallMs)) ?? 0;
  return Math.max(unreachableTtlMs, Math.min(askedMs, LONGEST_RETRY_MS));
}
