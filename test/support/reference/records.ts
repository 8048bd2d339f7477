/**
 * The reference reading: spec/parsing.md and RFC 9309 written down as plainly as possible, slow and
 * without cleverness, to be compared with the package. Octets are the characters of a "binary string"
 * (one character per octet), so that ordinary string functions and regular expressions do the work.
 */

/** Which of the two readings is wanted. */
export type ReferenceDialect = "rfc9309" | "google";

/** A line that reads `name: value`, or an empty line, with its number as Google counts it. */
export interface ReferenceRecord {
  line: number;
  type: "user-agent" | "allow" | "disallow" | "other" | "blank";
  value: string;
}

const utf8 = (text: string): string => Buffer.from(text.toWellFormed(), "utf8").toString("latin1");

/** The octets of a text or of bytes, as a binary string. */
export const octetsOf = (body: string | Uint8Array): string =>
  typeof body === "string" ? utf8(body) : Buffer.from(body).toString("latin1");

const utf16 = (octets: string): string | undefined => {
  const bytes = Buffer.from(octets, "latin1");
  if (octets.startsWith("\xff\xfe")) return bytes.subarray(2).toString("utf16le");
  if (!octets.startsWith("\xfe\xff")) return undefined;
  return new TextDecoder("utf-16be").decode(bytes.subarray(2));
};

const longestLine = 16_663;
const blanksAround = /^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/gu;
const strip = (text: string): string => text.replace(blanksAround, "");

const exactNames: Record<string, "user-agent" | "allow" | "disallow"> = {
  "user-agent": "user-agent",
  useragent: "user-agent",
  "user agent": "user-agent",
  allow: "allow",
  disallow: "disallow",
  dissallow: "disallow",
  dissalow: "disallow",
  disalow: "disallow",
  diasllow: "disallow",
  disallaw: "disallow",
};

const typeOf = (name: string, dialect: ReferenceDialect): ReferenceRecord["type"] => {
  const lower = name.toLowerCase();
  for (const [known, type] of Object.entries(exactNames)) {
    if (dialect === "google" ? lower.startsWith(known) : lower === known) return type;
  }
  return "other";
};

const readLine = (text: string, line: number, dialect: ReferenceDialect): ReferenceRecord => {
  let rest = text.slice(0, longestLine);
  if (dialect === "rfc9309") rest = rest.replace(/^[\0 \t\n\v\f\r]+/u, "");
  rest = rest.replace(/\0[^]*$/u, "");
  const withoutComment = strip(rest.replace(/#[^]*$/u, ""));
  const colon = withoutComment.indexOf(":");
  if (colon > 0) {
    const type = typeOf(strip(withoutComment.slice(0, colon)), dialect);
    return { line, type, value: strip(withoutComment.slice(colon + 1)) };
  }
  const twoWords = /^([^ \t]+)[ \t]+([^ \t]+)$/u.exec(withoutComment);
  if (colon === -1 && twoWords) {
    const [, name = "", value = ""] = twoWords;
    return { line, type: typeOf(strip(name), dialect), value: strip(value) };
  }
  return { line, type: strip(rest) === "" ? "blank" : "other", value: "" };
};

/** Every line of the file as a record, in order. */
export function referenceRecords(
  body: string | Uint8Array,
  dialect: ReferenceDialect,
  maxBytes: number,
): ReferenceRecord[] {
  let octets = octetsOf(body);
  if (octets.length > maxBytes) octets = octets.slice(0, maxBytes).replace(/[^\r\n]*$/u, "");
  const decoded = dialect === "rfc9309" ? utf16(octets) : undefined;
  const text = decoded === undefined ? octets.replace(/^\xef(\xbb\xbf?)?/u, "") : utf8(decoded);
  return text.split(/\r\n|\r|\n/u).map((line, index) => readLine(line, index + 1, dialect));
}
