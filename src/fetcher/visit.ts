import { attempt, type Answer } from "./attempt.ts";
import type { Meter } from "./decode.ts";
import { failureFrom } from "./failure.ts";
import { outcomeFault } from "./faults.ts";
import type { FailedPage, FetchedPage, GoodPage } from "./fetched-page.ts";
import type { FetcherSettings, Gate } from "./fetcher-options.ts";
import { harmlessOf } from "./redirects.ts";
import { Attempts } from "./retries.ts";

/** What a visit goes by. */
export interface VisitPlan {
  readonly settings: FetcherSettings;
  readonly gate: Gate;
  /** @throws CrawlError for a URL that must not be asked for. */
  readonly checkUrl: (url: string) => URL;
  /** The fields of the first request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  readonly depth: number | undefined;
}

/** One page on its way: through the gate, over the wire, along its redirects, and once more where that may help. */
export class Visit {
  readonly #plan: VisitPlan;
  readonly #attempts: Attempts;
  readonly #requestedUrl: string;
  /** Every address that was asked, the first included. */
  readonly #visited: string[];
  #url: URL;
  #headers: Readonly<Record<string, string>>;
  /** Of the latest attempt. */
  #meter: Meter = { wireBytes: 0 };

  /** @param url - one that was checked, and is the visit's own from here on */
  constructor(url: URL, plan: VisitPlan) {
    const { gate, settings, signal, depth } = plan;
    this.#plan = plan;
    this.#attempts = new Attempts({ gate, rules: settings, signal, depth });
    this.#requestedUrl = url.href;
    this.#url = url;
    if (url.hash !== "") url.hash = "";
    this.#visited = [this.#url.href];
    this.#headers = plan.headers;
  }

  /** Resolves to a value whatever happens. */
  async run(): Promise<FetchedPage> {
    try {
      for (;;) {
        const answer = await this.#ask();
        if (answer.kind === "page") return this.#good(answer);
        this.#goTo(answer.target);
      }
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** Takes the next hop: a request like any other, which carries to another origin only what anybody may know. */
  #goTo(target: string): void {
    const next = this.#plan.checkUrl(target);
    if (next.origin !== this.#url.origin) this.#headers = harmlessOf(this.#headers);
    this.#url = next;
    this.#visited.push(target);
  }

  #ask(): Promise<Answer> {
    const { settings, signal } = this.#plan;
    return this.#attempts.insist(this.#url, (permit, leftMs) => {
      this.#meter = { wireBytes: 0 };
      const order = {
        url: this.#url,
        headers: this.#headers,
        visited: this.#visited,
        leftMs,
        signal,
        meter: this.#meter,
      };
      return attempt(permit, order, settings);
    });
  }

  #good({ response, page, verdict }: Extract<Answer, { kind: "page" }>): GoodPage {
    let headers: Headers | undefined;
    return {
      ok: true,
      url: this.#url.href,
      requestedUrl: this.#requestedUrl,
      status: response.status,
      // Made when somebody looks: few do, and it takes as long as reading the page.
      get headers() {
        return (headers ??= new Headers(
          response.headers.map(([name, value]): [string, string] => [name, value]),
        ));
      },
      contentType: page.contentType,
      body: page.body,
      redirects: this.#visited.slice(1),
      attempts: this.#attempts.count,
      receivedBytes: this.#meter.wireBytes,
      waitedMs: this.#attempts.waitedMs,
      waitedFor: this.#attempts.waitedFor,
      verdict,
    };
  }

  #failed(error: unknown): FailedPage {
    const { settings, signal } = this.#plan;
    const counts = { attempts: this.#attempts.count, receivedBytes: this.#meter.wireBytes };
    return {
      ok: false,
      url: this.#requestedUrl,
      failure: failureFrom(outcomeFault(error, signal, settings.clock), counts, settings.secrets),
      redirects: this.#visited.slice(1),
      waitedMs: this.#attempts.waitedMs,
      waitedFor: this.#attempts.waitedFor,
    };
  }
}
