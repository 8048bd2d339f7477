import { printOctets } from "../parser/index.ts";
import type { RobotsPolicy } from "../policy/index.ts";

/** A file as JSON can hold it: as text where it is UTF-8, else octet for octet. */
export type StoredBody = { readonly text: string } | { readonly base64: string };

/** `String.fromCharCode` takes its argument list from the stack. */
const CHUNK_LENGTH = 8_192;

function base64Of(octets: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < octets.length; start += CHUNK_LENGTH) {
    binary += String.fromCharCode(...octets.subarray(start, start + CHUNK_LENGTH));
  }
  return btoa(binary);
}

/** Writes the file of a policy so that {@link readStoredBody} gives the same octets. */
export function storedBodyOf(policy: RobotsPolicy): StoredBody {
  const text = policy.toString();
  // What is no UTF-8 shows as this, and could not be told from the real one again. The document is made for such
  // a file only: a policy keeps it.
  return text.includes("\u{FFFD}") ? { base64: base64Of(printOctets(policy.document)) } : { text };
}

/** Reads what {@link storedBodyOf} wrote; `undefined` for anything else. */
export function readStoredBody(stored: Readonly<Record<string, unknown>>): string | Uint8Array | undefined {
  const { text, base64 } = stored;
  if (typeof text === "string") return text;
  if (typeof base64 !== "string" || base64.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(base64)) {
    return undefined;
  }
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
