/** What a caller of `fetch` asks for, read once. */
export interface FetchCall {
  /** As it was written, where it was: a parser would hide what is wrong with it. */
  readonly url: string | URL;
  readonly method: string;
  readonly headers: Headers;
  readonly redirect: RequestRedirect;
  readonly signal: AbortSignal | undefined;
  /** What to hand to the client for the first request. */
  readonly input: RequestInfo | URL;
  /** The same for all requests: what the caller set, and what a `Request` carries beside its head and body. */
  readonly init: RequestInit;
  readonly hasBody: boolean;
  /** The body again, for a redirect that keeps it; rejects when it can be sent once only. */
  bodyAgain(): Promise<BodyInit | null>;
  /** Lets go of what was kept for that. */
  forgetBody(): void;
}

/** What a `Request` has beside what is handled one by one. */
const CARRIED = [
  "cache",
  "credentials",
  "integrity",
  "keepalive",
  "mode",
  "referrer",
  "referrerPolicy",
] as const;

/** Methods that fetch writes in capitals, whatever the caller does (Fetch standard, "normalize"). */
const NORMALIZED = /^(?:delete|get|head|options|post|put)$/i;

const isRequest = (input: RequestInfo | URL): input is Request =>
  // Not `instanceof`: clients and frames have Request classes of their own.
  typeof input === "object" && "url" in input && "headers" in input;

/** The URL that is asked for. A relative one is one where the platform has something for it to be relative to. */
function urlOf(input: RequestInfo | URL): string | URL {
  if (input instanceof URL) return input;
  if (isRequest(input)) return input.url;
  return URL.canParse(input) ? input : new Request(input).url;
}

function carriedFrom(request: Request): RequestInit {
  const pairs = CARRIED.map((name) => [name, request[name]] as const);
  // A navigation is nothing that code may ask for.
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== "navigate"));
}

const isSentOnce = (body: BodyInit): boolean =>
  typeof body === "object" && (body instanceof ReadableStream || Symbol.asyncIterator in body);

/** The error of a body that a redirect wants again. */
const goneError = (): TypeError =>
  new TypeError("fetch failed", { cause: new Error("a redirect asks again for a body that is a stream") });

/**
 * Reads what `fetch` was called with.
 *
 * @throws TypeError for what `fetch` throws one for.
 */
export function readCall(input: RequestInfo | URL, init: RequestInit = {}): FetchCall {
  const request = isRequest(input) ? input : undefined;
  const method = init.method ?? request?.method ?? "GET";
  const redirect = init.redirect ?? request?.redirect ?? "follow";
  const signal = init.signal === undefined ? request?.signal : init.signal;
  const ownBody = init.body ?? undefined;
  let again: Promise<ArrayBuffer> | undefined;
  const spare = ownBody === undefined && request?.body && redirect === "follow" ? request.clone() : undefined;
  return {
    url: urlOf(input),
    method: NORMALIZED.test(method) ? method.toUpperCase() : method,
    headers: new Headers(init.headers ?? request?.headers),
    redirect,
    signal: signal ?? undefined,
    input,
    init: request === undefined ? init : { ...carriedFrom(request), ...init },
    hasBody: ownBody !== undefined || spare !== undefined,
    bodyAgain: async () => {
      if (ownBody === undefined) return (again ??= spare?.arrayBuffer()) ?? null;
      if (isSentOnce(ownBody)) throw goneError();
      return ownBody;
    },
    forgetBody: () => void spare?.body?.cancel().catch(() => undefined),
  };
}
