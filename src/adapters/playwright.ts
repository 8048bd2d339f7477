// Entry `robots-governor/adapters/playwright`: lets the navigations of a Playwright context enter a gate.
import { isRedirect, nextHop, type Hop } from "../common/redirect-hop.ts";
import type { CrawlGate, Permit } from "../gate/index.ts";
import type {
  PlaywrightAnswer,
  PlaywrightContext,
  PlaywrightRequest,
  PlaywrightRoute,
} from "./playwright-types.ts";

export type { PlaywrightAnswer, PlaywrightContext, PlaywrightRequest, PlaywrightRoute };

interface ContextEvents {
  on(
    event: "response",
    listener: (answer: PlaywrightAnswer & { request(): PlaywrightRequest }) => void,
  ): unknown;
  on(event: "requestfailed", listener: (request: PlaywrightRequest) => void): unknown;
  on(event: "close", listener: () => void): unknown;
}

/** What is governed. */
export interface BrowserOptions {
  /** The resource types that enter, as the browser names them. @defaultValue ["document"] */
  resourceTypes?: readonly string[];
}

/**
 * Lets what `context` loads enter: documents, and what `resourceTypes` names. Make the context with
 * `userAgent: gate.userAgent` and `serviceWorkers: "block"`. A refusal fails the navigation with
 * `net::ERR_BLOCKED_BY_CLIENT`; the gate's event `refused` says why.
 *
 * Playwright shows no redirects to routes. So they are followed here, each entering, and the browser is then sent to
 * where they end: a redirected document is asked for once more by the browser itself, with a permit of its own.
 */
export async function governContext(
  context: PlaywrightContext,
  gate: CrawlGate,
  { resourceTypes = ["document"] }: BrowserOptions = {},
): Promise<void> {
  const closed = new AbortController();
  const { signal } = closed;
  const open = new Map<PlaywrightRequest, Permit>();

  const ask = async (route: PlaywrightRoute, hop: Hop, isNewPage: boolean): Promise<PlaywrightAnswer> => {
    const permit = await gate.enter(hop.url, { isNewPage, signal });
    try {
      hop.headers.set("user-agent", gate.userAgent);
      const headers = Object.fromEntries(hop.headers);
      const answer = await route.fetch({ url: hop.url.href, method: hop.method, headers, maxRedirects: 0 });
      await permit.done({ status: answer.status(), headers: answer.headers(), latencyMs: permit.elapsedMs });
      return answer;
    } catch (error) {
      await permit.done(signal.aborted ? undefined : { error });
      throw error;
    }
  };

  const load = async (route: PlaywrightRoute, request: PlaywrightRequest): Promise<void> => {
    const method = request.method();
    const headers = new Headers(request.headers());
    let hop: Hop = { url: new URL(request.url()), method, headers, hasBody: method !== "GET" };
    let answer = await ask(route, hop, true);
    for (let count = 0; isRedirect(answer.status()); count++) {
      const next = nextHop(hop, { status: answer.status(), location: answer.headers()["location"] }, count);
      if (next === undefined) break;
      hop = next;
      answer = await ask(route, hop, false);
    }
    if (hop.url.href === new URL(request.url()).href) return route.fulfill({ response: answer as never });
    open.set(request, await gate.enter(hop.url, { isNewPage: false, signal }));
    await route.fulfill({ status: 302, headers: { location: hop.url.href } });
  };

  const settled = (request: PlaywrightRequest, answer?: PlaywrightAnswer): void => {
    const first = request.redirectedFrom();
    // The answer to the first request is the one made here.
    if (first === null && answer !== undefined) return;
    const permit = open.get(first ?? request);
    open.delete(first ?? request);
    void permit?.done(
      answer && { status: answer.status(), headers: answer.headers(), latencyMs: permit.elapsedMs },
    );
  };
  const events = context as unknown as ContextEvents;
  events.on("response", (answer) => settled(answer.request(), answer));
  events.on("requestfailed", (request) => settled(request));
  events.on("close", () => {
    closed.abort();
    for (const permit of open.values()) void permit.done();
    open.clear();
  });
  const onRoute = async (route: PlaywrightRoute, request: PlaywrightRequest): Promise<void> => {
    if (!resourceTypes.includes(request.resourceType())) return route.fallback();
    try {
      await load(route, request);
    } catch {
      // Whatever it was, nothing came of the request; a page that is gone cannot be told so any more.
      await route.abort("blockedbyclient").catch(() => undefined);
    }
  };
  await context.route("**/*", onRoute as never);
}
