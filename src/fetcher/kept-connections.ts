import { Agent } from "node:http";
import type { Socket } from "node:net";
import type { Clock, Timer } from "../common/clock.ts";
import type { Address } from "./lookup.ts";
import { canonicalAddress } from "./public-address.ts";

/** Shorter than the five seconds after which many servers close: what they close is not written to. */
const IDLE_MS = 4_000;
const MAX_IDLE = 256;

interface Kept {
  readonly agent: Agent;
  readonly socket: Socket;
  readonly origin: string;
  readonly address: string;
  readonly timer: Timer;
  readonly end: () => void;
}

/**
 * Idle connections, each with an agent of its own. One is used again only for its origin, and only when the list that
 * was judged for this request still holds the address it leads to.
 */
export class KeptConnections {
  readonly #clock: Clock;
  readonly #idle = new Set<Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An idle connection to `origin` at one of `addresses`; the others to that origin have lost their reason. */
  take(origin: string, addresses: readonly Address[]): Agent | undefined {
    for (const kept of this.#idle) {
      if (kept.origin !== origin) continue;
      this.#forget(kept);
      if (!kept.socket.destroyed && addresses.some(({ address }) => address === kept.address))
        return kept.agent;
      kept.socket.destroy();
    }
    return undefined;
  }

  /** An agent that sends over `socket` alone, and comes back here when its answer has been read to the end. */
  agentOf(socket: Socket, origin: string): Agent {
    const address = canonicalAddress(socket.remoteAddress ?? "") ?? "";
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = [socket];
    agent.createConnection = () => {
      const [only] = sockets.splice(0);
      // The connection is gone: another one would go where nobody has judged.
      if (only === undefined) throw new Error("the kept connection is closed");
      return only;
    };
    agent.on("free", () => this.#keep(agent, socket, origin, address));
    return agent;
  }

  /** Ends all idle connections. */
  close(): void {
    for (const kept of this.#idle) kept.end();
  }

  #keep(agent: Agent, socket: Socket, origin: string, address: string): void {
    const end = (): void => {
      this.#forget(kept);
      socket.destroy();
    };
    const kept: Kept = { agent, socket, origin, address, end, timer: this.#clock.setTimeout(end, IDLE_MS) };
    // Octets that nobody asked for would be taken for the answer to the next request.
    socket.once("data", end).once("close", end);
    this.#idle.add(kept);
    for (const oldest of this.#idle) {
      if (this.#idle.size <= MAX_IDLE) return;
      oldest.end();
    }
  }

  #forget(kept: Kept): void {
    this.#idle.delete(kept);
    this.#clock.clearTimeout(kept.timer);
    kept.socket.off("data", kept.end).off("close", kept.end);
  }
}
