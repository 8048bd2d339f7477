/** The header fields of an answer: a `Headers` object, pairs, or a plain object. Names in any case. */
export type HeaderSource = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

/** What a fetcher brings back. The platform's own `Response` fits as it is. */
export interface RobotsResponse {
  readonly status: number;
  readonly headers?: HeaderSource;
  /** Read only when the answer is a good one, and only so far as it is wanted. Decoded: no content coding. */
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array> | null | undefined;
  /** The address that answered, where the fetcher follows redirects by itself. Better it does not. */
  readonly url?: string;
}

/** What a fetcher is given beside the address. */
export interface FetchContext {
  /** Aborted at the cache's deadline, and when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** To be sent as they are; names in lower case. */
  readonly headers: Record<string, string>;
}

/**
 * Sends one GET request. It follows no redirects: the cache judges each one. A string counts as the body of
 * a 200; whatever it throws or rejects with makes the site unreachable.
 */
export type RobotsFetcher = (
  url: string,
  context: FetchContext,
) => Promise<string | RobotsResponse> | string | RobotsResponse;

/**
 * The fetcher of a cache that was given none: the platform's `fetch`. It checks no addresses; where URLs come
 * from people you do not trust, hand in a fetcher that does.
 */
export const platformFetcher: RobotsFetcher = (url, { signal, headers }) =>
  // Uncompressed: `fetch` takes a compressed body that was cut off for a whole one.
  fetch(url, { redirect: "manual", signal, headers: { "accept-encoding": "identity", ...headers } });
