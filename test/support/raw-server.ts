import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** What a {@link RawServer} does with a request, of which it has the head. */
export type Script = (socket: Socket, request: { path: string; head: string }) => void;

/** What a client that wants to talk TLS begins with. */
const TLS_HANDSHAKE = 0x16;

/** A server that writes what no HTTP library would. */
export class RawServer {
  readonly origin: string;
  /** The paths that were requested, in order. */
  readonly requested: readonly string[];
  readonly #close: () => Promise<void>;

  private constructor(origin: string, requested: readonly string[], close: () => Promise<void>) {
    this.origin = origin;
    this.requested = requested;
    this.#close = close;
  }

  /** Starts one on a free port. */
  static async start(script: Script): Promise<RawServer> {
    const sockets = new Set<Socket>();
    const requested: string[] = [];
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      // A client that hangs up while it is written to is what most of these tests are about.
      socket.on("error", () => socket.destroy());
      let head = "";
      socket.on("data", (data) => {
        head += data.toString("latin1");
        const isTls = head.charCodeAt(0) === TLS_HANDSHAKE;
        if (!isTls && !head.includes("\r\n\r\n")) return;
        const [, path = ""] = head.split(" ", 2);
        requested.push(path);
        script(socket, { path, head });
        head = "";
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return new RawServer(`http://127.0.0.1:${port}`, requested, async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    });
  }

  /** Ends it and every connection to it. */
  close(): Promise<void> {
    return this.#close();
  }
}

/** Writes one piece after the other for as long as anybody reads. */
export function writeForEver(socket: Socket, piece: string | Buffer): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once("drain", write);
  };
  write();
}

/** The text of an answer with a body of known length. */
export const answer = (status: string, headers: readonly string[], body = ""): string =>
  [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, "", body].join("\r\n");
