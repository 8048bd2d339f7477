import { withDeadline } from "../common/deadline.ts";
import type { CrawlGate, Permit } from "../gate/index.ts";
import type { Observation } from "../governor/index.ts";
import { checkAnswer, pageIn, type CheckedAnswer, type ExternalFetchResponse } from "./external-answer.ts";
import { externalSettingsFrom, type ExternalOptions, type ExternalSettings } from "./external-options.ts";
import { failureFrom, Fault } from "./failure.ts";
import { outcomeFault } from "./faults.ts";
import type { FetchedPage, GoodPage } from "./fetched-page.ts";
import { HostGuard } from "./host-guard.ts";
import { shownUrl } from "./log-safety.ts";
import { Attempts } from "./retries.ts";
import { urlValidator } from "./validate-url.ts";

/** What an external fetcher is asked for. */
export interface ExternalFetchRequest {
  readonly url: string;
  /** Ends the wait for the page. */
  readonly signal?: AbortSignal;
  /** How many links from where the crawl began; for the gate's budget. @defaultValue 0 */
  readonly depth?: number;
}

/** Something that fetches pages by its own means: a browser, a service. */
export interface ExternalFetcher {
  fetch(request: ExternalFetchRequest): Promise<ExternalFetchResponse>;
}

/** What is needed of a gate: it lets in, and it knows the rules of the places the provider ended up at. */
export type ExternalGate = Pick<CrawlGate, "enter" | "robots" | "token">;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : "the provider threw what is no error";

/** What one call brought. */
type Found = Omit<GoodPage, "ok" | "requestedUrl" | "attempts" | "waitedMs" | "waitedFor">;

const withoutHash = (url: URL): string => url.href.replace(/#.*$/, "");

/**
 * Puts the checks of this package before an external provider or a browser: rules on URLs and addresses, robots.txt,
 * budget, pace. What is refused is never handed to it, and what it brings back is checked: where it ended up, the
 * status, the type, the size. Its connections are its own: it resolves names by itself, and an address that changes
 * in between is seen only where it says so.
 *
 * It bypasses nothing: no login, no CAPTCHA, no access control is got around.
 */
export class PolicyAwareExternalFetcher {
  readonly #provider: ExternalFetcher;
  readonly #gate: ExternalGate;
  readonly #settings: ExternalSettings;
  readonly #guard: HostGuard;
  readonly #check: (url: string | URL) => URL;

  /** @throws TypeError or RangeError for an option that cannot be, and for a provider or gate that is none. */
  constructor(provider: ExternalFetcher, gate: ExternalGate, options: ExternalOptions = {}) {
    if (typeof provider?.fetch !== "function") throw new TypeError("provider must have a method fetch");
    if (typeof gate?.enter !== "function") throw new TypeError("gate must have a method enter");
    this.#provider = provider;
    this.#gate = gate;
    this.#settings = externalSettingsFrom(options);
    this.#guard = new HostGuard(options);
    this.#check = urlValidator(options);
  }

  /**
   * Asks the provider for a page, when it may be asked for. Resolves to a value whatever the world does; it rejects with
   * a `TypeError` alone, for a URL that is no text.
   */
  async fetch(request: ExternalFetchRequest): Promise<FetchedPage> {
    const { url: requested, signal, depth } = request;
    const attempts = new Attempts({ gate: this.#gate, rules: this.#settings, signal, depth });
    if (typeof requested !== "string") throw new TypeError(`url must be a string, got ${typeof requested}`);
    try {
      const url = this.#check(requested);
      await this.#guard.addressesOf(url, signal);
      const found = await attempts.insist(url, (permit, leftMs) =>
        this.#attempt(url, permit, leftMs, request),
      );
      const { count, waitedMs, waitedFor } = attempts;
      return { ...found, ok: true, requestedUrl: url.href, attempts: count, waitedMs, waitedFor };
    } catch (error) {
      const fault = outcomeFault(error, signal, this.#settings.clock);
      return {
        ok: false,
        url: shownUrl(requested),
        failure: failureFrom(fault, { attempts: attempts.count, receivedBytes: 0 }),
        redirects: [],
        waitedMs: attempts.waitedMs,
        waitedFor: attempts.waitedFor,
      };
    }
  }

  /** One call of the provider. The permit is given back whatever comes of it. */
  async #attempt(url: URL, permit: Permit, leftMs: number, request: ExternalFetchRequest): Promise<Found> {
    const { clock } = this.#settings;
    const { signal } = request;
    let lesson: Observation | undefined;
    const call = async (inner: AbortSignal): Promise<Found> => {
      const answer = checkAnswer(await this.#call(url, inner, request));
      lesson = { status: answer.status, latencyMs: permit.elapsedMs, headers: answer.headers };
      await this.#checkPlace(url, answer, inner);
      const { status, finalUrl, redirects, headers } = answer;
      const page = pageIn(answer, this.#settings);
      const { verdict } = permit;
      return { ...page, url: finalUrl, status, headers, redirects, receivedBytes: page.body.length, verdict };
    };
    try {
      return await withDeadline(clock, leftMs, call, signal);
    } catch (error) {
      lesson ??= { error };
      throw error;
    } finally {
      await permit.done(signal?.aborted === true ? undefined : lesson);
    }
  }

  async #call(url: URL, signal: AbortSignal, { depth }: ExternalFetchRequest): Promise<unknown> {
    try {
      return await this.#provider.fetch({ url: url.href, signal, ...(depth === undefined ? {} : { depth }) });
    } catch (error) {
      throw new Fault("network", "provider-failed", `the provider failed: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  /** @throws CrawlError or Fault when the provider was led where it must not go. */
  async #checkPlace(asked: URL, { finalUrl, redirects }: CheckedAnswer, signal: AbortSignal): Promise<void> {
    for (const place of [...redirects, finalUrl]) await this.#guard.addressesOf(this.#check(place), signal);
    const final = this.#check(finalUrl);
    if (withoutHash(final) === withoutHash(asked)) return;
    const verdict = (await this.#gate.robots.get(final, { signal })).explain(final, this.#gate.token);
    if (verdict.allowed) return;
    throw new Fault("policy", "robots-disallowed", "robots.txt disallows where it ended up", { verdict });
  }
}
