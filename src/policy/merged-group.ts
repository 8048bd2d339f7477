import type { Dialect } from "../common/dialect.ts";
import { deciderFor, RuleList, targetOf, type Target } from "../matcher/index.ts";
import { isRule, type RecordGroup } from "../parser/index.ts";
import type { RobotsFile } from "./robots-file.ts";

/** The first question is answered by the list alone: many files are asked but once. */
const QUESTIONS_BEFORE_INDEX = 2;

/** The rules of all groups that serve an agent, read once and shared by every agent they serve. */
export class MergedGroup {
  readonly rules: RuleList;
  readonly #file: RobotsFile;
  readonly #groups: readonly RecordGroup[];
  #decider: Pick<RuleList, "best">;
  #questions = 0;

  constructor(file: RobotsFile, groups: readonly RecordGroup[]) {
    const { records, options } = file;
    this.#file = file;
    this.#groups = groups;
    const rules: number[] = [];
    for (const group of groups) {
      for (let record = group.rules; record < group.end; record++) {
        if (isRule(records.kindOf(record))) rules.push(record);
      }
    }
    this.rules = new RuleList(records, options, rules);
    this.#decider = this.rules;
  }

  /** Whether it is what these groups of its file merge into. */
  isOf(groups: readonly RecordGroup[]): boolean {
    const own = this.#groups;
    return own.length === groups.length && own.every(({ start }, at) => start === groups[at]?.start);
  }

  /**
   * Whether the rules allow a URL or path of the file's own site.
   *
   * @param start - where its path begins, if that is known.
   */
  allows(url: string, start?: number): boolean {
    const { dialect } = this.#file.options;
    const target = targetOf(url, dialect, start);
    if (isRobotsTxt(target, dialect)) return true;
    if (++this.#questions === QUESTIONS_BEFORE_INDEX) this.#decider = deciderFor(this.rules);
    const pattern = this.#decider.best(target);
    return pattern < 0 || this.rules.allows(pattern);
  }
}

const ITSELF = "/robots.txt";

/** RFC 9309 2.2.2: the address of robots.txt itself is always allowed. Google has no such rule. */
export const isRobotsTxt = ({ text, from }: Target, dialect: Dialect): boolean =>
  dialect === "rfc9309" && text.length - from === ITSELF.length && text.endsWith(ITSELF);
