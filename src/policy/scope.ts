import { canonicalOrigin } from "../common/canonical-origin.ts";

/** How a URL stands to the site of a file, and how it reads there. */
export interface Place {
  readonly place: "in-scope" | "out-of-scope" | "invalid-url";
  /** The URL, or the path, as it is to be matched. */
  readonly url: string;
}

/** A path, or a query that lacks its `/`. What begins with two slashes of either kind names a host. */
const RELATIVE = /^(?:\/(?![/\\\t\r\n])|[?;])/;

function parsedUrl(url: string | URL, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    // The parser has no other way to say that this is no URL, unless it is to parse everything twice.
    return undefined;
  }
}

/** The site that a file speaks for (RFC 9309 2.3): scheme, host and port of its own address. */
export class Scope {
  /** The address of the file, without credentials, for what is relative to it. */
  readonly url: string;
  /** How most URLs of the site begin: up to the `/` of their path. */
  readonly prefix: string;

  /** @throws RangeError when `url` is no absolute http or https URL. */
  constructor(url: string | URL) {
    const parsed = parsedUrl(url);
    const origin = parsed && canonicalOrigin(parsed);
    if (parsed === undefined || origin === undefined)
      throw new RangeError(`url must be an absolute http: or https: URL, got ${String(url)}`);
    this.url = origin + parsed.pathname + parsed.search;
    this.prefix = `${origin}/`;
  }

  /**
   * Where a URL or a path belongs. Never throws. One that had to be parsed to tell is matched as the parser
   * reads it, which is what a client would ask for.
   */
  placeOf(url: string): Place {
    if (RELATIVE.test(url) || url.startsWith(this.prefix)) return { place: "in-scope", url };
    // What begins with a word is never relative: a crawler asks for URLs.
    const base = /^[/\\]/.test(url) ? this.url : undefined;
    const parsed = parsedUrl(url, base);
    if (parsed === undefined) return { place: "invalid-url", url };
    const isOurs = `${canonicalOrigin(parsed)}/` === this.prefix;
    return { place: isOurs ? "in-scope" : "out-of-scope", url: parsed.pathname + parsed.search };
  }
}
