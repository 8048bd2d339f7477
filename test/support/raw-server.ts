import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** What a {@link RawServer} does with a request, of which it has the head. */
export type Script = (socket: Socket, request: { path: string; head: string }) => void;

/** What a client that wants to talk TLS begins with. */
const TLS_HANDSHAKE = 0x16;

/** Not `once` of events: a reset is an end too. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once("close", () => resolve()));

/** A server that writes what no HTTP library would. */
export class RawServer {
  readonly origin: string;
  readonly port: number;
  /** The paths that were requested, in order. */
  readonly requested: readonly string[];
  /** The heads of those requests. */
  readonly heads: readonly string[];
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #counts: { connections: number };

  private constructor(server: Server, parts: Pick<RawServer, "requested" | "heads">, sockets: Set<Socket>) {
    const { port } = server.address() as AddressInfo;
    this.#server = server;
    this.#sockets = sockets;
    this.#counts = { connections: 0 };
    server.on("connection", () => this.#counts.connections++);
    this.port = port;
    this.origin = `http://127.0.0.1:${port}`;
    this.requested = parts.requested;
    this.heads = parts.heads;
  }

  /** How many connections were opened to it. */
  get connections(): number {
    return this.#counts.connections;
  }

  /** Resolves when no connection to it is open. */
  async idle(): Promise<void> {
    await Promise.all(Array.from(this.#sockets, closed));
  }

  /** Starts one on a free port: in clear, or behind TLS with what is given for it. */
  static async start(script: Script, tls?: TlsOptions): Promise<RawServer> {
    const sockets = new Set<Socket>();
    const requested: string[] = [];
    const heads: string[] = [];
    const onConnection = (socket: Socket): void => {
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
        heads.push(head);
        script(socket, { path, head });
        head = "";
      });
    };
    const server = tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
    // A handshake that fails is the client's to tell.
    server.on("tlsClientError", (_error, socket: Socket) => socket.destroy());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new RawServer(server, { requested, heads }, sockets);
  }

  /** Ends it and every connection to it. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
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
