import { connect as connectTcp, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, type SecureContextOptions } from "node:tls";
import type { Clock } from "../common/clock.ts";
import { Fault } from "./failure.ts";
import type { Interruption } from "./interruption.ts";
import { shortList, type Address } from "./lookup.ts";
import { canonicalAddress } from "./public-address.ts";
import { hostOf, literalOf, portOf } from "./url-host.ts";

/** Where a connection goes. */
export interface Target {
  readonly url: URL;
  /** Every one of them judged, in its one spelling. */
  readonly addresses: readonly Address[];
  /** Certificate authorities instead of the platform's. */
  readonly ca: SecureContextOptions["ca"];
  readonly interruption: Interruption;
  readonly clock: Clock;
  /** For the connection and its handshake together. */
  readonly timeoutMs: number;
}

/**
 * Answers with the addresses that were judged, in either form in which Node asks. Never with an empty list: Node
 * lets that end the process.
 */
export function pinned(addresses: readonly Address[]): LookupFunction {
  return (_hostname, { all, family }, callback) => {
    const wanted =
      family === 4 || family === 6 ? addresses.filter((each) => each.family === family) : addresses;
    const [first] = wanted;
    if (first === undefined) callback(new Error("no address of that family"), "", 0);
    else if (all === true) callback(null, [...wanted]);
    else callback(null, first.address, first.family);
  };
}

/** Resolves when `event` comes; rejects when the socket fails or closes before, or the signal is aborted. */
function settled(
  socket: Socket,
  event: "connect" | "secureConnect",
  interruption: Interruption,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      socket.off(event, onEvent).off("error", onError).off("close", onClose);
    };
    const onEvent = (): void => {
      leave();
      resolve();
    };
    const onError = (error: Error): void => {
      leave();
      reject(error);
    };
    const onClose = (): void => onError(new Fault("network", "reset", "the connection was closed"));
    socket.once(event, onEvent).once("error", onError).once("close", onClose);
    interruption.during((reason) => {
      leave();
      socket.destroy();
      reject(reason);
    });
  });
}

/** Refuses a connection that leads elsewhere than to what was judged, however that came about. */
export function checkPeer(socket: Socket, addresses: readonly Address[]): void {
  const reached = socket.remoteAddress ?? "";
  if (addresses.some(({ address }) => address === reached)) return;
  const peer = canonicalAddress(reached);
  if (peer === undefined) throw new Fault("network", "reset", "the connection was closed");
  if (addresses.some(({ address }) => address === peer)) return;
  throw new Fault("policy", "blocked-address", "connected to an address that was not judged");
}

/** A certificate is for the name, never for the address; an address has no name to send (RFC 6066). */
async function secured(socket: Socket, { url, ca, interruption }: Target): Promise<Socket> {
  const host = hostOf(url).replace(/\.$/, "");
  const servername = literalOf(url) === undefined ? host : "";
  const secure = connectTls({
    socket,
    host,
    servername,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  });
  secure.on("error", ignore);
  try {
    await settled(secure, "secureConnect", interruption);
    return secure;
  } catch (error) {
    secure.destroy();
    interruption.signal.throwIfAborted();
    if (error instanceof Fault) throw error;
    throw new Fault("network", "tls", `no secure connection: ${messageOf(error)}`, { cause: error });
  }
}

/** Failures are told where they are waited for; a socket must not throw them once more. */
const ignore = (): void => undefined;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Opens a connection, and makes it secure for https. Rejects with a {@link Fault} or the reason of the signal. */
export async function openConnection(target: Target): Promise<Socket> {
  const { url, addresses, interruption, clock } = target;
  const list = shortList(addresses);
  if (list.length === 0) throw new Fault("network", "lookup-failed", "the host has no address");
  const socket = connectTcp({ host: hostOf(url), port: portOf(url), lookup: pinned(list), noDelay: true });
  socket.on("error", ignore);
  const timer = clock.setTimeout(
    () => socket.destroy(new Fault("timeout", "connect-timeout", "no connection in time")),
    target.timeoutMs,
  );
  try {
    await settled(socket, "connect", interruption);
    checkPeer(socket, list);
    return url.protocol === "https:" ? await secured(socket, target) : socket;
  } catch (error) {
    socket.destroy();
    interruption.signal.throwIfAborted();
    if (error instanceof Fault) throw error;
    throw new Fault("network", "connect", `no connection: ${messageOf(error)}`, { cause: error });
  } finally {
    clock.clearTimeout(timer);
  }
}
