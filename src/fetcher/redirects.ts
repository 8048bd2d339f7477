import { Fault } from "./failure.ts";
import { valuesOf } from "./response-fields.ts";
import type { TransportResponse } from "./transport.ts";

/** The statuses that lead elsewhere. The others of their hundred are no answer to a plain GET. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether an answer with this status leads elsewhere. */
export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

const lost = (status: number, message: string): Fault =>
  new Fault("invalid-response", "redirect-location", message, { status });

/** Header fields arrive as one character for each octet; servers mean UTF-8 where they send more than ASCII. */
const asUtf8 = (value: string): string =>
  !/[^\p{ASCII}\u0080-\u00ff]/u.test(value) ? Buffer.from(value, "latin1").toString("utf8") : value;

/**
 * Where a redirect leads, as text: resolved against the address that sent it, without its fragment, and in no other
 * way checked.
 *
 * @throws Fault when there is no one place to go to, when it was visited already, or when it is one redirect too many.
 */
export function targetOf(
  { status, headers }: Pick<TransportResponse, "status" | "headers">,
  visited: readonly string[],
  maxRedirects: number,
): string {
  const from = visited.at(-1) ?? "";
  const [location = "", ...more] = valuesOf(headers, "location");
  if (location === "" || more.length > 0) throw lost(status, "redirected without one place to go to");
  const place = asUtf8(location);
  if (!URL.canParse(place, from)) throw lost(status, "redirected to what is no URL");
  const target = new URL(place, from);
  target.hash = "";
  if (visited.includes(target.href)) {
    throw new Fault("policy", "redirect-loop", "redirected in a circle", { status });
  }
  if (visited.length > maxRedirects) {
    throw new Fault("policy", "redirect-limit", `more than ${maxRedirects} redirects`, { status });
  }
  return target.href;
}

/** The fields that go to an origin other than the one the caller asked: nothing of them says who is asking for whom. */
const HARMLESS: ReadonlySet<string> = new Set(["user-agent", "accept", "accept-language", "accept-encoding"]);

/** The fields that may go along to another origin. */
export const harmlessOf = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name)));
