import { originOf } from "../common/origin.ts";

/** How a URL stands to the site of a file, and how it reads there. */
export interface Place {
  readonly place: "in-scope" | "out-of-scope" | "invalid-url";
  /** The URL, or the path, as it is to be matched. */
  readonly url: string;
}

/** A path, or a query that lacks its `/`. What begins with two slashes of either kind names a host. */
const RELATIVE = /^(?:\/(?![/\\\t\r\n])|[?;])/;

/** The site that a file speaks for (RFC 9309 2.3): scheme, host and port of its own address. */
export class Scope {
  /** The address of the file, without credentials, for what is relative to it. */
  readonly url: string;
  /** How most URLs of the site begin: up to the `/` of their path. */
  readonly prefix: string;
  readonly #origin: string;

  /** @throws RangeError when `url` is no absolute http or https URL. */
  constructor(url: string | URL) {
    const origin = originOf(url);
    if (origin === undefined)
      throw new RangeError(`url must be an absolute http: or https: URL, got ${String(url)}`);
    const { pathname, search } = new URL(url);
    this.url = origin + pathname + search;
    this.#origin = origin;
    this.prefix = `${origin}/`;
  }

  /**
   * Where a URL or a path belongs. Never throws. One that had to be parsed to tell is matched as the parser
   * reads it, which is what a client would ask for.
   */
  placeOf(url: string): Place {
    if (RELATIVE.test(url)) return { place: "in-scope", url };
    const isAbsolute = URL.canParse(url);
    if (!isAbsolute && (!/^[/\\]/.test(url) || !URL.canParse(url, this.url)))
      return { place: "invalid-url", url };
    const parsed = isAbsolute ? new URL(url) : new URL(url, this.url);
    const place = originOf(parsed) === this.#origin ? "in-scope" : "out-of-scope";
    return { place, url: parsed.pathname + parsed.search };
  }
}
