/** What can stand in an {@link IndexedHeap}: it carries its own place, so that it can leave from anywhere. */
export interface HeapNode {
  /** Kept by the heap; -1 when it stands in none. */
  heapIndex: number;
}

/** A binary heap whose members can be moved and taken out from any place in logarithmic time. */
export class IndexedHeap<Node extends HeapNode> {
  readonly #nodes: Node[] = [];
  readonly #isBefore: (one: Node, other: Node) => boolean;

  constructor(isBefore: (one: Node, other: Node) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#nodes.length;
  }

  /** The first in order; `undefined` when empty. */
  get first(): Node | undefined {
    return this.#nodes[0];
  }

  /** All members, in no order, as they stand now. */
  members(): Node[] {
    return this.#nodes.slice();
  }

  /** Puts `node` where it belongs: new, or after what it is ordered by has changed. */
  place(node: Node): void {
    if (node.heapIndex < 0) {
      node.heapIndex = this.#nodes.length;
      this.#nodes.push(node);
    }
    this.#rise(node);
    this.#sink(node);
  }

  /** Takes `node` out; one that stands in no heap is ignored. */
  remove(node: Node): void {
    const index = node.heapIndex;
    if (index < 0) return;
    node.heapIndex = -1;
    const last = this.#nodes.pop();
    if (last === undefined || last === node) return;
    this.#put(last, index);
    this.#rise(last);
    this.#sink(last);
  }

  #put(node: Node, index: number): void {
    this.#nodes[index] = node;
    node.heapIndex = index;
  }

  #rise(node: Node): void {
    let index = node.heapIndex;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#nodes[parentIndex];
      if (parent === undefined || !this.#isBefore(node, parent)) break;
      this.#put(parent, index);
      index = parentIndex;
    }
    this.#put(node, index);
  }

  #sink(node: Node): void {
    let index = node.heapIndex;
    for (;;) {
      let child = this.#nodes[2 * index + 1];
      const right = this.#nodes[2 * index + 2];
      if (child !== undefined && right !== undefined && this.#isBefore(right, child)) child = right;
      if (child === undefined || !this.#isBefore(child, node)) break;
      const childIndex = child.heapIndex;
      this.#put(child, index);
      index = childIndex;
    }
    this.#put(node, index);
  }
}
