import type { CrawlGate } from "../crawl-gate.ts";
import { readCall, type FetchCall } from "./fetch-call.ts";
import { fetchFailed, isRedirect, nextHop, type Hop } from "../../common/redirect-hop.ts";

type Fetch = typeof globalThis.fetch;

/** A caller's own time limit says something about the host; that the caller lost interest does not. */
const isLostInterest = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && (signal.reason as { name?: unknown } | undefined)?.name !== "TimeoutError";

/** Lets one request through the gate. The permit is given back at the head of the answer. */
async function send(
  gate: CrawlGate,
  url: string | URL,
  signal: AbortSignal | undefined,
  isNewPage: boolean,
  request: () => Promise<Response>,
): Promise<Response> {
  const permit = await gate.enter(url, { isNewPage, ...(signal && { signal }) });
  try {
    const response = await request();
    const { status, headers } = response;
    await permit.done({ status, headers, latencyMs: permit.elapsedMs });
    return response;
  } catch (error) {
    await permit.done(isLostInterest(signal) ? undefined : { error });
    throw error;
  }
}

/** Lets go of a body that nobody will read. */
const discard = ({ body }: Response): void => void body?.cancel().catch(() => undefined);

/** Makes an answer, and its clones, say that redirects led to it. */
function markRedirected(response: Response): Response {
  const clone = response.clone.bind(response);
  return Object.defineProperties(response, {
    redirected: { value: true, configurable: true },
    clone: { value: () => markRedirected(clone()), configurable: true, writable: true },
  });
}

/** Follows redirects from the answer to `first`. Each is a request of its own, and enters for its own origin. */
async function follow(
  fetch: Fetch,
  gate: CrawlGate,
  call: FetchCall,
  first: Hop,
  answer: Response,
): Promise<Response> {
  let hop = first;
  let response = answer;
  for (let count = 0; isRedirect(response.status); count++) {
    const { status } = response;
    const next = nextHop(hop, { status, location: response.headers.get("location") }, count);
    if (next === undefined) break;
    discard(response);
    const { url, method, headers, hasBody } = next;
    const body = hasBody ? await call.bodyAgain() : null;
    const { signal = null } = call;
    const init = { ...call.init, method, headers, body, signal, redirect: "manual" } as const;
    response = await send(gate, url, call.signal, false, () => fetch(url, init));
    hop = next;
  }
  return response === answer ? answer : markRedirected(response);
}

/**
 * A `fetch` that asks the gate before each request, redirects included, and tells it what came of it. Apart from
 * that it does what the given one does: the same arguments, the same answers, the same errors. What the gate
 * refuses rejects with its `RefusalError`.
 *
 * `User-Agent` is the gate's, since that is who was asked for. Headers beyond those that any page may send go
 * to no other origin on a redirect. Where a platform hides redirects from code, as browsers do, they cannot be
 * followed and the call rejects with a `TypeError`.
 *
 * Not for the fetcher of the gate's own `RobotsCache`: that would wait for itself.
 */
export function wrapFetch(fetch: Fetch, gate: CrawlGate): Fetch {
  return async (input, init) => {
    const call = readCall(input, init);
    const { method, headers, signal, redirect } = call;
    headers.set("user-agent", gate.userAgent);
    try {
      const response = await send(gate, call.url, signal, true, () =>
        fetch(call.input, { ...init, headers, redirect: "manual" }),
      );
      if (redirect === "manual") return response;
      if (response.type === "opaqueredirect") throw fetchFailed(new Error("this platform hides redirects"));
      if (!isRedirect(response.status)) return response;
      if (redirect === "error") {
        discard(response);
        throw fetchFailed(new Error("a redirect was answered"));
      }
      const first = { url: new URL(call.url), method, headers, hasBody: call.hasBody };
      return await follow(fetch, gate, call, first, response);
    } finally {
      call.forgetBody();
    }
  };
}
