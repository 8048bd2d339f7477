import type { LintCode, Severity } from "./finding.ts";

/** What is known of a code, whatever file it is found in. */
export interface CodeEntry {
  readonly severity: Severity;
  /** The section of RFC 9309, or what else it rests on. */
  readonly section: string;
  /** What the code stands for, in a sentence. */
  readonly title: string;
}

const entry = (severity: Severity, section: string, title: string): CodeEntry => ({
  severity,
  section,
  title,
});

/** Every code of the lint. */
export const CATALOGUE: Readonly<Record<LintCode, CodeEntry>> = {
  truncated: entry("error", "RFC 9309 2.5", "The file is longer than crawlers read."),
  html: entry("error", "RFC 9309 2.2", "The file is a web page, and has no rules."),
  "utf-16": entry("error", "RFC 9309 2.3", "The file is UTF-16; crawlers read UTF-8."),
  "byte-order-mark": entry("warning", "RFC 9309 2.2", "A mark stands before the first line."),
  "invalid-utf-8": entry("warning", "RFC 9309 2.2", "A line is not UTF-8."),
  nul: entry("warning", "RFC 9309 2.2", "A line holds a NUL, which ends it."),
  "line-too-long": entry("warning", "RFC 9309 2.5", "A line is longer than crawlers read."),
  "not-a-record": entry("warning", "RFC 9309 2.2", "A line is neither record nor comment."),
  "missing-colon": entry("warning", "RFC 9309 2.2", "A record has no colon."),
  "misspelled-name": entry("warning", "RFC 9309 2.2", "The name of a record is misspelled."),
  "record-status": entry("info", "RFC 9309 2.2.4", "A record is no standard, but known."),
  "record-retired": entry("warning", "RFC 9309 2.2.4", "A record is given up by those who read it once."),
  "record-unknown": entry("warning", "RFC 9309 2.2.4", "A record is known to nobody."),
  "rule-outside-group": entry("error", "RFC 9309 2.2.1", "A rule stands before any user-agent line."),
  "record-outside-group": entry("warning", "RFC 9309 2.2.4", "A record stands before any user-agent line."),
  "never-matches": entry("error", "RFC 9309 2.2.2", "A rule begins with neither / nor *."),
  "token-cut": entry("warning", "RFC 9309 2.2.1", "A crawler's name holds characters that do not count."),
  "no-token": entry("error", "RFC 9309 2.2.1", "A user-agent line names no crawler."),
  "invalid-value": entry("warning", "RFC 9309 2.2.4", "A value cannot be read."),
  "blank-line-reading": entry(
    "info",
    "RFC 9309 2.2.1",
    "A blank line parts what RFC 9309 reads as one group.",
  ),
  "star-swallowed": entry("error", "RFC 9309 2.2.1", "Rules for named crawlers are for all of them."),
  "usage-splits-group": entry(
    "error",
    "AIPREF attach 3",
    "Crawlers differ on whether a Content-Usage line ends a run of names.",
  ),
  "run-goes-on": entry("warning", "RFC 9309 2.2.4", "A record does not part the names around it."),
  "duplicate-rule": entry("info", "RFC 9309 2.2.2", "A rule says what one before it says."),
  "conflicting-rules": entry("warning", "RFC 9309 2.2.2", "A rule can never win against another."),
  "comment-in-path": entry("error", "RFC 9309 2.2", "A # cuts a path."),
  "space-in-path": entry("warning", "RFC 9309 2.2.2", "A line holds more than one path."),
  "dialects-differ": entry("info", "RFC 9309 2.2.2", "Google's parser reads a line otherwise."),
  "crawl-delay-absurd": entry("warning", "de facto", "A crawl delay leaves hardly any requests."),
  "sitemap-relative": entry("warning", "sitemaps.org", "A sitemap has no absolute URL."),
  "usage-unreadable": entry("error", "AIPREF vocab 6", "A Content-Usage value cannot be read."),
  "usage-empty": entry("warning", "AIPREF attach 3", "A Content-Usage path has no preference."),
  "usage-unknown": entry("warning", "AIPREF vocab 6", "A preference is none of y and n."),
  "signal-unknown": entry("warning", "Content-Signal", "A signal is known to nobody."),
};
