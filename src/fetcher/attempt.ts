import { withDeadline } from "../common/deadline.ts";
import type { Observation } from "../governor/index.ts";
import type { Meter } from "./decode.ts";
import { DEADLINE_CODE, type Fault } from "./failure.ts";
import { faultOf } from "./faults.ts";
import type { FetcherSettings } from "./fetcher-options.ts";
import type { Permit } from "../gate/index.ts";
import type { Verdict } from "../policy/index.ts";
import { readPage, type PageBody } from "./read-page.ts";
import { isRedirect, targetOf } from "./redirects.ts";
import type { TransportResponse } from "./transport.ts";

/** One request. */
export interface Order {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Every address that was asked for this page, this one included. */
  readonly visited: readonly string[];
  /** What is left of the time for the page. */
  readonly leftMs: number;
  readonly signal: AbortSignal | undefined;
  /** Counts what comes off the wire. */
  readonly meter: Meter;
}

/** What one request came to. */
export type Answer =
  | {
      readonly kind: "page";
      readonly response: TransportResponse;
      readonly page: PageBody;
      readonly verdict: Verdict;
    }
  | { readonly kind: "redirect"; readonly target: string };

/** The codes that say something about the load of a host: it was asked, and could not answer. */
const TELLING: ReadonlySet<string> = new Set([
  "body-timeout",
  "connect",
  "connect-timeout",
  "headers-timeout",
  "reset",
  DEADLINE_CODE,
]);

/** What the governor learns of an attempt; of one that failed for other reasons, nothing. */
function lessonOf(head: Observation | undefined, fault: Fault | undefined): Observation | undefined {
  return fault !== undefined && TELLING.has(fault.code) ? { error: fault } : head;
}

/**
 * Sends one request, within what is left of the time, and reads what comes of it. The permit is given back whatever
 * happens. Rejects with a {@link Fault}, or with the reason of the signal.
 */
export async function attempt(permit: Permit, order: Order, settings: FetcherSettings): Promise<Answer> {
  const { url, headers, visited, signal, meter } = order;
  const { clock, transport, maxRedirects } = settings;
  let head: Observation | undefined;
  let fault: Fault | undefined;
  const send = async (inner: AbortSignal): Promise<Answer> => {
    const sentMs = clock.now();
    const response = await transport.send({ url, headers, signal: inner });
    head = { status: response.status, latencyMs: clock.now() - sentMs, headers: response.headers };
    if (!isRedirect(response.status)) {
      const page = await readPage(response, settings, meter);
      return { kind: "page", response, page, verdict: permit.verdict };
    }
    response.close();
    return { kind: "redirect", target: targetOf(response, visited, maxRedirects) };
  };
  try {
    return await withDeadline(clock, order.leftMs, send, signal);
  } catch (error) {
    signal?.throwIfAborted();
    fault = faultOf(error, clock.wall());
    throw fault;
  } finally {
    const lesson = signal?.aborted === true ? undefined : lessonOf(head, fault);
    await (lesson === undefined ? permit[Symbol.asyncDispose]() : permit.done(lesson));
  }
}
