import type { GoodPage } from "./fetched-page.ts";

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)/i;

/** A decoder by the name that a server uses; UTF-8 for names that nobody knows. */
function decoderFor(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // The platform has no other way to say that it does not know the name.
    return new TextDecoder();
  }
}

/**
 * The text of a page: by its byte order mark, else by the charset of its Content-Type, else as UTF-8. What a document
 * says of itself inside is left to whoever parses it. Octets that are no text become U+FFFD.
 */
export function textOf({ body, headers }: Pick<GoodPage, "body" | "headers">): string {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(body);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(body);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(body);
  return decoderFor(CHARSET.exec(headers.get("content-type") ?? "")?.[1]).decode(body);
}
