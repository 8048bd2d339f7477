import { deciderFor, pathStart, plainEnd, RuleList, targetOf } from "../matcher/index.ts";
import { isRule, type RecordGroup } from "../parser/index.ts";
import type { RobotsFile } from "./robots-file.ts";

/** After so many questions an index pays for itself. */
const QUESTIONS_BEFORE_INDEX = 8;

const ITSELF = "/robots.txt";

/** The rules of all groups that serve an agent, read once and shared by every agent they serve. */
export class MergedGroup {
  readonly rules: RuleList;
  readonly #file: RobotsFile;
  #decider: Pick<RuleList, "best">;
  #questions = 0;

  constructor(file: RobotsFile, groups: readonly RecordGroup[]) {
    const { octets, records, options } = file;
    const capacity = groups.reduce((sum, group) => sum + group.end - group.rules, 0);
    this.#file = file;
    this.rules = new RuleList(octets, options, capacity);
    for (const group of groups) {
      for (let record = group.rules; record < group.end; record++) {
        const kind = records.kindOf(record);
        if (isRule(kind))
          this.rules.add(record, records.valueStart(record), records.valueEnd(record), kind === "allow");
      }
    }
    this.#decider = this.rules;
  }

  /** Whether the rules allow a URL or path of the file's own site. */
  allows(url: string): boolean {
    const { dialect } = this.#file.options;
    const from = pathStart(url);
    const to = from < 0 ? -1 : plainEnd(url, from, dialect);
    if (to >= 0) return this.#allowsText(url, from, to);
    const target = targetOf(url, dialect);
    return this.#allowsText(target, 0, target.length);
  }

  #allowsText(text: string, from: number, to: number): boolean {
    if (this.#file.options.dialect === "rfc9309" && isRobotsTxt(text, from, to)) return true;
    if (++this.#questions === QUESTIONS_BEFORE_INDEX) this.#decider = deciderFor(this.rules);
    const pattern = this.#decider.best(text, from, to);
    return pattern < 0 || this.rules.allows(pattern);
  }
}

/** RFC 9309 2.2.2: the address of robots.txt itself is always allowed. */
export const isRobotsTxt = (text: string, from: number, to: number): boolean =>
  to - from === ITSELF.length && text.startsWith(ITSELF, from);
