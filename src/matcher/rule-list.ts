import type { Dialect } from "../common/dialect.ts";
import { normalPattern } from "./normal-form.ts";
import { ROLES } from "./octet-roles.ts";
import { DOLLAR, IS_STAR, isLowerLetter, SLASH, UNSETTLED } from "./octets.ts";
import { matchesPattern, mayMatch } from "./path-pattern.ts";
import { isPlainFrom, type Target } from "./target.ts";

/** How rules are read. */
export interface RuleOptions {
  readonly dialect: Dialect;
  /** Whether `Allow: …/index.html` also allows the folder itself, as at Google. */
  readonly indexHtml: boolean;
}

/** A file whose rules lie in it, by number, from a start to before an end. */
export interface RuleSource {
  readonly octets: Uint8Array;
  /** Whether the rule is an `Allow`. */
  allows(rule: number): boolean;
  valueStart(rule: number): number;
  valueEnd(rule: number): number;
}

/** Where the octets of a pattern lie. */
export interface PatternPlace {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A rule that matches a text. */
export interface FoundRule {
  readonly rule: number;
  /** The length that its precedence counts. */
  readonly length: number;
}

/** The answer where no pattern matches. */
export const NONE = -1;
/** The answer where a text has to be brought into normal form first. */
export const NOT_NORMAL = -2;

/** Tells which pattern decides about a text. */
export interface Decider {
  /**
   * The pattern that decides about a text from `from` on, or {@link NONE}; {@link NOT_NORMAL} where the text may
   * have another normal form, and it is not said that it `isNormal`.
   */
  best(text: string, from: number, isNormal: boolean): number;
  /** Whether a pattern allows what it matches. */
  allows(pattern: number): boolean;
}

/** A pattern that the file does not hold as it is compared. */
interface RewrittenPattern {
  readonly octets: Uint8Array;
  readonly length: number;
}

/** How the last segment of a rule begins that is the page of a folder, as Google knows them. */
const FOLDER_PAGE = "index.htm";

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Whether a rule is in its normal form for certain: most are. An empty one is not. */
function isSettled(octets: Uint8Array, start: number, end: number): boolean {
  let at = start;
  for (; at < end; at++) {
    const octet = octets[at] ?? 0;
    if (!isLowerLetter(octet) && (ROLES[octet] ?? UNSETTLED) > IS_STAR) break;
  }
  return start < end && (at === end || (at === end - 1 && octets[at] === DOLLAR));
}

/** Whether the last segment of a rule is the page of a folder. */
function isFolderPage(octets: Uint8Array, start: number, end: number): boolean {
  let page = end;
  while (page > start && octets[page - 1] !== SLASH) page--;
  let at = 0;
  while (at < FOLDER_PAGE.length && octets[page + at] === FOLDER_PAGE.charCodeAt(at)) at++;
  return page > start && at === FOLDER_PAGE.length;
}

/** The octets of a pattern that count: a literal "$" is written as "%24", but is no longer than it was. */
const lengthOf = (written: string, normal: string): number =>
  normal.length - 2 * (written.split("$").length - normal.split("$").length);

/**
 * The rules of one merged group, ready to be compared: their patterns in normal form, numbered from 0 in the
 * order of the file. A rule can stand for two of them. What the file holds in normal form, as it does nearly
 * every rule, is not copied.
 */
export class RuleList implements Decider {
  readonly #source: RuleSource;
  /** For each pattern its rule, doubled, and one more where the pattern is rewritten. */
  readonly #patterns: Uint16Array | Uint32Array;
  #rewritten: Map<number, RewrittenPattern> | undefined;

  /** @param rules - the rules of the source that count, in order. */
  constructor(source: RuleSource, options: RuleOptions, rules: readonly number[]) {
    const patterns: number[] = [];
    this.#source = source;
    for (const rule of rules) {
      if (isSettled(source.octets, source.valueStart(rule), source.valueEnd(rule))) patterns.push(2 * rule);
      else this.#addUnsettled(patterns, rule, options.dialect);
      if (options.indexHtml && source.allows(rule)) this.#addFolder(patterns, rule, options.dialect);
    }
    this.#patterns = (patterns.at(-1) ?? 0) < 2 ** 16 ? new Uint16Array(patterns) : new Uint32Array(patterns);
  }

  /** Adds a rule that may have to be written otherwise. */
  #addUnsettled(patterns: number[], rule: number, dialect: Dialect): void {
    const written = this.#textOf(rule);
    // An empty pattern matches nothing. At Google it matches, and loses to every other.
    if (written === "" && dialect === "rfc9309") return;
    const pattern = normalPattern(written, dialect);
    if (pattern === written) patterns.push(2 * rule);
    else this.#addRewritten(patterns, rule, written, pattern);
  }

  /** Adds the folder whose page an Allow rule names, if it names one. */
  #addFolder(patterns: number[], rule: number, dialect: Dialect): void {
    const source = this.#source;
    if (!isFolderPage(source.octets, source.valueStart(rule), source.valueEnd(rule))) return;
    const written = this.#textOf(rule).replace(/[^/]*$/, "$");
    this.#addRewritten(patterns, rule, written, normalPattern(written, dialect));
  }

  #addRewritten(patterns: number[], rule: number, written: string, pattern: string): void {
    const rewritten = { octets: encoder.encode(pattern), length: lengthOf(written, pattern) };
    (this.#rewritten ??= new Map()).set(patterns.length, rewritten);
    patterns.push(2 * rule + 1);
  }

  /** How many patterns there are. */
  get size(): number {
    return this.#patterns.length;
  }

  /** Whether a pattern allows what it matches. One without any octet forbids nothing. */
  allows(pattern: number): boolean {
    return this.#source.allows(this.#ruleOf(pattern)) || this.#rankOf(pattern) === 0;
  }

  /** Where the octets of a pattern lie. */
  placeOf(pattern: number): PatternPlace {
    const octets = this.#rewrittenAt(pattern)?.octets;
    if (octets !== undefined) return { octets, start: 0, end: octets.length };
    const source = this.#source;
    const rule = this.#ruleOf(pattern);
    return { octets: source.octets, start: source.valueStart(rule), end: source.valueEnd(rule) };
  }

  /** Whether a pattern matches a text. */
  matches(pattern: number, text: string, from: number): boolean {
    const { octets, start, end } = this.placeOf(pattern);
    return matchesPattern(octets, start, end, text, from);
  }

  /** Every rule that matches a text, the one that decides first. */
  matching({ text, from }: Target): FoundRule[] {
    const patterns = [...this.#patterns.keys()]
      .filter((pattern) => this.matches(pattern, text, from))
      .sort((one, other) => this.#rankOf(other) - this.#rankOf(one));
    // A rule that stands for two patterns counts once, as its stronger one.
    const found = new Map<number, FoundRule>();
    for (const pattern of patterns) {
      const rule = this.#ruleOf(pattern);
      if (!found.has(rule)) found.set(rule, { rule, length: this.#rankOf(pattern) >> 1 });
    }
    return [...found.values()];
  }

  /**
   * Of `best`, a pattern that matches a text or {@link NONE}, and another pattern the one that decides, if that
   * matches too (RFC 9309 2.2.2): the longer, of two equally long ones the allowing one, then the first of the
   * file.
   */
  stronger(pattern: number, best: number, text: string, from: number): number {
    const lead = best < 0 ? 1 : this.#rankOf(pattern) - this.#rankOf(best);
    const isAhead = lead > 0 || (lead === 0 && pattern < best);
    return isAhead && this.matches(pattern, text, from) ? pattern : best;
  }

  /** As {@link Decider.best}, by comparing every pattern. */
  best(text: string, from: number, isNormal: boolean): number {
    if (!isNormal && !isPlainFrom(text, from)) return NOT_NORMAL;
    const { size } = this;
    let best = NONE;
    for (let pattern = 0; pattern < size; pattern++) best = this.stronger(pattern, best, text, from);
    return best;
  }

  /** A rule as text of one character for each octet. */
  #textOf(rule: number): string {
    const { octets } = this.#source;
    const end = this.#source.valueEnd(rule);
    let text = "";
    for (let at = this.#source.valueStart(rule); at < end; at++) text += String.fromCharCode(octets[at] ?? 0);
    return text;
  }

  #ruleOf(pattern: number): number {
    return (this.#patterns[pattern] ?? 0) >> 1;
  }

  #rewrittenAt(pattern: number): RewrittenPattern | undefined {
    return ((this.#patterns[pattern] ?? 0) & 1) === 0 ? undefined : this.#rewritten?.get(pattern);
  }

  /** What precedence compares: the length first, then whether the rule allows. */
  #rankOf(pattern: number): number {
    const source = this.#source;
    const rule = this.#ruleOf(pattern);
    const length = this.#rewrittenAt(pattern)?.length ?? source.valueEnd(rule) - source.valueStart(rule);
    return 2 * length + Number(source.allows(rule));
  }
}

/** Those of some rules of a file that may match a text: the others need not even be read for it. */
export const rulesNear = (
  source: RuleSource,
  rules: readonly number[],
  text: string,
  from: number,
): number[] =>
  rules.filter((rule) => mayMatch(source.octets, source.valueStart(rule), source.valueEnd(rule), text, from));
