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

/** Where the octets of a pattern lie. */
export interface PatternPlace {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A rule that matches a text. */
export interface FoundRule {
  /** Where its value lies in the file. */
  readonly start: number;
  readonly end: number;
  /** The length that its precedence counts. */
  readonly length: number;
  readonly allows: boolean;
}

/** A pattern that the file does not hold as it is compared. */
interface RewrittenPattern {
  readonly octets: Uint8Array;
  /** Where the rule ends that it was made of. */
  readonly end: number;
}

// A pattern is one number, so that many rules are few objects, and the least of those that match decides: in
// its upper part how far its rank is below the highest, then where its rule begins in the file, and in the
// last two bits how it is written.
const UPPER_PART = 2 ** 32;
const HIGHEST_RANK = 2 ** 20 - 1;
const FORM_BITS = 2;
const AS_IN_THE_FILE = 0;
const NORMALISED = 1;
const FOLDER = 2;
const FORMS = 1 << FORM_BITS;

/** How the last segment of a rule begins that is the page of a folder, as Google knows them. */
const FOLDER_PAGE = "index.htm";
const FIRST_OF_PAGE = 0x69;

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Octets as text of one character each. */
function octetText(octets: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(octets[at] ?? 0);
  return text;
}

/** Where the folder ends that a rule for its page names; the start of the rule for any other rule. */
function folderEnd(octets: Uint8Array, start: number, end: number): number {
  let page = end;
  while (page > start && octets[page - 1] !== SLASH) page--;
  return octets[page] === FIRST_OF_PAGE && octetText(octets, page, end).startsWith(FOLDER_PAGE)
    ? page
    : start;
}

/** The octets of a pattern that count: a literal "$" is written as "%24", but is no longer than it was. */
const lengthOf = (written: string, normal: string): number =>
  normal.length - 2 * (written.split("$").length - normal.split("$").length);

/**
 * The rules of one merged group, ready to be compared: their patterns in normal form, numbered from 0 in the
 * order of the file. A rule can stand for two of them. What the file holds in normal form, as it does nearly
 * every rule, is not copied.
 */
export class RuleList {
  readonly #octets: Uint8Array;
  readonly #patterns: Float64Array;
  #rewritten: Map<number, RewrittenPattern> | undefined;

  /** @param rules - the rules of the source that count, in order. */
  constructor(source: RuleSource, { dialect, indexHtml }: RuleOptions, rules: readonly number[]) {
    const { octets } = source;
    const patterns: number[] = [];
    const push = (start: number, form: number, length: number, allows: boolean): void => {
      const rank = 2 * length + Number(allows);
      patterns.push((HIGHEST_RANK - rank) * UPPER_PART + start * FORMS + form);
    };
    const rewrite = (start: number, end: number, form: number, written: string, allows: boolean): void => {
      const pattern = normalPattern(written, dialect);
      // Escapes that were in normal form all along are told only now.
      const isAsInTheFile = form === NORMALISED && pattern === written;
      push(start, isAsInTheFile ? AS_IN_THE_FILE : form, lengthOf(written, pattern), allows);
      if (isAsInTheFile) return;
      (this.#rewritten ??= new Map()).set(start * FORMS + form, { octets: encoder.encode(pattern), end });
    };
    for (const rule of rules) {
      const start = source.valueStart(rule);
      const end = source.valueEnd(rule);
      // An empty pattern matches nothing. At Google it matches, and loses to every other.
      if (start === end && dialect === "rfc9309") continue;
      const allows = source.allows(rule);
      if (isNormalPattern(octets, start, end, dialect)) push(start, AS_IN_THE_FILE, end - start, allows);
      else rewrite(start, end, NORMALISED, octetText(octets, start, end), allows);
      const folder = allows && indexHtml ? folderEnd(octets, start, end) : start;
      if (folder > start) rewrite(start, end, FOLDER, `${octetText(octets, start, folder)}$`, allows);
    }
    this.#octets = octets;
    this.#patterns = new Float64Array(patterns);
  }

  /** How many patterns there are. */
  get size(): number {
    return this.#patterns.length;
  }

  /** Whether a pattern allows what it matches. One without any octet forbids nothing. */
  allows(pattern: number): boolean {
    const rank = this.#rankOf(pattern);
    return rank % 2 === 1 || rank === 0;
  }

  /** Where the octets of a pattern lie. */
  placeOf(pattern: number): PatternPlace {
    const place = this.#lowerPart(pattern);
    const rewritten = place % FORMS === AS_IN_THE_FILE ? undefined : this.#rewritten?.get(place)?.octets;
    if (rewritten !== undefined) return { octets: rewritten, start: 0, end: rewritten.length };
    const start = place >>> FORM_BITS;
    return { octets: this.#octets, start, end: start + (this.#rankOf(pattern) >> 1) };
  }

  /** Whether a pattern matches a text. */
  matches(pattern: number, target: Target): boolean {
    const { octets, start, end } = this.placeOf(pattern);
    return matchesPattern(octets, start, end, target);
  }

  /** Every rule that matches a text, the one that decides first. */
  matching(target: Target): FoundRule[] {
    const patterns = [...this.#patterns.keys()]
      .filter((pattern) => this.matches(pattern, target))
      .sort((one, other) => (this.#patterns[one] ?? 0) - (this.#patterns[other] ?? 0));
    const found = new Map<number, FoundRule>();
    for (const pattern of patterns) {
      const part = this.#lowerPart(pattern);
      const start = part >>> FORM_BITS;
      const rank = this.#rankOf(pattern);
      const length = rank >> 1;
      const end = this.#rewritten?.get(part)?.end ?? start + length;
      // A rule that stands for two patterns counts once, as its stronger one.
      if (!found.has(start)) found.set(start, { start, end, length, allows: rank % 2 === 1 });
    }
    return [...found.values()];
  }

  /**
   * Of `best`, a pattern that matches a text or -1, and another pattern the one that decides, if that matches
   * too (RFC 9309 2.2.2): the longer, of two equally long ones the allowing one, then the first of the file.
   */
  stronger(pattern: number, best: number, target: Target): number {
    const patterns = this.#patterns;
    const isBehind = best >= 0 && (patterns[pattern] ?? 0) >= (patterns[best] ?? 0);
    return !isBehind && this.matches(pattern, target) ? pattern : best;
  }

  /** The pattern that decides about a text; -1 for none. */
  best(target: Target): number {
    const { size } = this;
    let best = -1;
    for (let pattern = 0; pattern < size; pattern++) best = this.stronger(pattern, best, target);
    return best;
  }

  #rankOf(pattern: number): number {
    return HIGHEST_RANK - Math.trunc((this.#patterns[pattern] ?? 0) / UPPER_PART);
  }

  /** Where its rule begins and how it is written: the lower part of its number. */
  #lowerPart(pattern: number): number {
    return (this.#patterns[pattern] ?? 0) >>> 0;
  }
}
