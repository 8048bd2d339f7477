import { textOf } from "./decode.ts";
import type { RobotsDocument } from "./document.ts";

/** The octets of a document, exactly as they were parsed: all its lines, one behind the other. */
export function printOctets(document: RobotsDocument): Uint8Array {
  if (document.original !== undefined) return document.original.slice();
  const { lines, octets } = document;
  const printed = new Uint8Array(lines.reduce((sum, line) => sum + line.end - line.start, 0));
  let at = 0;
  for (const line of lines) {
    printed.set(octets.subarray(line.start, line.end), at);
    at += line.end - line.start;
  }
  return printed;
}

/** The text of a document. Invalid UTF-8 shows as U+FFFD; {@link printOctets} loses nothing. */
export const print = (document: RobotsDocument): string => textOf(document.octets);
