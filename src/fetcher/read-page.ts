import type { Clock } from "../common/clock.ts";
import { decoded, KNOWN_CODINGS, type Meter } from "./decode.ts";
import { categoryOfStatus, Fault } from "./failure.ts";
import { checkLength, codingOf, contentTypeOf, retryAfterOf } from "./response-fields.ts";
import type { TransportResponse } from "./transport.ts";

/** What a page may be. */
export interface PageRules {
  readonly contentTypes: readonly string[];
  /** The most octets of a body, off the wire as well as without its coding. */
  readonly maxBytes: number;
  /** How long a body may yield nothing. */
  readonly bodyIdleTimeoutMs: number;
  readonly clock: Clock;
}

/** The body of a page, and what it is. */
export interface PageBody {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Statuses of success that bring no page, or a part of one that nobody asked for. */
const NO_PAGE: ReadonlySet<number> = new Set([204, 205, 206]);

/** @throws Fault for every status but those that bring a page. */
function checkStatus({ status, headers }: TransportResponse, clock: Clock): void {
  if (status >= 200 && status < 300 && !NO_PAGE.has(status)) return;
  const retryAfterMs = retryAfterOf(headers, clock.wall());
  throw new Fault(categoryOfStatus(status), "status", `the server answered ${status}`, {
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/**
 * Reads an answer that is no redirect: everything that can be judged by its head is, before the first octet of the
 * body. Whatever is not read is closed, not drained.
 *
 * @throws Fault for every answer that is not a whole page of an accepted type.
 */
export async function readPage(
  response: TransportResponse,
  rules: PageRules,
  meter: Meter,
): Promise<PageBody> {
  const { status, headers } = response;
  const { maxBytes } = rules;
  try {
    checkStatus(response, rules.clock);
    checkLength(headers, maxBytes, status);
    const contentType = contentTypeOf(headers, rules.contentTypes, status);
    const coding = codingOf(headers, KNOWN_CODINGS, status);
    const chunks: Uint8Array[] = [];
    const idle = { clock: rules.clock, timeoutMs: rules.bodyIdleTimeoutMs };
    const body = decoded({ response, coding, maxWireBytes: maxBytes, maxBytes, idle, meter });
    for await (const chunk of body) chunks.push(chunk);
    return { contentType, body: Buffer.concat(chunks) };
  } finally {
    response.close();
  }
}
