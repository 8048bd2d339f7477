import type { Dialect } from "../common/dialect.ts";
import { isNormalPattern, normalPattern } from "./normal-form.ts";
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

// A pattern is one number, so that many rules are few objects and numeric order is that of precedence: in
// its upper part how far its rank is below the highest, then where its rule begins in the file, and in the
// last two bits how it is written.
const UPPER_PART = 2 ** 32;
const HIGHEST_RANK = 2 ** 20 - 1;
const FORM_BITS = 2;
const AS_IN_THE_FILE = 0;
const NORMALISED = 1;
const FOLDER = 2;
const FORMS = 1 << FORM_BITS;

/** Where the last segment of a rule begins that is the page of a folder, as Google knows them. */
const FOLDER_PAGE = /(?<=\/)index\.htm[^/]*$/;

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Octets as text of one character each. */
function octetText(octets: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(octets[at] ?? 0);
  return text;
}

/** The octets of a pattern that count: a literal "$" is written as "%24", but is no longer than it was. */
const lengthOf = (written: string, normal: string): number =>
  normal.length - 2 * (written.split("$").length - normal.split("$").length);

/**
 * The rules of one merged group, ready to be compared: their patterns in normal form, numbered from 0 in the
 * order of precedence (RFC 9309 2.2.2): the longer first, of two equally long ones the allowing one, then as
 * in the file. A rule can stand for two of them. What the file holds in normal form, as it does nearly every
 * rule, is not copied.
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
      push(start, form, lengthOf(written, pattern), allows);
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
      if (!allows || !indexHtml) continue;
      const written = octetText(octets, start, end);
      const folder = written.replace(FOLDER_PAGE, "$");
      if (folder !== written) rewrite(start, end, FOLDER, folder, allows);
    }
    this.#octets = octets;
    this.#patterns = new Float64Array(patterns).sort();
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

  /** The octets of a pattern. */
  octetsOf(pattern: number): Uint8Array {
    const place = this.#placeOf(pattern);
    const start = place >>> FORM_BITS;
    const end = start + (this.#rankOf(pattern) >> 1);
    return this.#rewritten?.get(place)?.octets ?? this.#octets.subarray(start, end);
  }

  /** Whether a pattern matches a text. */
  matches(pattern: number, target: Target): boolean {
    const place = this.#placeOf(pattern);
    if (place % FORMS !== AS_IN_THE_FILE) {
      const octets = this.octetsOf(pattern);
      return matchesPattern(octets, 0, octets.length, target);
    }
    const start = place >>> FORM_BITS;
    return matchesPattern(this.#octets, start, start + (this.#rankOf(pattern) >> 1), target);
  }

  /** Every rule that matches a text, the one that decides first. */
  matching(target: Target): FoundRule[] {
    const found = new Map<number, FoundRule>();
    for (let pattern = 0; pattern < this.size; pattern++) {
      const start = this.#placeOf(pattern) >>> FORM_BITS;
      if (found.has(start) || !this.matches(pattern, target)) continue;
      const length = this.#rankOf(pattern) >> 1;
      const end = this.#rewritten?.get(this.#placeOf(pattern))?.end ?? start + length;
      found.set(start, { start, end, length, allows: this.#rankOf(pattern) % 2 === 1 });
    }
    return [...found.values()];
  }

  /** The pattern that decides about a text; -1 for none. */
  best(target: Target): number {
    const { size } = this;
    for (let pattern = 0; pattern < size; pattern++) if (this.matches(pattern, target)) return pattern;
    return -1;
  }

  #rankOf(pattern: number): number {
    return HIGHEST_RANK - Math.trunc((this.#patterns[pattern] ?? 0) / UPPER_PART);
  }

  /** Where its rule begins and how it is written: the lower part of its number. */
  #placeOf(pattern: number): number {
    return (this.#patterns[pattern] ?? 0) >>> 0;
  }
}
