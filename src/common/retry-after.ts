const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `Sun, 06 Nov 1994 08:49:37 GMT` */
const IMF_FIXDATE = /^[a-z]{3}, (\d{2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) gmt$/;
/** `Sunday, 06-Nov-94 08:49:37 GMT` */
const RFC_850 = /^[a-z]{6,9}, (\d{2})-([a-z]{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) gmt$/;
/** `Sun Nov  6 08:49:37 1994` */
const ASCTIME = /^[a-z]{3} ([a-z]{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** No field value that is a time is longer; what is, is not looked at. */
const MOST_CHARACTERS = 64;

/** A wait longer than this is no wait but a way to say no: ten years. */
export const LONGEST_WAIT_MS: number = 3650 * 86_400_000;

/**
 * Reads one of the three HTTP date forms (RFC 9110 section 5.6.7) as epoch milliseconds; `undefined` for
 * anything else. The two-digit year of the second form is never more than fifty years after `nearMs`.
 */
export function parseHttpDate(text: string, nearMs = 0): number | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const line = text.trim().toLowerCase();
  const fixed = IMF_FIXDATE.exec(line);
  if (fixed !== null) return epochMs(fixed[3], fixed[2], fixed[1], fixed[4], fixed[5], fixed[6]);
  const ascii = ASCTIME.exec(line);
  if (ascii !== null) return epochMs(ascii[6], ascii[1], ascii[2], ascii[3], ascii[4], ascii[5]);
  const old = RFC_850.exec(line);
  if (old === null) return undefined;
  const nearYear = new Date(nearMs).getUTCFullYear();
  let year = nearYear - (nearYear % 100) + Number(old[3]);
  if (year > nearYear + 50) year -= 100;
  return epochMs(String(year), old[2], old[1], old[4], old[5], old[6]);
}

function epochMs(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): number | undefined {
  const monthIndex = MONTHS.indexOf(month ?? "");
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  // A leap second is a second too.
  if (monthIndex < 0 || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const ms = Date.UTC(Number(year), monthIndex, Number(day), hours, minutes, seconds);
  return new Date(ms).getUTCMonth() === monthIndex ? ms : undefined;
}

/**
 * How long a `Retry-After` value asks to wait, in milliseconds from when the answer was made: seconds, or a
 * date against the answer's own `Date`, so that nobody's clock has to be right. `dateMs` is that
 * field, or the own wall clock where there is none; without it a date says nothing. A date that is past is
 * no wait. `undefined` for what is neither; never NaN, never more than {@link LONGEST_WAIT_MS}.
 */
export function parseRetryAfter(value: string, dateMs?: number): number | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_WAIT_MS);
  if (dateMs === undefined || !Number.isFinite(dateMs)) return undefined;
  const atMs = parseHttpDate(text, dateMs);
  return atMs === undefined ? undefined : Math.min(Math.max(0, atMs - dateMs), LONGEST_WAIT_MS);
}
