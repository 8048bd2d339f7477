// Entry `robots-governor/adapters/puppeteer`: lets the navigations of a Puppeteer page enter a gate.
import type { CrawlGate, Observation, Permit } from "../gate/index.ts";

/** The part of Puppeteer's request that is needed here. */
export interface PuppeteerRequest {
  url(): string;
  headers(): Record<string, string>;
  resourceType(): string;
  redirectChain(): readonly unknown[];
  failure(): { errorText: string } | null;
  isInterceptResolutionHandled(): boolean;
  abort(errorCode?: "blockedbyclient", priority?: number): Promise<void>;
  continue(overrides?: { headers?: Record<string, string> }, priority?: number): Promise<void>;
}

/** The part of Puppeteer's answer that is needed here. */
export interface PuppeteerAnswer {
  request(): PuppeteerRequest;
  status(): number;
  headers(): Record<string, string>;
}

/** The part of Puppeteer's page that is needed here. */
export interface PuppeteerPage {
  setRequestInterception(value: boolean): Promise<void>;
  setUserAgent(userAgent: string): Promise<void>;
  /** Wide enough for every version: what listeners get is {@link PuppeteerRequest} and {@link PuppeteerAnswer}. */
  on: (event: never, listener: never) => unknown;
}

interface PageEvents {
  on(event: "request", listener: (request: PuppeteerRequest) => Promise<void>): unknown;
  on(event: "requestfailed", listener: (request: PuppeteerRequest) => void): unknown;
  on(event: "response", listener: (response: PuppeteerAnswer) => void): unknown;
  on(event: "close", listener: () => void): unknown;
}

/** What is governed. */
export interface PageOptions {
  /** The resource types that enter, as the browser names them. @defaultValue ["document"] */
  resourceTypes?: readonly string[];
  /** The priority of what is decided, for Puppeteer's cooperative mode. @defaultValue 0 */
  priority?: number;
}

/**
 * Lets what `page` loads enter, each redirect too: documents, and what `resourceTypes` names. A refusal fails the
 * navigation with `net::ERR_BLOCKED_BY_CLIENT`; the gate's event `refused` says why. The page gets the gate's
 * `User-Agent`. A page that is closed gives back what it held.
 */
export async function governPage(
  page: PuppeteerPage,
  gate: CrawlGate,
  { resourceTypes = ["document"], priority = 0 }: PageOptions = {},
): Promise<void> {
  const open = new Map<PuppeteerRequest, Permit>();
  const closed = new AbortController();

  const done = (request: PuppeteerRequest, observe: (permit: Permit) => Observation | undefined): void => {
    const permit = open.get(request);
    open.delete(request);
    void permit?.done(observe(permit));
  };
  const load = async (request: PuppeteerRequest): Promise<void> => {
    const isNewPage = request.redirectChain().length === 0;
    const answer = await gate.tryEnter(request.url(), { isNewPage, signal: closed.signal });
    if (!answer.granted) return request.abort("blockedbyclient", priority);
    open.set(request, answer);
    await request.continue({}, priority);
  };
  const onRequest = async (request: PuppeteerRequest): Promise<void> => {
    try {
      if (request.isInterceptResolutionHandled()) return;
      if (resourceTypes.includes(request.resourceType())) await load(request);
      else await request.continue({}, priority);
    } catch {
      // The page was closed, or somebody else decided: nothing is to be sent for this request any more.
      done(request, () => undefined);
    }
  };

  const events = page as unknown as PageEvents;
  // Puppeteer decides when the promises of all its listeners are settled, and no later.
  events.on("request", onRequest);
  events.on("response", (response) =>
    done(response.request(), ({ elapsedMs }) => ({
      status: response.status(),
      headers: response.headers(),
      latencyMs: elapsedMs,
    })),
  );
  events.on("requestfailed", (request) => {
    const { errorText = "" } = request.failure() ?? {};
    // Somebody moved on, which says nothing about the host.
    done(request, () =>
      errorText === "net::ERR_ABORTED" ? undefined : { error: new Error("the request failed") },
    );
  });
  events.on("close", () => {
    closed.abort();
    for (const request of Array.from(open.keys())) done(request, () => undefined);
  });
  await page.setUserAgent(gate.userAgent);
  await page.setRequestInterception(true);
}
