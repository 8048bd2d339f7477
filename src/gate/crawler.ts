import { productTokenOf } from "../policy/index.ts";

/** Who crawls. */
export interface Crawler {
  /** What is sent. */
  readonly userAgent: string;
  /** What is looked for in robots.txt. */
  readonly token: string;
}

/** Where a person can be reached: a web page or a mail address. */
const CONTACT = /https?:\/\/[^\s/.]+\.[^\s/]|[^\s@:/;()<>]+@[^\s@]+\.[a-z]/i;

/**
 * Reads a `User-Agent` that is honest: who it is, and where that can be asked.
 *
 * @throws TypeError for one that is no printable ASCII, names no product token, or no URL or mail address.
 */
export function crawlerFrom(userAgent: unknown): Crawler {
  if (typeof userAgent !== "string" || !/^[\x20-\x7e]+$/.test(userAgent)) {
    throw new TypeError("userAgent must be a text of printable ASCII");
  }
  const token = productTokenOf(userAgent);
  if (token === undefined || !CONTACT.test(userAgent)) {
    const lack = token === undefined ? "a product token" : "a URL or mail address where you can be reached";
    throw new TypeError(
      `userAgent must have ${lack}, as in "ExampleBot/1.0 (+https://bot.example/about)", got "${userAgent}"`,
    );
  }
  return { userAgent, token };
}
