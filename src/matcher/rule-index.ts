import { DOLLAR, STAR } from "./octets.ts";
import type { PatternPlace, RuleList } from "./rule-list.ts";
import type { Target } from "./target.ts";

/** Lists up to this size are compared one by one: faster than any index over so few. */
const SMALL_LIST = 8;
/** No more octets of a literal head than these lead to its bucket. */
const LONGEST_HEAD = 255;
/** A literal head of this length is rare enough in URLs to lead to a pattern with wildcards. */
const SELECTIVE_HEAD = 4;
/** So many consecutive octets of a piece between wildcards lead to its pattern. */
const GRAM = 3;
const GRAM_MASK = 0xff_ffff;
/** Up to so many headless patterns are tried one by one. */
const FEW_HEADLESS = 1;
/** So many buckets of grams are followed for one text. */
const MOST_BUCKETS = 32;
/** How much larger a table is than what hangs in it, as an exponent: a URL asks many grams, and few heads. */
const SPARE_HEAD_BITS = 1;
const SPARE_GRAM_BITS = 3;

/** Spreads a hash over 2^bits buckets (Knuth's multiplicative method). */
const bucketOf = (hash: number, bits: number): number => Math.imul(hash, 0x9e3779b1) >>> (32 - bits);

const extendHash = (hash: number, octet: number): number => (Math.imul(hash, 31) + octet) | 0;

const extendGram = (gram: number, octet: number): number => ((gram << 8) | (octet & 0xff)) & GRAM_MASK;

/** Whether next to nothing stands before the first `*` of a pattern, so that it has to be found otherwise. */
function isHeadless({ octets, start, end }: PatternPlace): boolean {
  const limit = Math.min(end, start + SELECTIVE_HEAD);
  let at = start;
  while (at < limit && octets[at] !== STAR) at++;
  return at < limit;
}

/**
 * Finds the deciding pattern of a {@link RuleList} without looking at every one. A pattern hangs in the
 * bucket of its literal head, which the walk over a URL reaches when it has read that head; a headless one
 * hangs in the bucket of three consecutive octets that the URL must hold. The cost of a look-up follows
 * the URL, not the number of rules.
 *
 * Its answers are those of {@link RuleList.best}; only the order of comparing differs.
 */
export class RuleIndex {
  readonly #list: RuleList;
  readonly #headBits: number;
  /** 0 where no pattern is looked for by a gram. */
  readonly #gramBits: number;
  /** Where the buckets of grams begin in `#links`. */
  readonly #grams: number;
  /**
   * The first pattern of each bucket plus one, 0 for an empty bucket: those of heads, and behind the next
   * part those of grams. Between them the pattern that follows each in its bucket, plus one.
   */
  readonly #links: Uint16Array | Int32Array;
  /** One bit for each length up to 31 that a head has; longer ones are tried whatever they are. */
  #headLengths = 0;
  #longestHead = 0;

  constructor(list: RuleList) {
    const { size } = list;
    let headless = 0;
    for (let pattern = 0; pattern < size; pattern++) if (isHeadless(list.placeOf(pattern))) headless++;
    this.#list = list;
    this.#headBits = 32 - Math.clz32(size) + SPARE_HEAD_BITS;
    this.#gramBits = headless > FEW_HEADLESS ? 32 - Math.clz32(headless) + SPARE_GRAM_BITS : 0;
    this.#grams = (1 << this.#headBits) + size;
    const links = this.#grams + (1 << this.#gramBits);
    this.#links = size < 0xffff ? new Uint16Array(links) : new Int32Array(links);
    const load = new Uint8Array(links);
    for (let pattern = 0; pattern < size; pattern++) {
      const bucket = this.#bucketFor(list.placeOf(pattern), load);
      this.#links[this.#behind(pattern)] = this.#links[bucket] ?? 0;
      this.#links[bucket] = pattern + 1;
      load[bucket] = Math.min((load[bucket] ?? 0) + 1, 0xff);
    }
  }

  /** As {@link RuleList.best}. */
  best(target: Target): number {
    const { text, from, to } = target;
    const links = this.#links;
    const bits = this.#headBits;
    const headLengths = this.#headLengths;
    let best = this.#bestOf(0, target, -1);
    let hash = 0;
    const end = Math.min(to, from + this.#longestHead);
    for (let at = from; at < end;) {
      hash = extendHash(hash, text.charCodeAt(at++));
      const length = at - from;
      if (length <= 31 && (headLengths & (1 << length)) === 0) continue;
      const bucket = bucketOf(hash, bits);
      if (links[bucket] !== 0) best = this.#bestOf(bucket, target, best);
    }
    return this.#gramBits > 0 ? this.#bestByGram(target, best) : best;
  }

  /** The better of `best` and what hangs in the buckets that the grams of the text lead to. */
  #bestByGram(target: Target, best: number): number {
    const { text, from, to } = target;
    const links = this.#links;
    const bits = this.#gramBits;
    const grams = this.#grams;
    let found = best;
    let gram = 0;
    // What a gram leads to is compared once, however often the text repeats it. A text that leads nearly
    // everywhere is compared with all there is.
    let visited: number[] | undefined;
    for (let at = from; at < to;) {
      gram = extendGram(gram, text.charCodeAt(at++));
      const bucket = grams + bucketOf(gram, bits);
      if (links[bucket] === 0 || visited?.includes(bucket)) continue;
      if ((visited ??= []).push(bucket) > MOST_BUCKETS) return this.#list.best(target);
      found = this.#bestOf(bucket, target, found);
    }
    return found;
  }

  /** The better of `best` and the patterns of one bucket. */
  #bestOf(bucket: number, target: Target, best: number): number {
    const list = this.#list;
    const links = this.#links;
    let found = best;
    let foundRank = best < 0 ? -1 : list.rankOf(best);
    for (let link = links[bucket] ?? 0; link > 0; link = links[this.#behind(link - 1)] ?? 0) {
      const pattern = link - 1;
      const rank = list.rankOf(pattern);
      if (rank < foundRank || (rank === foundRank && pattern > found)) continue;
      if (!list.matches(pattern, target)) continue;
      found = pattern;
      foundRank = rank;
    }
    return found;
  }

  /** Where the link from a pattern to the next in its bucket stands. */
  #behind(pattern: number): number {
    return (1 << this.#headBits) + pattern;
  }

  /** The bucket that leads to a pattern; `load` counts what hangs in each so far. */
  #bucketFor(place: PatternPlace, load: Uint8Array): number {
    const gramBucket = this.#gramBits > 0 && isHeadless(place) ? this.#emptiestGramBucket(place, load) : -1;
    return gramBucket < 0 ? this.#headBucket(place) : gramBucket;
  }

  /** The bucket of the literal octets in front of a `*`, of a last `$`, or of the end. */
  #headBucket({ octets, start, end }: PatternPlace): number {
    const limit = Math.min(end, start + LONGEST_HEAD);
    let hash = 0;
    let at = start;
    for (; at < limit; at++) {
      const octet = octets[at] ?? 0;
      if (octet === STAR || (octet === DOLLAR && at === end - 1)) break;
      hash = extendHash(hash, octet);
    }
    const length = at - start;
    if (length <= 31) this.#headLengths |= 1 << length;
    this.#longestHead = Math.max(this.#longestHead, length);
    return bucketOf(hash, this.#headBits);
  }

  /** Of the grams that every matching text must hold, the bucket of the one that leads to the fewest; -1 for none. */
  #emptiestGramBucket({ octets, start, end }: PatternPlace, load: Uint8Array): number {
    let emptiest = -1;
    let gram = 0;
    let length = 0;
    for (let at = start; at < end; at++) {
      const octet = octets[at] ?? 0;
      const isLiteral = octet !== STAR && !(octet === DOLLAR && at === end - 1);
      length = isLiteral ? length + 1 : 0;
      gram = extendGram(gram, octet);
      if (length < GRAM) continue;
      const bucket = this.#grams + bucketOf(gram, this.#gramBits);
      if (emptiest < 0 || (load[bucket] ?? 0) < (load[emptiest] ?? 0)) emptiest = bucket;
      if (load[emptiest] === 0) break;
    }
    return emptiest;
  }
}

/** What decides a text: the list itself where it is short, an index over it where it is not. */
export const deciderFor = (list: RuleList): Pick<RuleList, "best"> =>
  list.size > SMALL_LIST ? new RuleIndex(list) : list;
