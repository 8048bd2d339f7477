import { DOLLAR, STAR } from "./octets.ts";
import type { RuleList } from "./rule-list.ts";

/** Lists up to this size are compared one by one: faster than any index over so few. */
const SMALL_LIST = 12;
/** No more octets of a literal head than these lead to its bucket. */
const LONGEST_HEAD = 255;
/** A head of this length is rare enough in URLs to lead to a pattern with wildcards. */
const SELECTIVE_HEAD = 4;
/** So many consecutive octets of a piece between wildcards lead to its pattern. */
const GRAM = 3;
const GRAM_MASK = 0xff_ffff;

/** The smallest power of two, as an exponent, that leaves half of the buckets empty. */
const bucketBits = (patterns: number): number => 32 - Math.clz32(patterns * 2 - 1);

/** Spreads a hash over 2^bits buckets (Knuth's multiplicative method). */
const bucketOf = (hash: number, bits: number): number => Math.imul(hash, 0x9e3779b1) >>> (32 - bits);

const extendHash = (hash: number, octet: number): number => (Math.imul(hash, 31) + octet) | 0;

/** Where the literal octets that begin a pattern end: at its first `*`, at a last `$`, or with it. */
function headEnd(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && octets[at] !== STAR && !(octets[at] === DOLLAR && at === end - 1)) at++;
  return at;
}

const extendGram = (gram: number, octet: number): number => ((gram << 8) | (octet & 0xff)) & GRAM_MASK;

/**
 * Finds the deciding pattern of a {@link RuleList} without looking at every one. A pattern hangs in the
 * bucket of its literal head, which the walk over a URL reaches when it has read that head; one that
 * begins with next to nothing before its first `*` hangs in the bucket of three consecutive octets that
 * the URL must hold. The cost of a look-up follows the URL, not the number of rules.
 *
 * Its answers are those of {@link RuleList.best}; only the order of comparing differs.
 */
export class RuleIndex {
  readonly #list: RuleList;
  readonly #bits: number;
  /** First pattern of each bucket plus one, 0 for an empty bucket: those of heads, then those of grams. */
  readonly #buckets: Int32Array;
  /** The pattern behind each in its bucket, plus one. */
  readonly #next: Int32Array;
  /** One bit for each length that a head has. */
  readonly #headLengths: Int32Array = new Int32Array((LONGEST_HEAD + 1) / 32);
  #longestHead = 0;
  #usesGrams = false;

  constructor(list: RuleList) {
    this.#list = list;
    this.#bits = bucketBits(list.size);
    this.#buckets = new Int32Array(2 << this.#bits);
    this.#next = new Int32Array(list.size);
    const load = new Int32Array(this.#buckets.length);
    for (let pattern = 0; pattern < list.size; pattern++) {
      const bucket = this.#bucketFor(pattern, load);
      this.#next[pattern] = this.#buckets[bucket] ?? 0;
      this.#buckets[bucket] = pattern + 1;
      load[bucket] = (load[bucket] ?? 0) + 1;
    }
  }

  /** As {@link RuleList.best}. */
  best(text: string, from: number, to: number): number {
    let best = this.#bestOf(0, text, from, to, -1);
    let hash = 0;
    const end = Math.min(to, from + this.#longestHead);
    for (let at = from; at < end;) {
      hash = extendHash(hash, text.charCodeAt(at++));
      if (this.#hasHeadOf(at - from)) best = this.#bestOf(bucketOf(hash, this.#bits), text, from, to, best);
    }
    return this.#usesGrams ? this.#bestByGram(text, from, to, best) : best;
  }

  /** The better of `best` and what hangs in the buckets that the grams of the text lead to. */
  #bestByGram(text: string, from: number, to: number, best: number): number {
    let found = best;
    let gram = 0;
    // A text can repeat one gram as often as it is long; what hangs there is compared once.
    let visited: Set<number> | undefined;
    for (let at = from; at < to;) {
      gram = extendGram(gram, text.charCodeAt(at++));
      if (at - from < GRAM) continue;
      const bucket = this.#gramBucket(gram);
      if (this.#buckets[bucket] === 0 || visited?.has(bucket)) continue;
      visited = (visited ?? new Set()).add(bucket);
      found = this.#bestOf(bucket, text, from, to, found);
    }
    return found;
  }

  /** The better of `best` and the patterns of one bucket. */
  #bestOf(bucket: number, text: string, from: number, to: number, best: number): number {
    const list = this.#list;
    let found = best;
    let foundRank = best < 0 ? -1 : list.rankOf(best);
    for (let link = this.#buckets[bucket] ?? 0; link > 0; link = this.#next[link - 1] ?? 0) {
      const pattern = link - 1;
      const rank = list.rankOf(pattern);
      if (rank < foundRank || (rank === foundRank && pattern > found)) continue;
      if (!list.matches(pattern, text, from, to)) continue;
      found = pattern;
      foundRank = rank;
    }
    return found;
  }

  #hasHeadOf(length: number): boolean {
    return (((this.#headLengths[length >> 5] ?? 0) >>> (length & 31)) & 1) === 1;
  }

  #gramBucket(gram: number): number {
    return (1 << this.#bits) + bucketOf(gram, this.#bits);
  }

  /** The bucket that leads to a pattern; `load` counts what hangs in each so far. */
  #bucketFor(pattern: number, load: Int32Array): number {
    const octets = this.#list.octetsOf(pattern);
    const start = this.#list.startOf(pattern);
    const end = this.#list.endOf(pattern);
    const head = headEnd(octets, start, end);
    if (head < end && octets[head] === STAR && head - start < SELECTIVE_HEAD) {
      const bucket = this.#emptiestGramBucket(octets, head, end, load);
      if (bucket >= 0) {
        this.#usesGrams = true;
        return bucket;
      }
    }
    return this.#headBucket(octets, start, Math.min(head, start + LONGEST_HEAD));
  }

  #headBucket(octets: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const word = length >> 5;
    this.#headLengths[word] = (this.#headLengths[word] ?? 0) | (1 << (length & 31));
    this.#longestHead = Math.max(this.#longestHead, length);
    let hash = 0;
    for (let at = start; at < end; at++) hash = extendHash(hash, octets[at] ?? 0);
    return bucketOf(hash, this.#bits);
  }

  /** Of the grams that every matching text must hold, the bucket of the one that leads to the fewest; -1 for none. */
  #emptiestGramBucket(octets: Uint8Array, start: number, end: number, load: Int32Array): number {
    let emptiest = -1;
    let gram = 0;
    let length = 0;
    for (let at = start; at < end; at++) {
      const octet = octets[at] ?? 0;
      const isLiteral = octet !== STAR && !(octet === DOLLAR && at === end - 1);
      length = isLiteral ? length + 1 : 0;
      gram = extendGram(gram, octet);
      if (length < GRAM) continue;
      const bucket = this.#gramBucket(gram);
      if (emptiest < 0 || (load[bucket] ?? 0) < (load[emptiest] ?? 0)) emptiest = bucket;
      if (load[emptiest] === 0) break;
    }
    return emptiest;
  }
}

/** What decides a text: the list itself where it is short, an index over it where it is not. */
export const deciderFor = (list: RuleList): Pick<RuleList, "best"> =>
  list.size > SMALL_LIST ? new RuleIndex(list) : list;
