import type { Dialect } from "../common/dialect.ts";
import { isNormalPattern, normalPattern } from "./normal-form.ts";
import { SLASH } from "./octets.ts";
import { matchesPattern } from "./path-pattern.ts";
import type { Target } from "./target.ts";

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

/** Where a pattern lies. */
export interface PatternPlace {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A pattern that the file does not hold as it is compared. */
interface RewrittenPattern extends PatternPlace {
  readonly rule: number;
}

/** How the last segment of a rule begins that is the page of a folder, as Google knows them. */
const FOLDER_PAGE = "index.htm";

// A pattern takes two numbers of one array: many rules, few objects.
const STRIDE = 2;

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Octets as text of one character each. */
function octetText(octets: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(octets[at] ?? 0);
  return text;
}

/** Where the folder ends that a rule for its page names; -1 for another rule. */
function folderEnd(octets: Uint8Array, start: number, end: number): number {
  let page = end;
  while (page > start && octets[page - 1] !== SLASH) page--;
  if (page === start) return -1;
  for (let at = 0; at < FOLDER_PAGE.length; at++) {
    if (page + at >= end || octets[page + at] !== FOLDER_PAGE.charCodeAt(at)) return -1;
  }
  return page;
}

/** How many `$` of a rule its normal form writes as escapes. */
const literalDollars = (written: string, normal: string): number =>
  written.split("$").length - normal.split("$").length;

/**
 * The rules of one merged group, ready to be compared: their patterns in normal form, each with a rank.
 * Patterns have numbers from 0, in the order of the file; a rule can stand for two of them. What the file
 * holds in normal form, as it does nearly every rule, is not copied.
 */
export class RuleList {
  readonly #source: RuleSource;
  /** For each pattern its rule, or the complement of its place in `#rewritten`; and its rank. */
  readonly #patterns: Int32Array;
  readonly #rewritten: readonly RewrittenPattern[];

  /** @param rules - the rules of the source that count, in order. */
  constructor(source: RuleSource, { dialect, indexHtml }: RuleOptions, rules: readonly number[]) {
    const { octets } = source;
    const patterns: number[] = [];
    const rewritten: RewrittenPattern[] = [];

    const push = (rule: number, length: number, allows: boolean): void => {
      patterns.push(rule, (length << 1) | Number(allows));
    };
    const rewrite = (rule: number, written: string, allows: boolean): void => {
      const normal = normalPattern(written, dialect);
      // A literal "$" equals "%24" in a URL, but is no longer than it was written.
      push(~rewritten.length, normal.length - 2 * literalDollars(written, normal), allows);
      rewritten.push({ octets: encoder.encode(normal), start: 0, end: normal.length, rule });
    };

    for (const rule of rules) {
      const start = source.valueStart(rule);
      const end = source.valueEnd(rule);
      const allows = source.allows(rule);
      // RFC 9309 2.2.2: an empty pattern matches nothing. At Google it matches, and loses to every other.
      if (start === end && dialect === "rfc9309") continue;
      if (isNormalPattern(octets, start, end, dialect)) push(rule, end - start, allows);
      else rewrite(rule, octetText(octets, start, end), allows);
      const folder = allows && indexHtml ? folderEnd(octets, start, end) : -1;
      if (folder >= 0) rewrite(rule, `${octetText(octets, start, folder)}$`, allows);
    }

    this.#source = source;
    this.#patterns = new Int32Array(patterns);
    this.#rewritten = rewritten;
  }

  /** How many patterns there are. */
  get size(): number {
    return this.#patterns.length / STRIDE;
  }

  /**
   * What decides between two patterns that match (RFC 9309 2.2.2): the longer one ranks higher, and of two
   * equally long ones the allowing one.
   */
  rankOf(pattern: number): number {
    return this.#patterns[pattern * STRIDE + 1] ?? 0;
  }

  /** The length of a pattern as its rank counts it. */
  lengthOf(pattern: number): number {
    return this.rankOf(pattern) >> 1;
  }

  /** Whether a pattern allows what it matches. One without any octet forbids nothing. */
  allows(pattern: number): boolean {
    const rank = this.rankOf(pattern);
    return (rank & 1) === 1 || rank === 0;
  }

  /** The rule that a pattern stands for. */
  ruleOf(pattern: number): number {
    const rule = this.#patterns[pattern * STRIDE] ?? 0;
    return rule < 0 ? (this.#rewritten[~rule]?.rule ?? 0) : rule;
  }

  /** Where a pattern lies. */
  placeOf(pattern: number): PatternPlace {
    const rule = this.#patterns[pattern * STRIDE] ?? 0;
    const { octets } = this.#source;
    const own = { octets, start: this.#source.valueStart(rule), end: this.#source.valueEnd(rule) };
    return rule < 0 ? (this.#rewritten[~rule] ?? own) : own;
  }

  /** Whether a pattern matches a text. */
  matches(pattern: number, { text, from, to }: Target): boolean {
    const rule = this.#patterns[pattern * STRIDE] ?? 0;
    const source = this.#source;
    if (rule >= 0)
      return matchesPattern(source.octets, source.valueStart(rule), source.valueEnd(rule), text, from, to);
    const { octets, start, end } = this.placeOf(pattern);
    return matchesPattern(octets, start, end, text, from, to);
  }

  /** Every pattern that matches a text, in the order of the file. */
  matching(target: Target): number[] {
    const { size } = this;
    const matching: number[] = [];
    for (let pattern = 0; pattern < size; pattern++) {
      if (this.matches(pattern, target)) matching.push(pattern);
    }
    return matching;
  }

  /** The pattern that decides about a text, the first of the file where several rank highest; -1 for none. */
  best(target: Target): number {
    const { size } = this;
    let best = -1;
    let bestRank = -1;
    for (let pattern = 0; pattern < size; pattern++) {
      const rank = this.rankOf(pattern);
      if (rank > bestRank && this.matches(pattern, target)) {
        best = pattern;
        bestRank = rank;
      }
    }
    return best;
  }
}
