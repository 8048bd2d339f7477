import {
  extensionsOf,
  parseCrawlDelay,
  parseRequestRate,
  parseTimeWindow,
  type GroupingKind,
  type RequestRate,
  type TimeWindow,
} from "../parser/index.ts";
import { explain, type Blanket } from "./explain.ts";
import type { MergedGroup } from "./merged-group.ts";
import { isNamed, type GroupChoice, type RobotsFile } from "./robots-file.ts";
import type { Scope } from "./scope.ts";
import type { ContentSignals } from "./terms/content-signal.ts";
import { contentSignalsOf, usageOf, type Usage } from "./terms/usage.ts";
import type { Verdict } from "./verdict.ts";

/** What the answers for one agent come from. */
export interface AgentRules {
  readonly file: RobotsFile;
  readonly scope: Scope | undefined;
  readonly blanket: Blanket | undefined;
  readonly choice: GroupChoice;
  readonly group: MergedGroup;
}

/** The text of a URL. */
const textOfUrl = (url: string | URL): string => {
  if (typeof url === "string") return url;
  if (url instanceof URL) return url.href;
  throw new TypeError(`url must be a string or a URL, got ${url === null ? "null" : typeof url}`);
};

/** Of several values for one agent the one that asks for the slowest pace: when in doubt, slower. */
const slowest = <T>(values: readonly T[], intervalMs: (value: T) => number): T | undefined =>
  [...values].sort((one, other) => intervalMs(other) - intervalMs(one))[0];

/**
 * The questions of a `RobotsPolicy`, bound to one agent: the thing to hold where many URLs are asked about.
 * `RobotsPolicy.forAgent` makes it.
 */
export class AgentPolicy {
  readonly #rules: AgentRules;

  constructor(rules: AgentRules) {
    this.#rules = rules;
  }

  /** As `RobotsPolicy.isAllowed`. */
  isAllowed(url: string | URL): boolean {
    const { scope, group } = this.#rules;
    const text = textOfUrl(url);
    if (scope === undefined) return group.allows(text);
    // Nearly every URL that is asked about begins with the origin of the file. At 0 this is `startsWith`,
    // in less than half its time.
    if (text.lastIndexOf(scope.prefix, 0) === 0) return group.allows(text, scope.prefix.length - 1);
    const { place, url: path } = scope.placeOf(text);
    return place === "in-scope" && group.allows(path);
  }

  /** As `RobotsPolicy.explain`. */
  explain(url: string | URL): Verdict {
    return explain(this.#rules, textOfUrl(url));
  }

  /** As `RobotsPolicy.crawlDelayMs`. */
  crawlDelayMs(): number | undefined {
    return slowest(this.#extensions("crawl-delay", parseCrawlDelay), (delayMs) => delayMs);
  }

  /** As `RobotsPolicy.requestRate`. */
  requestRate(): RequestRate | undefined {
    return slowest(
      this.#extensions("request-rate", parseRequestRate),
      (rate) => rate.periodMs / rate.requests,
    );
  }

  /** As `RobotsPolicy.visitTime`. */
  visitTime(): TimeWindow | undefined {
    return this.#extensions("visit-time", parseTimeWindow)[0];
  }

  /** As `RobotsPolicy.contentSignals`. */
  contentSignals(): ContentSignals {
    return contentSignalsOf(this.#rules);
  }

  /** As `RobotsPolicy.usage`. */
  usage(url: string | URL): Usage {
    return usageOf(this.#rules, textOfUrl(url), this.isAllowed(url));
  }

  #extensions<T>(kind: GroupingKind, parse: (value: string) => T | undefined): readonly T[] {
    const { file, choice } = this.#rules;
    const { records } = file;
    return extensionsOf(records, kind, (record) => isNamed(file, record, choice.agent))
      .map((record) => parse(records.valueOf(record)))
      .filter((value) => value !== undefined);
  }
}
