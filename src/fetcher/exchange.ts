import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../common/clock.ts";
import { Fault } from "./failure.ts";
import type { Interruption } from "./interruption.ts";
import type { TransportRequest, TransportResponse } from "./transport.ts";

/** Bounds of an answer's head. Node's own are higher, or cut silently. */
const MAX_HEADER_BYTES = 16_384;
const MAX_HEADER_LINES = 256;
const MAX_INFORMATIONAL = 8;

/** How a request goes out: over a connection of its own, or over the one that an agent keeps. */
export type Way = { readonly socket: Socket } | { readonly agent: Agent };

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What the parser refuses is no HTTP; anything else is the connection. */
function exchangeFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const code = codeOf(error);
  const cause = { cause: error };
  if (code === "HPE_HEADER_OVERFLOW" || code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") {
    return new Fault("invalid-response", "headers-too-large", "the header fields are too large", cause);
  }
  if (code.startsWith("HPE_")) {
    return new Fault("invalid-response", "protocol", `the answer is no HTTP: ${messageOf(error)}`, cause);
  }
  return new Fault("network", "reset", `the connection broke: ${messageOf(error)}`, cause);
}

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([(raw[index] ?? "").toLowerCase(), raw[index + 1] ?? ""]);
  }
  return pairs;
}

/** Where an exchange stands. */
interface Progress {
  /** What broke it, once something has. */
  reason: unknown;
}

/** The body, with every early end told as what it is. */
async function* bodyOf(
  response: IncomingMessage,
  progress: Progress,
  signal: AbortSignal,
  finish: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of response) yield chunk as Uint8Array;
    if (!response.complete) throw truncated();
  } catch (error) {
    signal.throwIfAborted();
    // A connection that was reset may do better next time; one that was closed in good order will not.
    throw progress.reason === undefined ? truncated(error) : exchangeFault(progress.reason);
  } finally {
    finish();
  }
}

const truncated = (cause?: unknown): Fault =>
  new Fault("invalid-response", "truncated", "the body ended before it should", { cause });

const protocol = (message: string): Fault => new Fault("invalid-response", "protocol", message);

/** What an exchange goes by. */
export interface ExchangeRules {
  readonly way: Way;
  readonly interruption: Interruption;
  readonly clock: Clock;
  /** How long the head of the answer may take, whatever comes before it. */
  readonly headersTimeoutMs: number;
}

function requestOf({ url, headers }: Pick<TransportRequest, "url" | "headers">, way: Way): ClientRequest {
  const request = httpRequest({
    ...("agent" in way ? { agent: way.agent } : { createConnection: () => way.socket }),
    method: "GET",
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...headers, connection: "agent" in way ? "keep-alive" : "close" },
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  });
  // One more than is accepted: what exceeds this number is dropped without a word.
  request.maxHeadersCount = MAX_HEADER_LINES + 1;
  return request;
}

/**
 * Sends a request and resolves with the head of the answer. What follows the head is read by whoever wants it. Rejects
 * with a {@link Fault}, or with the reason of the signal, which ends the body too.
 */
export function exchange(
  order: Pick<TransportRequest, "url" | "headers">,
  rules: ExchangeRules,
): Promise<TransportResponse> {
  const { interruption } = rules;
  const { signal } = interruption;
  return new Promise((resolve, reject) => {
    const progress: Progress = { reason: undefined };
    const request = requestOf(order, rules.way);
    let informational = 0;
    const leave = (): void => {
      rules.clock.clearTimeout(timer);
      interruption.end();
    };
    const fail = (error: unknown): void => {
      leave();
      progress.reason ??= error;
      request.destroy();
      reject(signal.aborted ? (signal.reason as Error) : exchangeFault(progress.reason));
    };
    const onClose = (): void =>
      fail(new Fault("network", "reset", "the connection was closed without an answer"));
    const timer = rules.clock.setTimeout(
      () => fail(new Fault("timeout", "headers-timeout", "no head of an answer in time")),
      rules.headersTimeoutMs,
    );
    request
      .on("error", fail)
      .once("close", onClose)
      .on("information", () => {
        if (++informational > MAX_INFORMATIONAL)
          fail(protocol("more informational answers than are waited through"));
      })
      .once("upgrade", (_response, socket) => {
        socket.destroy();
        fail(protocol("the server changed to another protocol, unasked"));
      })
      .once("response", (response) => {
        request.off("close", onClose);
        rules.clock.clearTimeout(timer);
        const close = (reason?: unknown): void => {
          leave();
          // Of a whole answer Node ends the connection by itself.
          if (response.complete && response.readableEnded) return;
          progress.reason ??= reason;
          response.destroy();
          request.destroy();
        };
        const headers = pairsOf(response.rawHeaders);
        if (headers.length > MAX_HEADER_LINES) {
          fail(new Fault("invalid-response", "headers-too-large", "too many header fields"));
          return;
        }
        resolve({
          status: response.statusCode ?? 0,
          headers,
          body: bodyOf(response, progress, signal, close),
          close,
        });
      });
    interruption.during(fail);
    if (!signal.aborted) request.end();
  });
}
