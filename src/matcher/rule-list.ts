import type { Dialect } from "../common/dialect.ts";
import { DOLLAR, SLASH } from "./octets.ts";
import { matchesPattern } from "./path-pattern.ts";
import { isNormalPattern, normalPattern } from "./rule-pattern.ts";

/** How rules are read. */
export interface RuleOptions {
  readonly dialect: Dialect;
  /** Whether `Allow: …/index.html` also allows the folder itself, as at Google. */
  readonly indexHtml: boolean;
}

// A pattern takes four numbers of one array: many rules, few objects.
const STRIDE = 4;
const START = 0;
const END = 1;
const RANK = 2;
const RULE = 3;

const FOLDER_PAGE = "/index.htm";

/** Where the last segment of a rule begins, if it begins as the page of a folder does; else -1. */
function folderPageAt(octets: Uint8Array, start: number, end: number): number {
  let slash = end - 1;
  while (slash >= start && octets[slash] !== SLASH) slash--;
  if (slash < start || end - slash < FOLDER_PAGE.length) return -1;
  for (let at = 0; at < FOLDER_PAGE.length; at++) {
    if (octets[slash + at] !== FOLDER_PAGE.charCodeAt(at)) return -1;
  }
  return slash;
}

/** An array that is `room` longer and begins with the numbers of `full`. */
function grown<T extends Int32Array | Uint8Array>(full: T, create: (length: number) => T, room: number): T {
  const larger = create(full.length + Math.max(full.length, room));
  larger.set(full);
  return larger;
}

/**
 * The rules of one merged group, ready to be compared: their patterns in normal form, each with a rank.
 * Patterns have numbers from 0, in the order of the file; a rule can stand for two of them.
 */
export class RuleList {
  /** How many patterns there are. */
  size = 0;
  readonly #options: RuleOptions;
  readonly #file: Uint8Array;
  /** Patterns that the file does not hold as they are compared, one behind the other. */
  #rewritten: Uint8Array = new Uint8Array(0);
  #rewrittenSize = 0;
  /** A start and end below zero are the complements of places in `#rewritten`. */
  #fields: Int32Array;

  /** @param capacity - how many rules are going to be added. */
  constructor(file: Uint8Array, options: RuleOptions, capacity: number) {
    this.#file = file;
    this.#options = options;
    this.#fields = new Int32Array(capacity * STRIDE);
  }

  /** Adds the rule whose path pattern lies in the file from `start` to `end`, as number `rule`. */
  add(rule: number, start: number, end: number, allows: boolean): void {
    const { dialect, indexHtml } = this.#options;
    // RFC 9309 2.2.2: an empty pattern matches nothing. At Google it matches, and loses to every other.
    if (start === end && dialect === "rfc9309") return;
    if (isNormalPattern(this.#file, start, end, dialect)) {
      this.#push(start, end, end - start, allows, rule);
    } else {
      const { octets, length } = normalPattern(this.#file, start, end, dialect);
      this.#pushRewritten(octets, length, allows, rule);
    }
    const folder = allows && indexHtml ? folderPageAt(this.#file, start, end) : -1;
    if (folder < 0) return;
    const { octets, length } = normalPattern(this.#file, start, folder + 1, dialect);
    this.#pushRewritten([...octets, DOLLAR], length + 1, allows, rule);
  }

  /** The array that a pattern lies in; it is the file's own for most. */
  octetsOf(pattern: number): Uint8Array {
    return this.#field(pattern, START) < 0 ? this.#rewritten : this.#file;
  }

  /** Where a pattern begins in its array. */
  startOf(pattern: number): number {
    const start = this.#field(pattern, START);
    return start < 0 ? ~start : start;
  }

  /** Where a pattern ends in its array. */
  endOf(pattern: number): number {
    const end = this.#field(pattern, END);
    return end < 0 ? ~end : end;
  }

  /**
   * What decides between two patterns that match (RFC 9309 2.2.2): the longer one ranks higher, and of two
   * equally long ones the allowing one.
   */
  rankOf(pattern: number): number {
    return this.#field(pattern, RANK);
  }

  /** The number of the rule that a pattern stands for. */
  ruleOf(pattern: number): number {
    return this.#field(pattern, RULE);
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

  /** Whether a pattern matches `text` from `from` to `to`. */
  matches(pattern: number, text: string, from: number, to: number): boolean {
    return matchesPattern(this.octetsOf(pattern), this.startOf(pattern), this.endOf(pattern), text, from, to);
  }

  /** Every pattern that matches a text, in the order of the file. */
  matching(text: string): number[] {
    const matching: number[] = [];
    for (let pattern = 0; pattern < this.size; pattern++) {
      if (this.matches(pattern, text, 0, text.length)) matching.push(pattern);
    }
    return matching;
  }

  /** The pattern that decides about a text, the first of the file where several rank highest; -1 for none. */
  best(text: string, from: number, to: number): number {
    let best = -1;
    let bestRank = -1;
    for (let pattern = 0; pattern < this.size; pattern++) {
      const rank = this.rankOf(pattern);
      if (rank > bestRank && this.matches(pattern, text, from, to)) {
        best = pattern;
        bestRank = rank;
      }
    }
    return best;
  }

  #field(pattern: number, field: number): number {
    return this.#fields[pattern * STRIDE + field] ?? 0;
  }

  #pushRewritten(octets: readonly number[], length: number, allows: boolean, rule: number): void {
    const start = this.#rewrittenSize;
    const end = start + octets.length;
    if (end > this.#rewritten.length) {
      this.#rewritten = grown(this.#rewritten, (size) => new Uint8Array(size), octets.length);
    }
    this.#rewritten.set(octets, start);
    this.#rewrittenSize = end;
    this.#push(~start, ~end, length, allows, rule);
  }

  #push(start: number, end: number, length: number, allows: boolean, rule: number): void {
    const at = this.size * STRIDE;
    if (at >= this.#fields.length) this.#fields = grown(this.#fields, (size) => new Int32Array(size), STRIDE);
    this.#fields[at + START] = start;
    this.#fields[at + END] = end;
    this.#fields[at + RANK] = (length << 1) | Number(allows);
    this.#fields[at + RULE] = rule;
    this.size++;
  }
}
