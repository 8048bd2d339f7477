import { canonicalOrigin } from "../common/canonical-origin.ts";

/** How a URL stands to the site of a file. */
export type Place = "in-scope" | "out-of-scope" | "invalid-url";

/** The site that a file speaks for (RFC 9309 2.3): scheme, host and port of its own address. */
export class Scope {
  /** The address of the file, for what is relative to it. */
  readonly url: string;
  /** How most URLs of the site begin: up to the `/` of their path. */
  readonly prefix: string;

  /** @throws RangeError when `url` is no absolute http or https URL. */
  constructor(url: string | URL) {
    this.url = String(url);
    const origin = URL.canParse(this.url) ? canonicalOrigin(new URL(this.url)) : undefined;
    if (origin === undefined)
      throw new RangeError(`url must be an absolute http: or https: URL, got ${this.url}`);
    this.prefix = `${origin}/`;
  }

  /** Where a URL or a path belongs. Never throws. */
  placeOf(url: string): Place {
    // A path, or a query that lacks its "/".
    if (/^(?:\/(?!\/)|[?;])/.test(url)) return "in-scope";
    const absolute = url.startsWith("//") ? new URL(this.url).protocol + url : url;
    if (!URL.canParse(absolute)) return "invalid-url";
    return `${canonicalOrigin(new URL(absolute))}/` === this.prefix ? "in-scope" : "out-of-scope";
  }
}
