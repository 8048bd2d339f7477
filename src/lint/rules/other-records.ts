import { parseCrawlDelay, textOf, type RecordKind, type RecordLine } from "../../parser/index.ts";
import { isSignal, parseContentSignal, parseContentUsage } from "../../policy/index.ts";
import type { LintContext, LintRule, Report } from "../finding.ts";

/** A delay above which a crawler gets to see fewer than 1,440 pages a day. */
const LONGEST_SENSIBLE_DELAY_MS = 60_000;
const DAY_MS = 86_400_000;

type Found = Omit<Report, "line" | "start" | "end">;

function inspectCrawlDelay(value: string): Found[] {
  const delayMs = parseCrawlDelay(value) ?? 0;
  if (delayMs <= LONGEST_SENSIBLE_DELAY_MS) return [];
  const pages = Math.floor(DAY_MS / delayMs);
  const message = `at most ${pages} ${pages === 1 ? "page" : "pages"} a day: the number is in seconds`;
  return [{ code: "crawl-delay-absurd", message }];
}

function inspectSitemap(value: string, record: RecordLine, url: string | undefined): Found[] {
  if (URL.canParse(value)) return [];
  const message = "a sitemap needs a whole URL, with https:// in front: most crawlers ignore others";
  if (value === "" || !URL.canParse(value, url)) return [{ code: "sitemap-relative", message }];
  return [{ code: "sitemap-relative", message, fix: { ...record.value, text: new URL(value, url).href } }];
}

function inspectUsage(value: string): Found[] {
  const { isValid, preferences, path } = parseContentUsage(value, 0);
  if (!isValid) {
    const message = `one mistake makes all of "${value}" unknown: write it as "train-ai=n, search=y", in lower case`;
    return [{ code: "usage-unreadable", message }];
  }
  if (preferences.size === 0) {
    const message = `${path ?? "this line"} has no preference, and hides what shorter paths say`;
    return [{ code: "usage-empty", message }];
  }
  const unknown = [...preferences].filter(([, preference]) => preference === "unknown").map(([name]) => name);
  if (unknown.length === 0) return [];
  return [
    { code: "usage-unknown", message: `${unknown.join(", ")}: a preference is y or n, as in "train-ai=n"` },
  ];
}

const inspectSignal = (value: string): Found[] =>
  parseContentSignal(value, { source: "robots.txt" })
    .filter(({ name, value: said }) => !isSignal(name, said))
    .map(({ name, value: said }) => ({
      code: "signal-unknown",
      message: `${name}=${said} is no signal: search, ai-input and ai-train are yes or no; use is immediate, reference or full`,
    }));

/** How to look at the value of a record, by kind. */
const INSPECTORS: Readonly<
  Partial<Record<RecordKind, (value: string, record: RecordLine, url: string | undefined) => Found[]>>
> = {
  "crawl-delay": inspectCrawlDelay,
  sitemap: inspectSitemap,
  "content-usage": inspectUsage,
  "content-signal": inspectSignal,
};

function inspectRecord(record: RecordLine, { document, url }: LintContext): Found[] {
  const value = textOf(document.octets, record.value.start, record.value.end);
  return INSPECTORS[record.kind]?.(value, record, url) ?? [];
}

/** Values of records beside the rules that do not say what they seem to. */
export const otherRecordsRule: LintRule = (context) =>
  context.document.lines.flatMap((line) =>
    line.type === "record"
      ? inspectRecord(line, context).map((found) => Object.assign({ line: line.line, ...line.value }, found))
      : [],
  );
