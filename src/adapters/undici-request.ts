import { CrawlError } from "../gate/index.ts";

/** The part of undici's dispatch options that is needed here. */
export interface UndiciRequest {
  origin?: string | URL | undefined;
  path: string;
  query?: Record<string, unknown> | null | undefined;
  headers?: unknown;
}

const queryText = (query: Record<string, unknown>): string =>
  Object.entries(query)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one ?? "")]),
    )
    .map((pair) => pair.map((text) => encodeURIComponent(text)).join("="))
    .join("&");

/**
 * What is asked for.
 *
 * @throws CrawlError `bad-url` when the request does not tell.
 */
export function urlOf({ origin, path, query }: UndiciRequest): URL {
  if (origin === undefined) throw new CrawlError("bad-url", "the request names no origin");
  const url = new URL(path, origin);
  if (query && url.search === "") url.search = queryText(query);
  return url;
}

/** Header fields in the shapes that undici takes, as name and value in turn. */
function flatHeaders(headers: unknown): unknown[] {
  if (typeof headers !== "object" || headers === null) return [];
  if (Array.isArray(headers)) return headers.flat();
  return (
    Symbol.iterator in headers ? Array.from(headers as Iterable<unknown[]>) : Object.entries(headers)
  ).flat();
}

/** The header fields of a request with this `User-Agent`, as names and values in turn. */
export function withUserAgent(headers: unknown, userAgent: string): unknown[] {
  const flat = flatHeaders(headers);
  const others = flat.filter((_, at) => String(flat[at - (at % 2)]).toLowerCase() !== "user-agent");
  return [...others, "user-agent", userAgent];
}
