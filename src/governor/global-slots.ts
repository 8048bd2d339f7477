/** Slots in flight shared by all hosts. Who finds none stands in a queue and is woken in turn. */
export class GlobalSlots<Waiting> {
  readonly #limit: number;
  readonly #queue = new Set<Waiting>();
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many are taken. */
  get taken(): number {
    return this.#taken;
  }

  get isFull(): boolean {
    return this.#taken >= this.#limit;
  }

  take(): void {
    this.#taken++;
  }

  /** Frees a slot. Wake who waits with {@link GlobalSlots.next}. */
  free(): void {
    this.#taken--;
  }

  /** Stands in the queue, where it stood if it did. */
  wait(waiting: Waiting): void {
    this.#queue.add(waiting);
  }

  leave(waiting: Waiting): void {
    this.#queue.delete(waiting);
  }

  /** Takes who is first out of the queue; `undefined` when nobody waits or no slot is free. */
  next(): Waiting | undefined {
    if (this.isFull) return undefined;
    for (const first of this.#queue) {
      this.#queue.delete(first);
      return first;
    }
    return undefined;
  }
}
