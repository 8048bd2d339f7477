const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Sun, 06 Nov 1994 08:49:37 GMT`, the form everyone must send. */
const IMF_FIXDATE =
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/;
/** `Sunday, 06-Nov-94 08:49:37 GMT`, obsolete. */
const RFC_850 =
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/;
/** `Sun Nov  6 08:49:37 1994`, obsolete. */
const ASCTIME =
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/;

/** Two digits mean 1970 to 2069: within fifty years of any day this runs on, as RFC 9110 5.6.7 wants it. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/**
 * Reads an HTTP date in any of the three forms of RFC 9110 5.6.7 as epoch milliseconds.
 *
 * `undefined` for everything else, also for what `Date.parse` would guess a meaning for (`1`, `9999`), and
 * for days and hours that do not exist.
 */
export function parseHttpDate(text: string): number | undefined {
  const match = IMF_FIXDATE.exec(text) ?? RFC_850.exec(text) ?? ASCTIME.exec(text);
  if (match?.groups === undefined) return undefined;
  const { day = "", month = "", year = "", time = "" } = match.groups;
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  const monthIndex = MONTHS.indexOf(month);
  // 60 is a leap second.
  if (monthIndex < 0 || hour > 23 || minute > 59 || second > 60) return undefined;
  const midnightMs = Date.UTC(fullYear(year), monthIndex, Number(day));
  if (new Date(midnightMs).getUTCDate() !== Number(day)) return undefined;
  return midnightMs + ((hour * 60 + minute) * 60 + second) * 1000;
}
