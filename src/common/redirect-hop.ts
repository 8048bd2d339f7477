/** What the next request of a redirect is made of. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** Whether the body goes along. */
  readonly hasBody: boolean;
}

/** Fetch standard, "redirect status". */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Fetch standard, "HTTP-redirect fetch". */
const MOST_REDIRECTS = 20;

/** What describes a body, and goes with it. */
const BODY_FIELDS = [
  "content-encoding",
  "content-language",
  "content-length",
  "content-location",
  "content-type",
] as const;

/** What any page may send to any origin (Fetch standard, "CORS-safelisted"), and who asks for which coding. */
const HARMLESS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "content-encoding",
  "content-language",
  "content-type",
  "range",
  "user-agent",
]);

/** What of an answer makes it a redirect. */
export interface RedirectAnswer {
  readonly status: number;
  readonly location: string | null | undefined;
}

/** Whether an answer with this status is a redirect. */
export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** The error with which `fetch` rejects when the network, and here a redirect, is at fault. */
export const fetchFailed = (reason: unknown): TypeError => new TypeError("fetch failed", { cause: reason });

/** The address that a redirect from `from` leads to; `undefined` when it names none. */
function targetOf(from: URL, location: string | null | undefined): URL | undefined {
  if (location === null || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) throw fetchFailed(new Error("a redirect leads to no address"));
  const target = new URL(location, from);
  if (target.hash === "") target.hash = from.hash;
  return target;
}

/** The method of the next request: a form that was taken in is not sent again. */
function methodAfter(status: number, method: string): string {
  const wasPost = (status === 301 || status === 302) && method === "POST";
  return wasPost || (status === 303 && method !== "HEAD") ? "GET" : method;
}

/** Drops what is meant for one origin, and for a body that is not sent any more. */
function headersAfter(headers: Headers, isSameOrigin: boolean, hasBody: boolean): Headers {
  const kept = new Headers(headers);
  if (!hasBody) for (const name of BODY_FIELDS) kept.delete(name);
  if (isSameOrigin) return kept;
  for (const name of Array.from(kept.keys())) if (!HARMLESS.has(name)) kept.delete(name);
  return kept;
}

/**
 * What to ask next when `hop` was answered with a redirect; `undefined` when that leads nowhere and is
 * the answer. `count` redirects were followed before.
 *
 * A header that means something to one origin only goes to no other, and never comes back: neither the names
 * that the Fetch standard lists nor those that only the caller knows to be secrets.
 *
 * @throws TypeError as `fetch` rejects with, when the redirect cannot be followed.
 */
export function nextHop(hop: Hop, { status, location }: RedirectAnswer, count: number): Hop | undefined {
  const url = targetOf(hop.url, location);
  if (url === undefined) return undefined;
  if (count >= MOST_REDIRECTS) throw fetchFailed(new Error(`more than ${MOST_REDIRECTS} redirects`));
  const method = methodAfter(status, hop.method);
  const hasBody = hop.hasBody && method === hop.method;
  return { url, method, hasBody, headers: headersAfter(hop.headers, url.origin === hop.url.origin, hasBody) };
}
