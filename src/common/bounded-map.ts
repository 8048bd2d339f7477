import { checkNumber } from "./check.ts";

interface Link<K, V> {
  readonly key: K;
  value: V;
  weight: number;
  older: Link<K, V> | undefined;
  newer: Link<K, V> | undefined;
}

/** The bounds of a {@link BoundedMap}. */
export interface BoundedMapOptions<K, V> {
  /** The most entries it holds, at least 1. */
  maxEntries: number;
  /** The most weight all entries have together. @defaultValue unbounded; then only entries count */
  maxWeight?: number;
  /** Told of each entry that had to go to make room; not of those deleted or replaced. */
  onEvict?: (key: K, value: V) => void;
}

/**
 * A map that forgets the least recently used entry when it would grow past its bounds. Every operation
 * takes constant time (`set` one step more for each entry that has to go).
 *
 * The newest entry is always kept: one that is heavier than `maxWeight` by itself stays alone until the
 * next one comes, so that a user of the map never works on something it has already lost.
 */
export class BoundedMap<K, V> {
  readonly #links = new Map<K, Link<K, V>>();
  readonly #maxEntries: number;
  readonly #maxWeight: number;
  readonly #onEvict: ((key: K, value: V) => void) | undefined;
  #oldest: Link<K, V> | undefined;
  #newest: Link<K, V> | undefined;
  #weight = 0;

  /** @throws RangeError for a bound below 1. */
  constructor({ maxEntries, maxWeight = Number.MAX_VALUE, onEvict }: BoundedMapOptions<K, V>) {
    this.#maxEntries = checkNumber("maxEntries", maxEntries, { min: 1, integer: true });
    this.#maxWeight = checkNumber("maxWeight", maxWeight, { min: 1 });
    this.#onEvict = onEvict;
  }

  /** How many entries it holds. */
  get size(): number {
    return this.#links.size;
  }

  /** What all entries weigh together. */
  get weight(): number {
    return this.#weight;
  }

  /** The value of `key`, which counts as used by this. */
  get(key: K): V | undefined {
    const link = this.#links.get(key);
    if (link === undefined) return undefined;
    if (link !== this.#newest) {
      this.#unlink(link);
      this.#append(link);
    }
    return link.value;
  }

  /** The value of `key`, without counting as use. */
  peek(key: K): V | undefined {
    return this.#links.get(key)?.value;
  }

  /** Keeps `value` under `key` as the most recently used entry, and evicts what no longer fits. */
  set(key: K, value: V, weight = 1): void {
    this.delete(key);
    const link: Link<K, V> = { key, value, weight, older: undefined, newer: undefined };
    this.#links.set(key, link);
    this.#append(link);
    this.#weight += weight;
    while (this.#isOver() && this.#oldest !== undefined && this.#oldest !== link) this.#evict(this.#oldest);
  }

  /** Forgets `key`; says whether it was there. */
  delete(key: K): boolean {
    const link = this.#links.get(key);
    if (link === undefined) return false;
    this.#remove(link);
    return true;
  }

  /** Forgets everything. */
  clear(): void {
    this.#links.clear();
    this.#oldest = undefined;
    this.#newest = undefined;
    this.#weight = 0;
  }

  #isOver(): boolean {
    return this.#links.size > this.#maxEntries || this.#weight > this.#maxWeight;
  }

  #evict(link: Link<K, V>): void {
    this.#remove(link);
    this.#onEvict?.(link.key, link.value);
  }

  #remove(link: Link<K, V>): void {
    this.#links.delete(link.key);
    this.#unlink(link);
    this.#weight -= link.weight;
  }

  #unlink(link: Link<K, V>): void {
    if (link.older === undefined) this.#oldest = link.newer;
    else link.older.newer = link.newer;
    if (link.newer === undefined) this.#newest = link.older;
    else link.newer.older = link.older;
  }

  #append(link: Link<K, V>): void {
    link.older = this.#newest;
    link.newer = undefined;
    if (this.#newest === undefined) this.#oldest = link;
    else this.#newest.newer = link;
    this.#newest = link;
  }
}
