import type { Dialect } from "../common/dialect.ts";
import {
  deciderFor,
  NOT_NORMAL,
  pathStart,
  RuleList,
  rulesNear,
  targetOf,
  type Decider,
} from "../matcher/index.ts";
import { isRule, type RecordGroup } from "../parser/index.ts";
import type { RobotsFile } from "./robots-file.ts";

/** The rules of all groups that serve an agent, shared by every agent they serve. */
export class MergedGroup {
  readonly #file: RobotsFile;
  readonly #groups: readonly RecordGroup[];
  /** How many rules there are. */
  readonly size: number;
  /** The rules as numbers of records, until a list is made of them. */
  #rules: readonly number[];
  #list: RuleList | undefined;
  #decider: Decider | undefined;
  #isAsked = false;

  constructor(file: RobotsFile, groups: readonly RecordGroup[]) {
    const { records } = file;
    const rules: number[] = [];
    for (const group of groups) {
      for (let record = group.rules; record < group.end; record++) {
        if (isRule(records.kindOf(record))) rules.push(record);
      }
    }
    this.#file = file;
    this.#groups = groups;
    this.#rules = rules;
    this.size = rules.length;
  }

  /** All rules, ready to be compared. */
  get rules(): RuleList {
    if (this.#list === undefined) {
      this.#list = this.#listOf(this.#rules);
      this.#rules = [];
    }
    return this.#list;
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
  allows(url: string, start: number = pathStart(url)): boolean {
    const { dialect } = this.#file.options;
    // Nearly every URL is compared as it stands.
    const asGiven = dialect === "rfc9309" && url[start] === "/" ? this.#decide(url, start, false) : undefined;
    if (asGiven !== undefined) return asGiven;
    const { text, from } = targetOf(url, dialect, start);
    return this.#decide(text, from, true) === true;
  }

  /** Whether the rules allow a text; `undefined` where it is to be brought into normal form first. */
  #decide(text: string, from: number, isNormal: boolean): boolean | undefined {
    if (isRobotsTxt(text, from, this.#file.options.dialect)) return true;
    const decider = this.#deciderFor(text, from);
    const pattern = decider.best(text, from, isNormal);
    if (pattern === NOT_NORMAL) return undefined;
    this.#isAsked = true;
    return pattern < 0 || decider.allows(pattern);
  }

  /** Many files are asked but once: then nothing is made of the rules that are far from the answer. */
  #deciderFor(text: string, from: number): Decider {
    if (this.#isAsked) return (this.#decider ??= deciderFor(this.rules));
    return this.#list ?? this.#listOf(rulesNear(this.#file.records, this.#rules, text, from));
  }

  #listOf(rules: readonly number[]): RuleList {
    return new RuleList(this.#file.records, this.#file.options, rules);
  }
}

const ITSELF = "/robots.txt";

/** RFC 9309 2.2.2: the address of robots.txt itself is always allowed. Google has no such rule. */
export const isRobotsTxt = (text: string, from: number, dialect: Dialect): boolean =>
  dialect === "rfc9309" && text.length - from === ITSELF.length && text.endsWith(ITSELF);
