import { redact } from "./redact.ts";

/** How {@link sanitizeForLog} writes. */
export interface SanitizeOptions {
  /** The most characters it returns, at least 1; what is missing shows as `…`. @defaultValue 1000 */
  maxLength?: number;
}

const DEFAULT_MAX_LENGTH = 1_000;

/** Controls (C0, C1, DEL), formatting such as a change of writing direction, line separators, half characters. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x1_0000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return String(value);
  } catch {
    // An object may refuse to be text; what is written to a log must not fail.
    return Object.prototype.toString.call(value);
  }
}

/**
 * Text on one line that nothing obeys: controls (C0, C1, escape sequences), changes of writing direction, line
 * separators and half characters become escapes, what looks like a credential is masked, and the length is
 * capped. Takes any value and never throws.
 */
export function sanitizeForLog(
  text: unknown,
  { maxLength = DEFAULT_MAX_LENGTH }: SanitizeOptions = {},
): string {
  // Masked before it is cut, with room for what masking takes away, so that no half of a secret is left at the end.
  const beginning = textOf(text).slice(0, 4 * maxLength + 4_096);
  const line = redact(beginning).replaceAll(UNSAFE, escaped);
  if (line.length <= maxLength) return line;
  return `${line.slice(0, Math.max(0, maxLength - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const MAX_URL_LENGTH = 2_048;

/** A URL as it may be shown: without user name and password; what is no URL is shown as text. */
export function shownUrl(input: string | URL): string {
  const text = textOf(input);
  if (!URL.canParse(text)) return sanitizeForLog(text, { maxLength: MAX_URL_LENGTH });
  const url = new URL(text);
  url.username = "";
  url.password = "";
  return url.href.slice(0, MAX_URL_LENGTH);
}
