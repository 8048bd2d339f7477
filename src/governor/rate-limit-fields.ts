import type { Fields } from "./fields.ts";

/** What the RateLimit fields of an answer ask for. */
export interface RateLimitHint {
  /** Least time between starts. */
  readonly intervalMs: number;
  /** For how long that is asked. */
  readonly forMs: number;
  /** Nothing is left: how long to wait. 0 when something is. */
  readonly waitMs: number;
}

/** One quota: so many left for so long, of so many a window; what was not said is undefined. */
interface Quota {
  readonly left?: number;
  readonly resetSeconds?: number;
  readonly limit?: number;
  readonly windowSeconds?: number;
}

/** A reset above this is a moment, not a duration. */
const EPOCH_SECONDS = 1_000_000_000;
/** Nobody's window is longer than a month. */
const MOST_SECONDS = 31 * 86_400;

/**
 * Reads `RateLimit` and `RateLimit-Policy`, their older three-field form, and `X-RateLimit-*` where
 * unambiguous. Several quotas give the strictest of each. Fields on a cached answer say nothing about
 * now. `dateMs` is when the answer was made, for resets that are moments.
 */
export function rateLimitHint(
  fields: Fields,
  inFlight: number,
  dateMs: number | undefined,
): RateLimitHint | undefined {
  if (Number(fields.age) > 0) return undefined;
  let hint: RateLimitHint | undefined;
  for (const quota of quotasOf(fields, dateMs)) {
    const next = hintOf(quota, inFlight);
    if (next === undefined) continue;
    hint =
      hint === undefined
        ? next
        : {
            intervalMs: Math.max(hint.intervalMs, next.intervalMs),
            forMs: Math.max(hint.forMs, next.forMs),
            waitMs: Math.max(hint.waitMs, next.waitMs),
          };
  }
  return hint;
}

function hintOf(
  { left, resetSeconds, limit, windowSeconds }: Quota,
  inFlight: number,
): RateLimitHint | undefined {
  const evenMs =
    limit !== undefined && limit > 0 && windowSeconds !== undefined ? (windowSeconds * 1000) / limit : 0;
  if (left === undefined || resetSeconds === undefined) {
    return evenMs > 0 ? { intervalMs: evenMs, forMs: (windowSeconds ?? 0) * 1000, waitMs: 0 } : undefined;
  }
  const resetMs = resetSeconds * 1000;
  return {
    intervalMs: Math.max(evenMs, left > 0 ? resetMs / (left + inFlight + 1) : 0),
    forMs: Math.max(resetMs, (windowSeconds ?? 0) * 1000),
    waitMs: left > 0 ? 0 : resetMs,
  };
}

function quotasOf(fields: Fields, dateMs: number | undefined): Quota[] {
  const quotas = structuredQuotas(fields.ratelimit, fields["ratelimit-policy"]);
  const plain = quotaFrom(
    fields["ratelimit-limit"],
    fields["ratelimit-remaining"],
    fields["ratelimit-reset"],
    dateMs,
  );
  if (plain !== undefined) quotas.push({ ...policyWindow(fields["ratelimit-limit"]), ...plain });
  if (quotas.length > 0) return quotas;
  const vendor =
    quotaFrom(
      fields["x-ratelimit-limit"],
      fields["x-ratelimit-remaining"],
      fields["x-ratelimit-reset-after"] ?? fields["x-ratelimit-reset"],
      dateMs,
    ) ??
    quotaFrom(
      fields["x-rate-limit-limit"],
      fields["x-rate-limit-remaining"],
      fields["x-rate-limit-reset"],
      dateMs,
    );
  return vendor === undefined ? [] : [vendor];
}

/** `"name";r=50;t=30` beside `"name";q=100;w=60`, and the older `limit=100, remaining=50, reset=30`. */
function structuredQuotas(ratelimit: string | undefined, policy: string | undefined): Quota[] {
  const quotas = new Map<string, Quota>();
  for (const item of itemsOf(policy)) {
    quotas.set(item.name, pick(item.numbers, { limit: "q", windowSeconds: "w" }));
  }
  const bare: Record<string, number> = {};
  for (const item of itemsOf(ratelimit)) {
    const [key, value] = item.name.split("=");
    if (key !== undefined && value !== undefined) bare[key] = numberOf(value) ?? NaN;
    const said = pick(item.numbers, { left: "r", resetSeconds: "t" });
    if (said.left !== undefined) quotas.set(item.name, { ...quotas.get(item.name), ...said });
  }
  const older = pick(bare, { limit: "limit", left: "remaining", resetSeconds: "reset" });
  if (older.left !== undefined && older.resetSeconds !== undefined) quotas.set("", older);
  return [...quotas.values()];
}

interface Item {
  readonly name: string;
  readonly numbers: Readonly<Record<string, number>>;
}

/** Items and their numeric parameters, read leniently: a list of hints is no reason to fail. */
function itemsOf(text: string | undefined): Item[] {
  if (text === undefined) return [];
  return text.split(",").map((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const numbers: Record<string, number> = {};
    for (const parameter of parameters) {
      const [key = "", value = ""] = parameter.split("=");
      const number = numberOf(value);
      if (number !== undefined) numbers[key] = number;
    }
    return { name, numbers };
  });
}

function pick(numbers: Readonly<Record<string, number>>, keys: Partial<Record<keyof Quota, string>>): Quota {
  const quota: { -readonly [Key in keyof Quota]: Quota[Key] } = {};
  for (const [key, name] of Object.entries(keys) as [keyof Quota, string][]) {
    const number = numbers[name];
    if (number === undefined || !(number >= 0)) continue;
    quota[key] = key === "resetSeconds" || key === "windowSeconds" ? Math.min(number, MOST_SECONDS) : number;
  }
  return quota;
}

/** The older fields' `RateLimit-Limit: 100, 100;w=60`. */
function policyWindow(limit: string | undefined): Quota {
  const windows = itemsOf(limit).flatMap(({ numbers }) => numbers["w"] ?? []);
  return windows.length === 1 ? pick({ w: windows[0] ?? 0 }, { windowSeconds: "w" }) : {};
}

function quotaFrom(
  limitText: string | undefined,
  leftText: string | undefined,
  resetText: string | undefined,
  dateMs: number | undefined,
): Quota | undefined {
  const left = numberOf(leftText);
  let reset = numberOf(resetText);
  if (left === undefined || reset === undefined) return undefined;
  if (reset > EPOCH_SECONDS) {
    if (dateMs === undefined) return undefined;
    // Some count the moment in milliseconds.
    const atMs = reset > EPOCH_SECONDS * 1000 ? reset : reset * 1000;
    reset = Math.max(0, (atMs - dateMs) / 1000);
  }
  const limit = numberOf(limitText?.split(",")[0]);
  const resetSeconds = Math.min(reset, MOST_SECONDS);
  return limit === undefined ? { left, resetSeconds } : { limit, left, resetSeconds };
}

function numberOf(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? "";
  if (!/^\d{1,15}(?:\.\d{1,6})?$/.test(trimmed)) return undefined;
  return Number(trimmed);
}
