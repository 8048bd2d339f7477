import type { Dialect } from "../common/dialect.ts";
import { HYPHEN, isDigit, isLetter, isSpace, STAR, UNDERSCORE } from "./octets.ts";

/** Who asks, as the files' tokens are compared with it. */
export interface AgentToken {
  /** Lower case. */
  readonly token: string;
  /** Whether digits of a file's token are read too: they are where the crawler's own name has some. */
  readonly digits: boolean;
}

/** What no file can name, so that `*` serves it. */
const NOBODY = "*";

/**
 * Reads an agent as a caller gives it. In the `rfc9309` dialect a version (`foo/1.2`) is dropped and what
 * is no product token names nobody; in the `google` dialect it is compared as given.
 */
export function agentToken(agent: string, dialect: Dialect): AgentToken {
  const isGoogle = dialect === "google";
  const name = isGoogle ? agent : agent.replace(/\/.*/s, "").trim();
  // A name with an octet that no token of a file has is equal to none.
  const isToken = (isGoogle ? /^[a-z_-]*$/i : /^[\w-]+$/).test(name);
  return { token: isToken ? name.toLowerCase() : NOBODY, digits: !isGoogle && /\d/.test(name) };
}

const isTokenOctet = (octet: number, digits: boolean): boolean =>
  isLetter(octet) || octet === HYPHEN || octet === UNDERSCORE || (digits && isDigit(octet));

/**
 * Where the token of a `User-agent` value ends: before the first octet outside the alphabet of RFC 9309
 * 2.2.1, to which `digits` adds the digits that real crawlers have in their names (`MJ12bot`).
 */
export function tokenEnd(octets: Uint8Array, start: number, end: number, digits: boolean): number {
  let at = start;
  while (at < end && isTokenOctet(octets[at] ?? 0, digits)) at++;
  return at;
}

/** Whether a `User-agent` value names every crawler: `*` alone or before white space. */
export const isGlobalAgent = (octets: Uint8Array, start: number, end: number): boolean =>
  octets[start] === STAR && start < end && (start + 1 === end || isSpace(octets[start + 1] ?? 0));

/** Whether a `User-agent` value names this agent (RFC 9309 2.2.1: whole tokens, without case). */
export function namesAgent(octets: Uint8Array, start: number, end: number, agent: AgentToken): boolean {
  const { token, digits } = agent;
  if (isGlobalAgent(octets, start, end) || tokenEnd(octets, start, end, digits) - start !== token.length)
    return false;
  for (let at = 0; at < token.length; at++) {
    const octet = octets[start + at] ?? 0;
    if ((isLetter(octet) ? octet | 0x20 : octet) !== token.charCodeAt(at)) return false;
  }
  return true;
}

/** A word of the alphabet of tokens, where a product may stand. */
const PRODUCT = /(?<![\w-])[\w-]+(?=\/|$|[\s;,)])/g;
const COMMENT = /\([^)]*\)?/g;
const BROWSERS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  "mozilla applewebkit khtml gecko chrome chromium safari version mobile firefox edge edg opr".split(" "),
);

const firstProduct = (text: string): string | undefined =>
  text.match(PRODUCT)?.find((product) => /[a-z]/i.test(product) && !BROWSERS.has(product.toLowerCase()));

/**
 * The product token in a whole `User-Agent` header: the one behind `compatible;` in a comment where there is
 * such a comment, else the first product that no browser uses. `undefined` when no crawler is named.
 *
 * @throws TypeError for what is no string.
 */
export function productTokenOf(userAgentHeader: string): string | undefined {
  if (typeof userAgentHeader !== "string") {
    throw new TypeError(`userAgentHeader must be a string, got ${typeof userAgentHeader}`);
  }
  for (const comment of userAgentHeader.match(COMMENT) ?? []) {
    const [, behind] = comment.split(/\bcompatible\s*;/i, 2);
    const product = behind === undefined ? undefined : firstProduct(behind);
    if (product !== undefined) return product;
  }
  return firstProduct(userAgentHeader.replace(COMMENT, " "));
}
