import { canonicalOrigin } from "../common/canonical-origin.ts";

/**
 * What shares a pace. `"host"`: the host and port of a URL. `"origin"`: scheme, host and port. A function: the
 * text it gives or promises, such as the registrable domain or the address of a URL.
 */
export type PaceKey = "host" | "origin" | ((url: URL) => string | Promise<string>);

/** Gives the key of a URL. */
export type KeyOf = (url: URL) => string | Promise<string>;

const originKey = (url: URL): string => canonicalOrigin(url) ?? url.origin;
const hostKey = (url: URL): string => originKey(url).slice(url.protocol.length + 2);

/**
 * Makes a {@link KeyOf} of the option.
 *
 * @throws TypeError for an option of another kind.
 */
export function keyOfFrom(option: PaceKey = "host"): KeyOf {
  if (option === "host") return hostKey;
  if (option === "origin") return originKey;
  if (typeof option === "function") return option;
  throw new TypeError(`keyOf must be "host", "origin" or a function, got ${String(option)}`);
}

/** The part of the package `tldts` that is needed here. */
export interface DomainFinder {
  /** The registrable domain of a host; `null` when it has none, as an address. */
  getDomain(host: string): string | null;
}

/** The host name of a URL, without port and without the dot that may end it. */
export const hostNameOf = (url: URL): string => hostKey(url).replace(/:\d+$/, "");

/**
 * A `keyOf` or `domainOf` for which `shop.a.example` and `www.a.example` are one: the registrable domain, by the
 * package `tldts`, which is handed in. A host without one, as an address, is by itself.
 */
export const registrableDomain =
  (tldts: DomainFinder): ((url: URL) => string) =>
  (url) =>
    tldts.getDomain(hostNameOf(url)) ?? hostNameOf(url);
