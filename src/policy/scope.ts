import { originOf } from "../common/origin.ts";

/** How a URL stands to the site of a file. */
export type Place = "in-scope" | "out-of-scope" | "invalid-url";

/** A path, or a query that lacks its `/`. */
const isRelative = (url: string): boolean => /^[/?;]/.test(url);

/** The site that a file speaks for (RFC 9309 2.3): scheme, host and port of its own address. */
export class Scope {
  /** The address of the file, for what is relative to it. */
  readonly url: string;
  readonly #origin: string;
  readonly #prefix: string;

  /** @throws RangeError when `url` is no absolute http or https URL. */
  constructor(url: string | URL) {
    const origin = originOf(url);
    if (origin === undefined)
      throw new RangeError(`url must be an absolute http: or https: URL, got ${String(url)}`);
    this.url = String(url);
    this.#origin = origin;
    this.#prefix = `${origin}/`;
  }

  /** Where a URL or a path belongs. Never throws. */
  placeOf(url: string): Place {
    // Nearly every URL that is asked about is written like this.
    if (url.startsWith(this.#prefix) || isRelative(url)) return "in-scope";
    if (!URL.canParse(url)) return "invalid-url";
    return originOf(url) === this.#origin ? "in-scope" : "out-of-scope";
  }
}
