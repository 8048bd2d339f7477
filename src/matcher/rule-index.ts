import { DOLLAR, STAR } from "./octets.ts";
import type { PatternPlace, RuleList } from "./rule-list.ts";
import type { Target } from "./target.ts";

/** Lists up to this size are compared one by one: faster than any index over so few. */
const SMALL_LIST = 8;
/** A literal head of this length is rare enough in URLs to lead to a pattern with wildcards. */
const SELECTIVE_HEAD = 4;
/** No more octets of a literal head than these lead to its bucket. */
const LONGEST_HEAD = 255;
/** So many consecutive octets of a piece between wildcards lead to its pattern. */
const GRAM = 3;
const GRAM_MASK = 0xff_ffff;
/** So many buckets of grams are followed for one text. */
const MOST_BUCKETS = 32;
/** How many more buckets there are than what hangs in them, as an exponent: a URL asks many grams, few heads. */
const SPARE_HEAD_BITS = 1;
const SPARE_GRAM_BITS = 3;

/** Spreads a hash over as many buckets as `shift` leaves (Knuth's multiplicative method). */
const bucketOf = (hash: number, shift: number): number => Math.imul(hash, 0x9e3779b1) >>> shift;

const extendHead = (hash: number, octet: number): number => (Math.imul(hash, 31) + octet) | 0;

const extendGram = (gram: number, octet: number): number => ((gram << 8) | octet) & GRAM_MASK;

/** Whether an octet of a pattern is a `*` or a last `$`. */
const isSpecial = ({ octets, end }: PatternPlace, at: number): boolean =>
  octets[at] === STAR || (octets[at] === DOLLAR && at === end - 1);

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
export class RuleIndex {
  readonly #list: RuleList;
  /** How far the hash of a head, or of a gram, is shifted to get the number of its bucket. */
  readonly #headShift: number;
  readonly #gramShift: number;
  /** Where the buckets of grams begin in `#links`, behind those of heads. */
  readonly #grams: number;
  /** The first pattern of each bucket plus one, 0 for an empty bucket; behind them the next of each pattern. */
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
    this.#links = new Links(buckets + size);
    for (let pattern = 0; pattern < size; pattern++) {
      const place = list.placeOf(pattern);
      const gramBucket = isHeadless(place) ? this.#gramBucket(place) : -1;
      const bucket = gramBucket < 0 ? this.#headBucket(place) : gramBucket;
      this.#links[buckets + pattern] = this.#links[bucket] ?? 0;
      this.#links[bucket] = pattern + 1;
    }
  }

  /** As {@link RuleList.best}. */
  best(target: Target): number {
    const { text, from } = target;
    const links = this.#links;
    const grams = this.#grams;
    const gramShift = this.#gramShift;
    const hasGrams = this.#hasGrams;
    const lengths = this.#headLengths;
    const headsEnd = from + this.#longestHead;
    const end = hasGrams ? text.length : Math.min(text.length, headsEnd);
    // What a gram leads to is compared once, however often the text repeats it. A text that leads nearly
    // everywhere is compared with all there is.
    let visited: number[] | undefined;
    let best = -1;
    let head = 0;
    let gram = 0;
    for (let at = from; ; at++) {
      if ((lengths & (1 << (at - from))) !== 0 && at <= headsEnd) {
        const bucket = bucketOf(head, this.#headShift);
        if (links[bucket] !== 0) best = this.#bestOf(bucket, target, best);
      }
      if (hasGrams) {
        const bucket = grams + bucketOf(gram, gramShift);
        if (links[bucket] !== 0 && !visited?.includes(bucket)) {
          if ((visited ??= []).push(bucket) > MOST_BUCKETS) return this.#list.best(target);
          best = this.#bestOf(bucket, target, best);
        }
      }
      if (at >= end) break;
      const octet = text.charCodeAt(at);
      head = extendHead(head, octet);
      gram = extendGram(gram, octet);
    }
    return best;
  }

  /** The stronger of `best` and the patterns of one bucket. */
  #bestOf(bucket: number, target: Target, best: number): number {
    const list = this.#list;
    const links = this.#links;
    const behind = links.length - list.size;
    let found = best;
    for (let link = links[bucket] ?? 0; link > 0; link = links[behind + link - 1] ?? 0) {
      found = list.stronger(link - 1, found, target);
    }
    return found;
  }

  /** The bucket of the literal octets in front of a `*`, of a last `$`, or of the end. */
  #headBucket(place: PatternPlace): number {
    const { octets, start, end } = place;
    const limit = Math.min(end, start + LONGEST_HEAD);
    let head = 0;
    let at = start;
    for (; at < limit && !isSpecial(place, at); at++) head = extendHead(head, octets[at] ?? 0);
    const length = at - start;
    this.#headLengths |= 1 << length;
    this.#longestHead = Math.max(this.#longestHead, length);
    return bucketOf(head, this.#headShift);
  }

  /** Of the grams that every matching text must hold, the bucket of one that leads to nothing yet; -1 for none. */
  #gramBucket(place: PatternPlace): number {
    const { octets, start, end } = place;
    let found = -1;
    let gram = 0;
    let length = 0;
    for (let at = start; at < end; at++) {
      length = isSpecial(place, at) ? 0 : length + 1;
      gram = extendGram(gram, octets[at] ?? 0);
      if (length < GRAM) continue;
      found = this.#grams + bucketOf(gram, this.#gramShift);
      if (this.#links[found] === 0) break;
    }
    if (found >= 0) this.#hasGrams = true;
    return found;
  }
}

/** What decides a text: the list itself where it is short, an index over it where it is not. */
export const deciderFor = (list: RuleList): Pick<RuleList, "best"> =>
  list.size > SMALL_LIST ? new RuleIndex(list) : list;
