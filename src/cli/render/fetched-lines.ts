import { textOf, type FetchedPage, type GoodPage } from "../../fetcher/index.ts";
import type { Paint } from "./color.ts";
import { formatDuration } from "./duration.ts";
import { safeJson, safeText } from "./safe-text.ts";

const UNITS = [
  ["MB", 1_000_000],
  ["kB", 1_000],
] as const;

function size(octets: number): string {
  const unit = UNITS.find(([, each]) => octets >= each);
  return unit === undefined ? `${octets} B` : `${(octets / unit[1]).toFixed(1)} ${unit[0]}`;
}

/** What came of a page, on one line for people. */
export function fetchedLine(page: FetchedPage, paint: Paint): string {
  if (!page.ok) {
    const { category, code, message } = page.failure;
    return `${paint("bad", "failed ")}  ${safeText(page.url)}  ${category}/${code}: ${safeText(message)}\n`;
  }
  const from = page.url === page.requestedUrl ? "" : `  from ${safeText(page.url)}`;
  const facts = `${page.status} ${page.contentType} ${size(page.body.length)}`;
  return `${paint("good", "fetched")}  ${safeText(page.requestedUrl)}  ${facts}${from}\n`;
}

/** The same for programs, as one line of JSON. */
export function fetchedJson(page: FetchedPage, withBody: boolean): string {
  if (!page.ok) return `${safeJson(page)}\n`;
  const { body, headers, ...rest } = page;
  const text = withBody ? { body: textOf(page) } : {};
  return `${safeJson({ ...rest, bytes: body.length, headers: Object.fromEntries(headers), ...text })}\n`;
}

/** The text of a page; on a terminal nothing in it is obeyed. */
export function bodyText(page: GoodPage, isTerminal: boolean): string {
  const text = textOf(page);
  return isTerminal ? `${text.split(/\r?\n/).map(safeText).join("\n")}\n` : text;
}

/** What a batch came to. */
export interface Tally {
  fetched: number;
  /** How many pages failed of each category and code. */
  readonly failed: Map<string, number>;
  /** How long was waited for turns, by what took longest of it. */
  readonly waitedMs: Map<string, number>;
}

function add(map: Map<string, number>, key: string, value: number): void {
  map.set(key, (map.get(key) ?? 0) + value);
}

const sum = (map: ReadonlyMap<string, number>): number =>
  [...map.values()].reduce((one, other) => one + other, 0);

/** Counts one page more. */
export function count(page: FetchedPage, tally: Tally): void {
  if (page.ok) tally.fetched++;
  else add(tally.failed, `${page.failure.category}/${page.failure.code}`, 1);
  if (page.waitedFor !== "none") add(tally.waitedMs, page.waitedFor, page.waitedMs);
}

const pages = (number: number): string => `${number} ${number === 1 ? "page" : "pages"}`;

const list = (map: ReadonlyMap<string, number>, show: (value: number) => string): string =>
  Array.from(map)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, value]) => `${show(value)} ${name}`)
    .join(", ");

/** What was fetched, what was refused or failed, and what was waited for. */
export function summary({ fetched, failed, waitedMs }: Tally): string {
  const failures = failed.size === 0 ? "" : `, ${sum(failed)} not: ${list(failed, String)}`;
  const waits =
    waitedMs.size === 0
      ? ""
      : `; waited for turns: ${list(waitedMs, (ms) => formatDuration(Math.round(ms)))}`;
  return `${pages(fetched)} fetched${failures}${waits}\n`;
}
