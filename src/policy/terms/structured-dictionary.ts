// RFC 9651 Dictionaries, as far as their members have to be told apart: the grammar has no recursion, so one
// expression for a member does. Its alternatives begin with different characters and never give back much.

const KEY = "[a-z*][a-z0-9_.*-]*";
const NUMBER = "-?(?:\\d{1,12}\\.\\d{1,3}|\\d{1,15})(?![\\d.])";
const STRING = '"(?:[ !#-[\\]-~]|\\\\["\\\\])*"';
const TOKEN = "[A-Za-z*][\\w!#$%&'*+.^`|~:/-]*";
const BYTES = ":[A-Za-z0-9+/=]*:";
const DATE = "@-?\\d{1,15}(?![\\d.])";
const DISPLAY = '%"(?:[ !#$&-~]|%[0-9a-f]{2})*"';
const BARE = `(?:${NUMBER}|${STRING}|${TOKEN}|${BYTES}|\\?[01]|${DATE}|${DISPLAY})`;
const PARAMETERS = `(?:; *${KEY}(?:=${BARE})?)*`;
const ITEM = BARE + PARAMETERS;
const INNER_LIST = `\\( *(?:${ITEM}(?: +${ITEM})* *)?\\)`;
const SEPARATOR = "[ \\t]*(?:$|,[ \\t]*(?!$))";

/** Escapes of display strings must be UTF-8, which the expression cannot tell. */
function isUtf8(member: string): boolean {
  try {
    for (const [text] of member.matchAll(new RegExp(DISPLAY, "g"))) decodeURIComponent(text.slice(2, -1));
    return true;
  } catch {
    // decodeURIComponent has no other way to say that octets are not UTF-8.
    return false;
  }
}

/**
 * Reads a Dictionary (RFC 9651 4.2.2): the bare value of each member as it is written, an inner list with its
 * parentheses, `?1` where only the key stands. Parameters are checked and dropped; of equal keys the last counts.
 * `undefined` for what is no Dictionary: one mistake spoils all of it.
 */
export function parseDictionary(text: string): ReadonlyMap<string, string> | undefined {
  const member = new RegExp(`(${KEY})(?:=(${BARE}|${INNER_LIST}))?${PARAMETERS}`, "y");
  const separator = new RegExp(SEPARATOR, "y");
  const members = new Map<string, string>();
  let at = /^ */.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    member.lastIndex = at;
    const [all = "", key, value = "?1"] = member.exec(text) ?? [];
    if (key === undefined || !isUtf8(all)) return undefined;
    members.set(key, value);
    separator.lastIndex = at + all.length;
    const behind = separator.exec(text)?.[0];
    if (behind === undefined) return undefined;
    at = separator.lastIndex;
  }
  return members;
}
