// A server in a process of its own, so that it does not share a thread with who asks it. Prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const PAGE = Buffer.from(`<!doctype html><title>page</title><p>${"words ".repeat(160)}`);

const server = createServer(({ url }, response) => {
  if (url === "/robots.txt") {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/html", "content-length": PAGE.length }).end(PAGE);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
