import { checkNumber } from "../common/check.ts";
import { checkDialect, type Dialect } from "../common/dialect.ts";
import { CR, LF, NUL } from "../matcher/index.ts";

/** What may be given as robots.txt text. Octets are better: a decoded string has lost the invalid ones. */
export type RobotsText = string | ArrayBuffer | ArrayBufferView;

/** RFC 9309 2.5 asks for at least 500 KiB; so many octets are read when nothing else is said. */
export const DEFAULT_MAX_BYTES = 512_000;
const LEAST_MAX_BYTES = 1024;

/** robots.txt text as the octets that are read. */
export interface DecodedText {
  readonly octets: Uint8Array;
  /** Whether the text was longer than is read. The line that the limit cuts is left out whole. */
  readonly truncated: boolean;
  /** The octets as they came, where they had to be decoded from another encoding. */
  readonly original?: Uint8Array;
}

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** A copy of the octets, so that nobody changes or keeps alive what was given. */
function octetsOf(text: RobotsText, atMost: number): Uint8Array {
  if (typeof text === "string") return encoder.encode(text.length > atMost ? text.slice(0, atMost) : text);
  if (ArrayBuffer.isView(text)) {
    return new Uint8Array(new Uint8Array(text.buffer, text.byteOffset, Math.min(text.byteLength, atMost)));
  }
  if (text instanceof ArrayBuffer) return new Uint8Array(text.slice(0, atMost));
  throw new TypeError(
    `robots.txt text must be a string or octets, got ${text === null ? "null" : typeof text}`,
  );
}

/** So many octets behind a UTF-16 mark are searched for the NUL that every ASCII character has there. */
const UTF16_PROBE = 256;

/** The name of the UTF-16 encoding that a text is in: its mark alone may stand before 8-bit text. */
function utf16Encoding(octets: Uint8Array): string | undefined {
  const mark = ((octets[0] ?? 0) << 8) | (octets[1] ?? 0);
  if ((mark !== 0xfffe && mark !== 0xfeff) || !octets.subarray(2, UTF16_PROBE).includes(NUL))
    return undefined;
  return mark === 0xfffe ? "utf-16le" : "utf-16be";
}

/** Decodes UTF-16 with its mark; what the limit cuts is the last line, of characters and not of octets. */
function decodeUtf16(octets: Uint8Array, encoding: string, maxBytes: number): DecodedText {
  const truncated = octets.length > maxBytes;
  const whole = new TextDecoder(encoding).decode(octets.subarray(0, maxBytes - (maxBytes % 2)));
  const text = truncated
    ? whole.slice(0, Math.max(whole.lastIndexOf("\n"), whole.lastIndexOf("\r")) + 1)
    : whole;
  const original = truncated ? octets.slice(0, 2 + 2 * text.length) : octets;
  return { octets: encoder.encode(text), truncated, original };
}

/** Where the last whole line within the limit ends. */
function lastLineEnd(octets: Uint8Array, limit: number): number {
  let end = limit;
  while (end > 0 && octets[end - 1] !== LF && octets[end - 1] !== CR) end--;
  return end;
}

/** Cuts octets at a limit: never inside a line, which would make a shorter rule of it (RFC 9309 2.5). */
function cut(octets: Uint8Array, maxBytes: number): DecodedText {
  if (octets.length <= maxBytes) return { octets, truncated: false };
  return { octets: octets.slice(0, lastLineEnd(octets, maxBytes)), truncated: true };
}

/**
 * Reads text into octets of UTF-8, `maxBytes` at most. Invalid octets stay as they are.
 *
 * @throws TypeError when `text` is neither string nor octets, RangeError for a limit below 1 KiB or an unknown
 * dialect.
 */
export function decode(text: RobotsText, maxBytes: number, dialect: Dialect): DecodedText {
  checkDialect(dialect);
  checkNumber("maxBytes", maxBytes, { min: LEAST_MAX_BYTES, max: Infinity });
  // One more than the limit tells a text that ends there from one that goes on.
  const octets = octetsOf(text, Math.floor(maxBytes) + 1);
  const encoding = dialect === "rfc9309" ? utf16Encoding(octets) : undefined;
  if (encoding === undefined || typeof text === "string") return cut(octets, maxBytes);
  return decodeUtf16(octets, encoding, Math.floor(maxBytes));
}

// A mark inside the text is a character as any other: only the first octets of a file are skipped.
const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of some octets; what is no UTF-8 shows as U+FFFD. A new string, which keeps nothing else alive. */
export const textOf = (octets: Uint8Array, start: number = 0, end: number = octets.length): string =>
  decoder.decode(octets.subarray(start, end));
