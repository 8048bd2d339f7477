import { DOLLAR, STAR } from "./octets.ts";
import { NONE, NOT_NORMAL, type Decider, type PatternPlace, type RuleList } from "./rule-list.ts";
import { isPlainAt, isPlainFrom } from "./target.ts";

/** Lists up to this size are compared one by one: faster than any index over so few. */
const SMALL_LIST = 8;
/** A literal head of this length is rare enough in URLs to lead to a pattern with wildcards. */
const SELECTIVE_HEAD = 4;
/** No more octets of a literal head than these lead to its bucket. */
const LONGEST_HEAD = 255;
/** So many consecutive octets of a piece between wildcards lead to its pattern. */
const GRAM = 3;
/** So many grams are followed for one text. */
const MOST_GRAMS = 32;
/** How many more buckets there are than what hangs in them, as an exponent: a URL asks many grams, few heads. */
const SPARE_HEAD_BITS = 1;
const SPARE_GRAM_BITS = 3;

/** Spreads a hash, so that its upper bits choose a bucket (Knuth's multiplicative method). */
const spread = (hash: number): number => Math.imul(hash, 0x9e3779b1);

/** Bits of a spread hash that take no part in choosing its bucket: they tell most strangers in it. */
const markOf = (spreadHash: number): number => (spreadHash >>> 8) & 0xff;

const extendHead = (hash: number, octet: number): number => (Math.imul(hash, 31) + octet) | 0;

const extendGram = (gram: number, octet: number): number => ((gram << 8) | octet) & 0xff_ffff;

/** Where the octets of a pattern end that are no last `$`. */
const literalEnd = ({ octets, end }: PatternPlace): number => (octets[end - 1] === DOLLAR ? end - 1 : end);

/** Whether next to nothing stands before the first `*` of a pattern, so that it has to be found otherwise. */
const isHeadless = ({ octets, start, end }: PatternPlace): boolean => {
  for (let at = start; at < end && at < start + SELECTIVE_HEAD; at++) if (octets[at] === STAR) return true;
  return false;
};

/**
 * Finds the deciding pattern of a {@link RuleList} without looking at every one. A pattern hangs in the
 * bucket of its literal head, which the walk over a URL reaches when it has read that head; one that begins
 * with a wildcard, or nearly so, hangs in the bucket of three consecutive octets that the URL must hold. The
 * cost of a look-up follows the URL, not the number of rules.
 *
 * Its answers are those of {@link RuleList.best}; only the order of comparing differs.
 */
export class RuleIndex implements Decider {
  readonly #list: RuleList;
  /** How far the hash of a head, or of a gram, is shifted to get the number of its bucket. */
  readonly #headShift: number;
  readonly #gramShift: number;
  /** Where the buckets of grams begin in `#links`, behind those of heads. */
  readonly #grams: number;
  /**
   * The first pattern of each bucket plus one, 0 for an empty bucket; behind them the next of each pattern, and
   * behind those the mark of each.
   */
  readonly #links: Uint8Array | Uint16Array | Uint32Array;
  /** One bit for each length that a head has, modulo 32. */
  #headLengths = 0;
  #longestHead = 0;
  #hasGrams = false;

  constructor(list: RuleList) {
    const { size } = list;
    let headless = 0;
    for (let pattern = 0; pattern < size; pattern++) if (isHeadless(list.placeOf(pattern))) headless++;
    this.#list = list;
    this.#headShift = Math.clz32(size) - SPARE_HEAD_BITS;
    this.#gramShift = Math.clz32(headless) - SPARE_GRAM_BITS;
    this.#grams = 2 ** (32 - this.#headShift);
    const buckets = this.#grams + 2 ** (32 - this.#gramShift);
    const Links = size < 2 ** 8 ? Uint8Array : size < 2 ** 16 ? Uint16Array : Uint32Array;
    this.#links = new Links(buckets + 2 * size);
    for (let pattern = 0; pattern < size; pattern++) {
      const place = list.placeOf(pattern);
      const gram = isHeadless(place) ? this.#gramOf(place) : -1;
      const hash = spread(gram < 0 ? this.#headOf(place) : gram);
      const bucket = gram < 0 ? hash >>> this.#headShift : this.#grams + (hash >>> this.#gramShift);
      this.#links[buckets + pattern] = this.#links[bucket] ?? 0;
      this.#links[buckets + size + pattern] = markOf(hash);
      this.#links[bucket] = pattern + 1;
    }
  }

  /** As {@link Decider.best}: one walk over the text tells what it leads to and whether it is plain. */
  best(text: string, from: number, isNormal: boolean): number {
    const links = this.#links;
    const grams = this.#grams;
    const headShift = this.#headShift;
    const gramShift = this.#gramShift;
    const hasGrams = this.#hasGrams;
    const lengths = this.#headLengths;
    const headsEnd = from + this.#longestHead;
    const end = hasGrams ? text.length : Math.min(text.length, headsEnd);
    // What a gram leads to is compared once, however often the text repeats it. A text that leads nearly
    // everywhere is compared with all there is.
    let visited: number[] | undefined;
    let best = NONE;
    let head = 0;
    let gram = 0;
    for (let at = from; ; at++) {
      if ((lengths & (1 << (at - from))) !== 0 && at <= headsEnd) {
        const hash = spread(head);
        const link = links[hash >>> headShift] ?? 0;
        if (link !== 0) best = this.#bestOf(link, markOf(hash), text, from, best);
      }
      if (hasGrams) {
        const hash = spread(gram);
        const link = links[grams + (hash >>> gramShift)] ?? 0;
        if (link !== 0 && this.#bears(link, markOf(hash)) && !visited?.includes(gram)) {
          if ((visited ??= []).push(gram) > MOST_GRAMS) return this.#list.best(text, from, isNormal);
          best = this.#bestOf(link, markOf(hash), text, from, best);
        }
      }
      if (at >= end) break;
      const code = text.charCodeAt(at);
      if (!isNormal && !isPlainAt(text, at)) return NOT_NORMAL;
      head = extendHead(head, code);
      gram = extendGram(gram, code);
    }
    return isNormal || isPlainFrom(text, end) ? best : NOT_NORMAL;
  }

  /** As {@link Decider.allows}. */
  allows(pattern: number): boolean {
    return this.#list.allows(pattern);
  }

  /** Whether a pattern of one bucket bears a mark. */
  #bears(first: number, mark: number): boolean {
    const { size } = this.#list;
    const links = this.#links;
    const marks = links.length - size;
    let link = first;
    while (link > 0 && links[marks + link - 1] !== mark) link = links[marks - size + link - 1] ?? 0;
    return link > 0;
  }

  /** The stronger of `best` and the patterns of one bucket that bear a mark. */
  #bestOf(first: number, mark: number, text: string, from: number, best: number): number {
    const list = this.#list;
    const links = this.#links;
    const marks = links.length - list.size;
    const nexts = marks - list.size;
    let found = best;
    for (let link = first; link > 0; link = links[nexts + link - 1] ?? 0) {
      if (links[marks + link - 1] === mark) found = list.stronger(link - 1, found, text, from);
    }
    return found;
  }

  /** The hash of the literal octets in front of a `*`, of a last `$`, or of the end. */
  #headOf(place: PatternPlace): number {
    const { octets, start } = place;
    const limit = Math.min(literalEnd(place), start + LONGEST_HEAD);
    let head = 0;
    let at = start;
    for (; at < limit; at++) {
      const octet = octets[at] ?? 0;
      if (octet === STAR) break;
      head = extendHead(head, octet);
    }
    const length = at - start;
    this.#headLengths |= 1 << length;
    this.#longestHead = Math.max(this.#longestHead, length);
    return head;
  }

  /** Of the grams that every matching text must hold, one whose bucket is empty yet, else the last; -1 for none. */
  #gramOf(place: PatternPlace): number {
    const { octets, start } = place;
    const end = literalEnd(place);
    let found = -1;
    let gram = 0;
    let length = 0;
    for (let at = start; at < end; at++) {
      const octet = octets[at] ?? 0;
      length = octet === STAR ? 0 : length + 1;
      gram = extendGram(gram, octet);
      if (length < GRAM) continue;
      found = gram;
      if (this.#links[this.#grams + (spread(gram) >>> this.#gramShift)] === 0) break;
    }
    if (found >= 0) this.#hasGrams = true;
    return found;
  }
}

/** What decides a text: the list itself where it is short, an index over it where it is not. */
export const deciderFor = (list: RuleList): Decider => (list.size > SMALL_LIST ? new RuleIndex(list) : list);
