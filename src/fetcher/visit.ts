import { fullJitterMs } from "../common/backoff.ts";
import type { Clock } from "../common/clock.ts";
import { attempt, type Answer } from "./attempt.ts";
import type { Meter } from "./decode.ts";
import { Fault, failureOf, isTransient } from "./failure.ts";
import { faultOf } from "./faults.ts";
import type { FailedPage, FetchedPage, GoodPage } from "./fetched-page.ts";
import type { FetcherSettings, Gate } from "./fetcher-options.ts";
import type { Permit } from "../gate/index.ts";
import { harmlessOf } from "./redirects.ts";

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

/** Resolves after `ms`; rejects with the reason of `signal` when that is aborted before. */
function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clock.clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
  });
}

/** One page on its way: through the gate, over the wire, along its redirects, and once more where that may help. */
export class Visit {
  readonly #plan: VisitPlan;
  readonly #requestedUrl: string;
  /** Every address that was asked, the first included. */
  readonly #visited: string[];
  #url: URL;
  #headers: Readonly<Record<string, string>>;
  #meter: Meter = { wireBytes: 0 };
  #attempts = 0;
  #retries = 0;
  #waitedMs = 0;
  /** The waits for turns apart. */
  #spentMs = 0;

  /** @param url - one that was checked */
  constructor(url: URL, plan: VisitPlan) {
    this.#plan = plan;
    this.#requestedUrl = url.href;
    this.#url = new URL(url);
    this.#url.hash = "";
    this.#visited = [this.#url.href];
    this.#headers = plan.headers;
  }

  /** Resolves to a value whatever happens. */
  async run(): Promise<FetchedPage> {
    try {
      for (;;) {
        const permit = await this.#enter(undefined);
        const answer = await this.#insist(permit);
        if (answer.kind === "page") return this.#good(answer, permit);
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

  /** Sends the request of this hop until something comes of it that another attempt would not change. */
  async #insist(first: Permit): Promise<Answer> {
    const { settings, signal } = this.#plan;
    for (let permit = first; ;) {
      try {
        return await this.#attempt(permit);
      } catch (error) {
        signal?.throwIfAborted();
        const fault = faultOf(error, settings.clock.wall());
        if (this.#retries >= settings.maxRetries || !isTransient(fault)) throw fault;
        await this.#pause(fault);
        permit = await this.#enter(fault);
      }
    }
  }

  async #attempt(permit: Permit): Promise<Answer> {
    const { settings, signal } = this.#plan;
    const sinceMs = settings.clock.now();
    this.#attempts++;
    this.#meter = { wireBytes: 0 };
    const order = {
      url: this.#url,
      headers: this.#headers,
      visited: this.#visited,
      leftMs: settings.timeoutMs - this.#spentMs,
      signal,
      meter: this.#meter,
    };
    try {
      return await attempt(permit, order, settings);
    } finally {
      this.#spentMs += settings.clock.now() - sinceMs;
    }
  }

  /** Waits for a request's turn. When there is none after a failure, the failure is what there is to tell. */
  async #enter(failed: Fault | undefined): Promise<Permit> {
    const { gate, signal, depth, settings } = this.#plan;
    const sinceMs = settings.clock.now();
    try {
      return await gate.enter(this.#url, {
        ...(signal === undefined ? {} : { signal }),
        ...(depth === undefined ? {} : { depth }),
        isNewPage: this.#attempts === 0,
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw failed ?? error;
    } finally {
      this.#waitedMs += settings.clock.now() - sinceMs;
    }
  }

  /** Waits before another attempt, never less than was asked for: what does not fit into the time is not tried. */
  async #pause(failed: Fault): Promise<void> {
    const { settings, signal } = this.#plan;
    const { clock, backoff, random, timeoutMs } = settings;
    const jitterMs = fullJitterMs(++this.#retries, backoff, random);
    const waitMs = Math.max(jitterMs, failed.details.retryAfterMs ?? 0);
    if (waitMs >= timeoutMs - this.#spentMs) throw failed;
    this.#spentMs += waitMs;
    await sleep(clock, waitMs, signal);
  }

  #good({ response, page }: Extract<Answer, { kind: "page" }>, { verdict }: Permit): GoodPage {
    return {
      ok: true,
      url: this.#url.href,
      requestedUrl: this.#requestedUrl,
      status: response.status,
      headers: new Headers(response.headers.map(([name, value]): [string, string] => [name, value])),
      ...page,
      redirects: this.#visited.slice(1),
      attempts: this.#attempts,
      receivedBytes: this.#meter.wireBytes,
      waitedMs: this.#waitedMs,
      verdict,
    };
  }

  #failed(error: unknown): FailedPage {
    const { settings, signal } = this.#plan;
    const fault =
      signal?.aborted === true
        ? new Fault("aborted", "aborted", "the caller gave up", { cause: error })
        : faultOf(error, settings.clock.wall());
    return {
      ok: false,
      url: this.#requestedUrl,
      failure: failureOf(
        fault,
        { attempts: this.#attempts, receivedBytes: this.#meter.wireBytes },
        settings.secrets,
      ),
      redirects: this.#visited.slice(1),
      waitedMs: this.#waitedMs,
    };
  }
}
