import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";

/** Whether there is a `redis-server` to start; says so loudly where there is none. */
export function hasRedisServer(): boolean {
  const isThere = spawnSync("redis-server", ["--version"]).error === undefined;
  if (!isThere) {
    console.warn(
      "redis-server IS NOT INSTALLED: what needs a real Redis is NOT TESTED (apt-get install redis-server)",
    );
  }
  return isThere;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A Redis of the test's own, in memory alone, on a free port. */
export interface RedisServer {
  readonly url: string;
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>;
}

/** Starts one, and waits until it takes connections. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    if (line.includes("Ready to accept connections")) break;
  }
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
