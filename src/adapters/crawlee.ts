// Entry `robots-governor/adapters/crawlee`: hooks for the crawlers of Crawlee 3, and the throttling interface of 4.
import type { CrawlGate, Permit, RefusalError } from "../gate/index.ts";

/** The part of Crawlee's crawling context that is needed here. */
export interface CrawleeContext {
  request: {
    url: string;
    loadedUrl?: string | undefined;
    retryCount: number;
    crawlDepth?: number;
    noRetry: boolean;
  };
  response?: unknown;
}

interface RedirectAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string | string[] | undefined>;
}

type RedirectHook = (options: { url?: string | URL | undefined }, answer: RedirectAnswer) => Promise<void>;

/** The part of what Crawlee hands to hooks beside the context: of its HTTP crawlers alone has it hooks. */
export interface CrawleeRequestOptions {
  headers?: Record<string, string | string[] | undefined> | undefined;
  hooks?: { beforeRedirect?: readonly unknown[] | undefined } | undefined;
}

/** Hooks for a crawler's options. */
export interface CrawleeHooks {
  preNavigationHooks: [(context: CrawleeContext, options?: object) => Promise<void>];
  postNavigationHooks: [(context: CrawleeContext) => Promise<void>];
  /** Call it first from an `errorHandler` of your own. */
  errorHandler: (context: CrawleeContext, error: Error) => Promise<void>;
  /** Call it first from a `failedRequestHandler` of your own. */
  failedRequestHandler: (context: CrawleeContext, error: Error) => Promise<void>;
}

/** What an answer says of the host, whether it came from Node (`statusCode`) or from a browser (`status()`). */
function observationOf(response: unknown): { status: number; headers: Record<string, string> } | undefined {
  const { statusCode, status, headers } = (response ?? {}) as Record<string, unknown>;
  const value = (of: unknown): unknown => (typeof of === "function" ? (of.call(response) as unknown) : of);
  const code = value(statusCode ?? status);
  return typeof code === "number"
    ? { status: code, headers: value(headers) as Record<string, string> }
    : undefined;
}

/**
 * Hooks that let each request of a Crawlee 3 crawler enter: `new CheerioCrawler({ ...crawleeHooks(gate), requestHandler })`.
 * A refusal fails the request without a retry. HTTP crawlers enter for each redirect too; for browser crawlers govern
 * the page as well, by `robots-governor/adapters/playwright` or `puppeteer`.
 */
export function crawleeHooks(gate: CrawlGate): CrawleeHooks {
  const permits = new WeakMap<object, Permit>();

  const enter = async ({ request }: CrawleeContext, url: string | URL, isNewPage: boolean): Promise<void> => {
    const depth = request.crawlDepth;
    const answer = await gate.tryEnter(url, { isNewPage, ...(depth !== undefined && { depth }) });
    if (answer.granted) return void permits.set(request, answer);
    request.noRetry = true;
    throw Object.assign(new Error(answer.message), {
      code: answer.code,
      refusal: answer,
    } satisfies Partial<RefusalError>);
  };
  const answered = async ({ request }: CrawleeContext, response: unknown): Promise<void> => {
    const permit = permits.get(request);
    const seen = observationOf(response);
    await permit?.done(seen && { ...seen, latencyMs: permit.elapsedMs });
  };
  const failed = async (context: CrawleeContext, error: Error): Promise<void> => {
    if (context.response !== undefined) return answered(context, context.response);
    await permits.get(context.request)?.done({ error });
  };

  return {
    preNavigationHooks: [
      async (context, options: CrawleeRequestOptions = {}) => {
        const { request } = context;
        await enter(context, request.url, request.retryCount === 0);
        options.headers = { ...options.headers, "user-agent": gate.userAgent };
        const follow: RedirectHook = async ({ url = "" }, answer) => {
          await answered(context, answer);
          await enter(context, url, false);
        };
        options.hooks = {
          ...options.hooks,
          beforeRedirect: [...(options.hooks?.beforeRedirect ?? []), follow],
        };
      },
    ],
    postNavigationHooks: [(context) => answered(context, context.response)],
    errorHandler: failed,
    failedRequestHandler: failed,
  };
}

/** What Crawlee 4 asks of something that paces domains. */
export interface DomainThrottling {
  recordDomainDelay(url: string, retryAfterMs?: number): boolean;
  setCrawlDelay(url: string, seconds: number): boolean;
  assertNoStalledDomains(): Promise<void>;
}

/** Lets a Crawlee 4 crawler report 429 answers and Crawl-delays to the gate's governor. */
export const domainThrottling = (gate: CrawlGate): DomainThrottling => ({
  recordDomainDelay: (url, retryAfterMs) => {
    const wait = retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1000)) };
    void gate.observe(url, { status: 429, headers: wait });
    return true;
  },
  setCrawlDelay: (url, seconds) => {
    void gate.observe(url, { crawlDelayMs: seconds * 1000 });
    return true;
  },
  // The governor keeps who waits for a host waiting, and turns away who would wait too long.
  assertNoStalledDomains: () => Promise.resolve(),
});
