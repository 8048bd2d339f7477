import { originOf } from "../common/origin.ts";
import { ACCEPT_ENCODING } from "./decode.ts";
import type { EnvironmentSecrets } from "./environment.ts";

/** Header fields that a caller sets: names in any case. */
export type HeaderFields = Readonly<Record<string, string>>;

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\x20-\x7e]*$/;

/** What the connection needs to be told truly, and what would let a caller around the checks. */
const OURS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/**
 * Header fields with lower-case names.
 *
 * @throws TypeError for a name or value that no request can carry, and for fields that the fetcher sets itself. Values
 * are not quoted.
 */
export function checkHeaders(headers: HeaderFields = {}): HeaderFields {
  return Object.fromEntries(
    Object.entries(headers).map(([given, value]) => {
      const name = given.toLowerCase();
      if (!NAME.test(name))
        throw new TypeError(`headers must have names of HTTP, got ${JSON.stringify(given)}`);
      if (OURS.has(name)) throw new TypeError(`headers must not set ${name}: the fetcher does`);
      if (typeof value !== "string" || !VALUE.test(value)) {
        throw new TypeError(`the value of header ${name} must be printable ASCII`);
      }
      return [name, value.trim()];
    }),
  );
}

/** @throws TypeError for what is no origin. */
export function checkOrigins(origins: readonly string[] = []): ReadonlySet<string> {
  return new Set(
    origins.map((text) => {
      const origin = originOf(text);
      if (origin === undefined)
        throw new TypeError(`secretOrigins must hold http: and https: origins, got ${text}`);
      return origin;
    }),
  );
}

/** What goes into the first request of a call. */
export interface FirstHeaders {
  readonly userAgent: string;
  readonly accept: string;
  readonly headers: HeaderFields;
  readonly secrets: EnvironmentSecrets;
  /** The origins that the secrets are meant for. */
  readonly secretOrigins: ReadonlySet<string>;
}

/** The fields of the first request to `url`. Secrets go only where they are meant for. */
export function headersFor(url: URL, first: FirstHeaders, own: HeaderFields = {}): Record<string, string> {
  const { authToken, cookie } = first.secrets;
  const isKnown = first.secretOrigins.has(originOf(url) ?? "");
  return {
    accept: first.accept,
    ...first.headers,
    ...own,
    ...(isKnown && authToken ? { authorization: `Bearer ${authToken.reveal()}` } : {}),
    ...(isKnown && cookie ? { cookie: cookie.reveal() } : {}),
    "user-agent": first.userAgent,
    "accept-encoding": ACCEPT_ENCODING,
  };
}
