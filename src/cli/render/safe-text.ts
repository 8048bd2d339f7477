// Files, URLs and arguments are foreign: what a terminal would obey, or show as something else, is shown as an escape.

/** Controls (C0, C1, DEL), formatting such as a change of writing direction, line separators, half characters. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

const unicodeEscapes = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at);
    return `\\u${unit.toString(16).padStart(4, "0")}`;
  }).join("");

const escapeForPeople = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : unicodeEscapes(character);
};

/** A tab is as good as a blank in robots.txt, and shows as one that keeps columns. */
const TAB = "    ";

/** Text on one line that a terminal only shows, whatever it holds. */
export const safeText = (text: string): string =>
  text.replaceAll("\t", TAB).replaceAll(UNSAFE, escapeForPeople);

/** A value as JSON on one line: the same value when read, and nothing in it that a terminal obeys. */
export const safeJson = (value: unknown): string => JSON.stringify(value).replaceAll(UNSAFE, unicodeEscapes);

/** The beginning of a text, at most `width` characters, with `…` where something is missing. */
export function fit(text: string, width: number): string {
  if (text.length <= width) return text;
  return `${text.slice(0, Math.max(0, width - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The end of a text, at most `width` characters: of a path it is what tells it from others. */
export function fitEnd(text: string, width: number): string {
  if (text.length <= width) return text;
  return `…${text.slice(text.length - Math.max(0, width - 1)).replace(/^[\uDC00-\uDFFF]/, "")}`;
}
