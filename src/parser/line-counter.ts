import { CR, LF } from "../matcher/index.ts";

/**
 * Tells in which line an octet lies, from 1, for places that come in ascending order: one pass over the file
 * serves any number of them. CR LF is one line end, as at Google.
 */
export function lineCounter(octets: Uint8Array): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (; at < offset; at++) {
      if (octets[at] === LF || (octets[at] === CR && octets[at + 1] !== LF)) line++;
    }
    return line;
  };
}
