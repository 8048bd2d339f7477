import { ReadableStream as WebStream } from "node:stream/web";
import type { RobotsFetcher } from "../cache/index.ts";
import { CrawlError } from "../common/errors.ts";
import { ACCEPT_ENCODING, decoded, KNOWN_CODINGS } from "./decode.ts";
import { Fault } from "./failure.ts";
import { NodeTransport, type TransportOptions } from "./node-transport.ts";
import { codingOf } from "./response-fields.ts";
import type { Transport } from "./transport.ts";
import { urlValidator, type UrlOptions } from "./validate-url.ts";

/** What {@link robotsFetcher} takes. */
export interface RobotsFetcherOptions extends TransportOptions, UrlOptions {
  /** Sends the requests; its guard is then yours. @defaultValue a `NodeTransport` with these options */
  transport?: Transport;
}

/** Off the wire; how much of it counts is the cache's part. */
const MAX_WIRE_BYTES = 10 * 2 ** 20;

/** A refused address comes out as what it is, so that the cache can say so. */
const asRefusal = (error: unknown): unknown =>
  error instanceof Fault && error.code === "blocked-address"
    ? new CrawlError("blocked-address", error.message, { cause: error })
    : error;

/**
 * A fetcher for `RobotsCache` that goes by the same rules on URLs and addresses as `PageFetcher`, over the same kind of
 * connection. Each redirect, which the cache hands to it, is judged anew. No secret goes along.
 *
 * @throws TypeError or RangeError for an option that cannot be.
 */
export function robotsFetcher(options: RobotsFetcherOptions = {}): RobotsFetcher {
  const { transport = new NodeTransport(options) } = options;
  const validate = urlValidator(options);
  return async (address, { headers, signal }) => {
    try {
      const url = validate(address);
      const response = await transport.send({
        url,
        headers: { ...headers, "accept-encoding": ACCEPT_ENCODING },
        signal,
      });
      const { status } = response;
      if (status !== 200) {
        response.close();
        return { status, headers: response.headers };
      }
      const body = WebStream.from(
        decoded({
          response,
          coding: codingOf(response.headers, KNOWN_CODINGS, status),
          maxWireBytes: MAX_WIRE_BYTES,
          maxBytes: Infinity,
          meter: { wireBytes: 0 },
        }),
      ) as ReadableStream<Uint8Array>;
      return { status, headers: response.headers, body };
    } catch (error) {
      throw asRefusal(error);
    }
  };
}
