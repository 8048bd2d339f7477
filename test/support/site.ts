import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a {@link Site} got it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request. The body has been read. */
export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/** What a site is made of: its robots.txt, and an answer or the text of one for each path; the rest is 404. */
export interface SiteDescription {
  readonly robots?: string | Answer;
  readonly pages?: Readonly<Record<string, string | Answer>>;
}

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Redirects to `location`. */
export const redirectTo =
  (location: string, status = 302): Answer =>
  (response) =>
    void response.writeHead(status, { location }).end("moved");

/** Cuts the connection instead of answering. */
export const reset: Answer = (response) => void response.socket?.destroy();

/** A real server on loopback that notes what it is asked. */
export class Site implements AsyncDisposable {
  readonly origin: string;
  /** Every request, in order; robots.txt too. */
  readonly seen: readonly SeenRequest[];
  /** Ends it and every connection to it. */
  readonly close: () => Promise<void>;

  private constructor(origin: string, seen: readonly SeenRequest[], close: () => Promise<void>) {
    this.origin = origin;
    this.seen = seen;
    this.close = close;
  }

  /** The paths that were asked for, in order. */
  get paths(): string[] {
    return this.seen.map(({ path }) => path);
  }

  /** Starts one on a free port. */
  static async start({ robots, pages = {} }: SiteDescription): Promise<Site> {
    const seen: SeenRequest[] = [];
    const table: Record<string, string | Answer> = { ...pages, ...(robots && { "/robots.txt": robots }) };
    const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { method = "", url: path = "", headers } = message;
      const request = { method, path, headers, body: await readAll(message).catch(() => "") };
      seen.push(request);
      const answer = table[path];
      if (typeof answer === "function") answer(response, request);
      else if (answer === undefined) response.writeHead(404).end();
      else
        response.setHeader("content-type", path === "/robots.txt" ? "text/plain" : "text/html").end(answer);
    };
    const server = createServer((message, response) => void serve(message, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return new Site(`http://127.0.0.1:${port}`, seen, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
