import { pipeline, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import type { Clock } from "../common/clock.ts";
import { Fault } from "./failure.ts";
import type { TransportResponse } from "./transport.ts";

type MakeDecoder = (first: Uint8Array) => Transform;

/** The low half of the first octet names the method of a zlib stream, and deflate is the only one there is. */
const isZlib = ([octet = 0]: Uint8Array): boolean => (octet & 0x0f) === 8;

// Strict: what is cut off is an error, not a short page. Only Node's newer lines have zstd.
const zstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;

const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ["gzip", () => zlib.createGunzip()],
  ["x-gzip", () => zlib.createGunzip()],
  // Some servers leave the wrapping out that "deflate" means.
  ["deflate", (first) => (isZlib(first) ? zlib.createInflate() : zlib.createInflateRaw())],
  ["br", () => zlib.createBrotliDecompress()],
  ...(zstd === undefined ? [] : ([["zstd", () => zstd()]] as const)),
]);

/** The codings that this runtime can undo. */
export const KNOWN_CODINGS: readonly string[] = [...DECODERS.keys()];

/** What is sent as `Accept-Encoding`: what can be undone, by its usual names. */
export const ACCEPT_ENCODING: string = KNOWN_CODINGS.filter((coding) => coding !== "x-gzip").join(", ");

type Octets = AsyncGenerator<Uint8Array, void, undefined>;

/** How a body is read. */
export interface DecodeRules {
  readonly response: Pick<TransportResponse, "body" | "close">;
  /** One of {@link KNOWN_CODINGS}, or `identity`. */
  readonly coding: string;
  /** The most octets off the wire. */
  readonly maxWireBytes: number;
  /** The most octets that come out of a decoder. */
  readonly maxBytes: number;
  /** How long the body may yield nothing, by which clock; absent where somebody else sees to that. */
  readonly idle?: { readonly clock: Clock; readonly timeoutMs: number };
  readonly meter: Meter;
}

/** What has been read of a body. */
export interface Meter {
  /** Octets off the wire. */
  wireBytes: number;
}

const tooLarge = (maxBytes: number, what: string): Fault =>
  new Fault("invalid-response", "too-large", `the body ${what} more than ${maxBytes} octets`);

/** Passes the octets of the wire on, counted and bounded; closes what yields nothing for too long. */
async function* metered({ response, idle, maxWireBytes, meter }: DecodeRules): Octets {
  const giveUp = (): void => response.close(new Fault("timeout", "body-timeout", "the body stopped coming"));
  const start = (): unknown => idle?.clock.setTimeout(giveUp, idle.timeoutMs);
  let timer = start();
  try {
    for await (const chunk of response.body) {
      idle?.clock.clearTimeout(timer);
      meter.wireBytes += chunk.length;
      if (meter.wireBytes > maxWireBytes) throw tooLarge(maxWireBytes, "has");
      yield chunk;
      timer = start();
    }
  } finally {
    idle?.clock.clearTimeout(timer);
  }
}

function decodingFault(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof Fault || typeof code !== "string" || !/^(?:Z_|ERR_|ZSTD_|BROTLI_)/.test(code))
    return error;
  if (code === "Z_BUF_ERROR") {
    return new Fault("invalid-response", "truncated", "the coded body ends too early", { cause: error });
  }
  return new Fault("invalid-response", "content-encoding", "the body is not coded as it says", {
    cause: error,
  });
}

/** Undoes one coding. The decoder is gone when the reader stops, for whatever reason. */
async function* inflated(source: Octets, makeDecoder: MakeDecoder, maxBytes: number): Octets {
  const first = await source.next();
  if (first.done === true) return;
  const decoder = makeDecoder(first.value);
  const rejoined = async function* (): Octets {
    yield first.value;
    yield* source;
  };
  // Its outcome reaches the reader through the decoder.
  pipeline(rejoined, decoder, () => undefined);
  let length = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(maxBytes, "unpacks to");
      yield chunk;
    }
  } catch (error) {
    throw decodingFault(error);
  } finally {
    decoder.destroy();
  }
}

/**
 * A body without its coding. Both sides of the decoder are bounded: one small chunk may hold gigabytes, and a coding
 * can go on for ever without yielding an octet. Rejects with a {@link Fault} past a bound, and when the body is cut
 * off or broken.
 */
export function decoded(rules: DecodeRules): Octets {
  const makeDecoder = DECODERS.get(rules.coding);
  return makeDecoder === undefined ? metered(rules) : inflated(metered(rules), makeDecoder, rules.maxBytes);
}
