import { CR, LF } from "../matcher/index.ts";

/** A place in a file as people count: line and column from 1, the column in octets. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Turns offsets into lines and columns. One pass over the file serves any number of offsets that come in
 * ascending order; an earlier one starts the pass again. CR LF is one line end, as at Google.
 */
export class Positions {
  readonly #octets: Uint8Array;
  #line = 1;
  #lineStart = 0;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  /** The position of the octet at `offset`; past the end, where one more octet would stand. */
  of(offset: number): Position {
    if (offset < this.#lineStart) {
      this.#line = 1;
      this.#lineStart = 0;
      this.#at = 0;
    }
    const octets = this.#octets;
    for (; this.#at < offset && this.#at < octets.length; this.#at++) {
      const octet = octets[this.#at];
      if (octet !== LF && !(octet === CR && octets[this.#at + 1] !== LF)) continue;
      this.#line++;
      this.#lineStart = this.#at + 1;
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }
}
