/**
 * What an answer means for the site (RFC 9309 2.3.1).
 *
 * - `rules`: the body is the file.
 * - `not-modified`: the copy that was asked about still holds.
 * - `redirect`: the file is elsewhere.
 * - `unavailable`: there is none, so everything is allowed.
 * - `forbidden`: it is kept from us, and so, by choice, is the site.
 * - `unreachable`: nobody knows, so nothing is allowed.
 */
export type Availability =
  | "rules"
  | "not-modified"
  | "redirect"
  | "unavailable"
  | "forbidden"
  | "unreachable";

/** Whether 401 and 403 mean that there is no file (RFC 9309), or that the site wants no crawler. */
export type AuthStatus = "allow" | "disallow";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Asked too much or too slowly: says something about the asker, nothing about the file. */
const TROUBLES: ReadonlySet<number> = new Set([408, 429]);

const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

/**
 * Judges a status. Whatever is in doubt is unreachable: a 206 or a 304 nobody asked for, a redirect of an
 * unknown kind, a number that HTTP does not know.
 */
export function availabilityOf(
  status: number,
  { conditional, authStatus }: { conditional: boolean; authStatus: AuthStatus },
): Availability {
  if (!Number.isInteger(status)) return "unreachable";
  if (status >= 200 && status <= 299) return status === 206 ? "unreachable" : "rules";
  if (REDIRECTS.has(status)) return "redirect";
  if (status === 304 && conditional) return "not-modified";
  if (status < 400 || status > 499 || TROUBLES.has(status)) return "unreachable";
  return REFUSALS.has(status) && authStatus === "disallow" ? "forbidden" : "unavailable";
}
