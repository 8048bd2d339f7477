/** Minutes of the day, UTC. A window that ends before it starts goes over midnight. */
export interface TimeWindow {
  readonly fromMinuteUtc: number;
  readonly untilMinuteUtc: number;
}

/** At most so many requests in so much time (`Request-rate`). */
export interface RequestRate {
  readonly requests: number;
  readonly periodMs: number;
  /** When the rate holds; absent: always. */
  readonly window?: TimeWindow;
}

/**
 * Reads a `Crawl-delay`: seconds as a plain decimal of at least 0, in milliseconds. `undefined` for
 * anything else. There is no ceiling.
 */
export function parseCrawlDelay(value: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value)) return undefined;
  // The exponent shifts the decimal point, which a multiplication does not do exactly.
  return Math.min(Number(`${value}e3`), Number.MAX_VALUE);
}

function minuteOf(hhmm: string): number | undefined {
  const hour = Number(hhmm.slice(0, 2));
  const minute = Number(hhmm.slice(2));
  return hour < 24 && minute < 60 ? hour * 60 + minute : undefined;
}

/** Reads a `Visit-time`, `HHMM-HHMM` in UTC; `undefined` for anything else. */
export function parseTimeWindow(value: string): TimeWindow | undefined {
  const [, from, until] = /^(\d{4})\s*-\s*(\d{4})$/.exec(value) ?? [];
  if (from === undefined || until === undefined) return undefined;
  const fromMinuteUtc = minuteOf(from);
  const untilMinuteUtc = minuteOf(until);
  if (fromMinuteUtc === undefined || untilMinuteUtc === undefined) return undefined;
  return { fromMinuteUtc, untilMinuteUtc };
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a `Request-rate`, `n/t` with unit and window; `undefined` for anything else. */
export function parseRequestRate(value: string): RequestRate | undefined {
  const [, count, time, rest = ""] = /^(\d+)\s*\/\s*(\d+)(.*)$/s.exec(value) ?? [];
  const tail = rest.trim();
  const unit = /^[smhd](?!\S)/i.exec(tail)?.[0] ?? "";
  const hours = tail.slice(unit.length).trim();
  const requests = Number(count);
  const periodMs = Number(time) * (UNIT_MS[(unit || "s").toLowerCase()] ?? 1000);
  if (!(requests > 0 && periodMs > 0 && Number.isFinite(requests) && Number.isFinite(periodMs)))
    return undefined;
  if (hours === "") return { requests, periodMs };
  const window = parseTimeWindow(hours);
  return window === undefined ? undefined : { requests, periodMs, window };
}
