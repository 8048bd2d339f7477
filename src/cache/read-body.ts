import { FetchFailure } from "./failure.ts";
import type { RobotsResponse } from "./robots-fetcher.ts";

type Body = RobotsResponse["body"];

/** A stream that yields so many empty chunks in a row yields nothing else. */
const MAX_EMPTY_CHUNKS = 1_000;

const isStream = (body: unknown): body is ReadableStream<Uint8Array> =>
  typeof body === "object" && body !== null && "getReader" in body;

/** Lets a stream go; its end interests nobody any more, nor does a failure to end. */
const letGo = (source: { cancel(): Promise<void> }): void => void source.cancel().catch(() => undefined);

/** Ends a body that is not wanted, so that its connection is free again. */
export function discard(body: Body): void {
  if (isStream(body) && !body.locked) letGo(body);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const octets = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    octets.set(chunk, offset);
    offset += chunk.length;
  }
  return octets;
}

/** Yields the chunks that hold something, until the stream ends or `signal` is aborted. */
async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  const onAbort = (): void => letGo(reader);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    for (let empty = 0; empty < MAX_EMPTY_CHUNKS;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!(value instanceof Uint8Array)) throw new FetchFailure("bad-response", "the body is no octets");
      empty = value.length === 0 ? empty + 1 : 0;
      if (empty === 0) yield value;
    }
    throw new FetchFailure("body", "the body yields nothing and does not end");
  } finally {
    signal.removeEventListener("abort", onAbort);
    letGo(reader);
  }
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(stream, signal)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return joined(chunks, length);
}

/**
 * Reads a body, of a stream no more than it takes to know that there is more than `maxBytes`.
 *
 * @throws FetchFailure when it breaks off, or is none.
 */
export async function readBody(
  body: Body,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | Uint8Array> {
  if (body === undefined || body === null) return "";
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (!isStream(body)) throw new FetchFailure("bad-response", "the body is no text, octets or stream");
  try {
    return await readStream(body, maxBytes, signal);
  } catch (error) {
    if (error instanceof FetchFailure || signal.aborted) throw error;
    throw new FetchFailure("body", "the body was cut off", error);
  }
}
