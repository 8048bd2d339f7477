import type { SecureContextOptions } from "node:tls";
import { checkNumber } from "../common/check.ts";
import { systemClock, type Clock } from "../common/clock.ts";
import { openConnection } from "./connect.ts";
import { exchange, type Way } from "./exchange.ts";
import { HostGuard, type HostOptions } from "./host-guard.ts";
import { Interruption } from "./interruption.ts";
import { KeptConnections } from "./kept-connections.ts";
import type { Address } from "./lookup.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

/** How {@link NodeTransport} connects. Every duration is in milliseconds. */
export interface TransportOptions extends HostOptions {
  /** How long a connection may take to open, TLS included. @defaultValue 10000 */
  connectTimeoutMs?: number;
  /** How long the head of an answer may take from when the request is sent. @defaultValue 15000 */
  headersTimeoutMs?: number;
  /** Whether a connection is used again for the same origin, after a look-up that still has its address. @defaultValue false */
  keepAlive?: boolean;
  /** Certificate authorities, as PEM, instead of the platform's. Certificates are always checked. @defaultValue the platform's */
  ca?: SecureContextOptions["ca"];
}

/** The shortest limit that is no mistake of unit, and the longest that is a limit. */
const LIMIT_MS = { min: 10, max: 3_600_000 };

const checkLimit = (name: string, value: number): number =>
  checkNumber(`${name} (in milliseconds)`, value, LIMIT_MS);

/**
 * The transport on `node:http`: one look-up for each request, every address of the host judged, the connection made
 * to exactly those, and the address that was reached compared once more. One connection for each request, HTTP/1.1
 * alone; proxies of the environment are ignored.
 */
export class NodeTransport implements Transport {
  readonly #guard: HostGuard;
  readonly #clock: Clock;
  readonly #lookupTimeoutMs: number;
  readonly #connectTimeoutMs: number;
  readonly #headersTimeoutMs: number;
  readonly #ca: SecureContextOptions["ca"];
  readonly #kept: KeptConnections | undefined;

  /** @throws TypeError or RangeError for an option that cannot be. */
  constructor(options: TransportOptions = {}) {
    const { clock = systemClock, keepAlive = false, ca } = options;
    this.#lookupTimeoutMs = checkLimit("lookupTimeoutMs", options.lookupTimeoutMs ?? 10_000);
    this.#connectTimeoutMs = checkLimit("connectTimeoutMs", options.connectTimeoutMs ?? 10_000);
    this.#headersTimeoutMs = checkLimit("headersTimeoutMs", options.headersTimeoutMs ?? 15_000);
    this.#guard = new HostGuard({ ...options, lookupTimeoutMs: this.#lookupTimeoutMs });
    this.#clock = clock;
    this.#ca = ca;
    this.#kept = keepAlive ? new KeptConnections(clock) : undefined;
  }

  async send({ url, headers, signal }: TransportRequest): Promise<TransportResponse> {
    const addresses = await this.#guard.addressesOf(url, signal);
    const interruption = new Interruption(signal);
    try {
      const way = await this.#wayTo(url, addresses, interruption);
      return await exchange(
        { url, headers },
        { way, interruption, clock: this.#clock, headersTimeoutMs: this.#headersTimeoutMs },
      );
    } catch (error) {
      interruption.end();
      throw error;
    }
  }

  /** Ends idle connections. */
  close(): void {
    this.#kept?.close();
  }

  async #wayTo(url: URL, addresses: readonly Address[], interruption: Interruption): Promise<Way> {
    const kept = this.#kept?.take(url.origin, addresses);
    if (kept !== undefined) return { agent: kept };
    const socket = await openConnection({
      url,
      addresses,
      interruption,
      ca: this.#ca,
      clock: this.#clock,
      timeoutMs: this.#connectTimeoutMs,
    });
    return this.#kept === undefined ? { socket } : { agent: this.#kept.agentOf(socket, url.origin) };
  }
}
