import KeyvRedis from "@keyv/redis";
import { Keyv } from "keyv";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RobotsCache, type RobotsFetcher, type RobotsResponse } from "../../../src/cache/index.ts";
import { hasRedisServer, startRedisServer, type RedisServer } from "../../support/redis-server.ts";

const A = "https://a.test/page";
const RULES = "User-agent: *\nDisallow: /private\n";

describe.skipIf(!hasRedisServer())("two caches over Keyv and a real Redis", () => {
  let redis: RedisServer;
  let connections: KeyvRedis<string>[];
  let asked: string[];
  let answer: RobotsResponse;

  const fetcher: RobotsFetcher = async (url) => {
    asked.push(url);
    return answer;
  };

  /** A cache with a connection of its own. A test of what a Redis holds must not fail of a slow machine. */
  function worker({ storeTimeoutMs = 30_000 } = {}): RobotsCache {
    const connection = new KeyvRedis<string>(redis.url);
    connections.push(connection);
    const store = new Keyv(connection);
    // Keyv passes on what its connection says, and throws it where nobody listens.
    store.on("error", () => undefined);
    return new RobotsCache({ fetcher, store, storeTimeoutMs });
  }

  beforeEach(async () => {
    redis = await startRedisServer();
    connections = [];
    asked = [];
    answer = { status: 200, headers: { etag: '"one"' }, body: RULES };
  });

  afterEach(async () => {
    // By force: a connection to a server that is gone would try to come back for ever.
    await Promise.allSettled(connections.map((connection) => connection.disconnect(true)));
    await redis.kill();
  });

  it("fetch a file once", async () => {
    const first = await worker().lookup(A);
    const second = await worker().lookup(A);

    expect([first.source, second.source]).toEqual(["fetch", "store"]);
    expect(second.policy.isAllowed("https://a.test/private")).toBe(false);
    expect(second.policy.isAllowed("https://a.test/open")).toBe(true);
    expect(asked).toEqual(["https://a.test/robots.txt"]);
  });

  it("both ask again after one of them was told to forget", async () => {
    const cache = worker();
    await cache.lookup(A);

    cache.invalidate(A);
    const again = await cache.lookup(A);
    const other = await worker().lookup(A);

    expect([again.source, other.source]).toEqual(["fetch", "store"]);
    expect(asked).toHaveLength(2);
  });

  it("go on alone when the server is killed on the way: nothing hangs, and no failing site opens", async () => {
    const first = worker({ storeTimeoutMs: 100 });
    const second = worker({ storeTimeoutMs: 100 });
    await first.lookup(A);
    answer = { status: 503 };

    await redis.kill();
    const kept = await first.lookup(A);
    const others = await Promise.all([first.lookup("https://b.test/"), second.lookup("https://b.test/")]);
    const unshared = await second.lookup(A);

    expect(kept).toMatchObject({ state: "rules", source: "memory" });
    expect([...others, unshared].map(({ state }) => state)).toEqual(Array(3).fill("unreachable"));
    expect([first.stats.storeFailures > 0, second.stats.storeFailures > 0]).toEqual([true, true]);
  });

  it("that were made while no server is there work by themselves", async () => {
    await redis.kill();

    const entry = await worker({ storeTimeoutMs: 100 }).lookup(A);

    expect(entry).toMatchObject({ state: "rules", source: "fetch" });
  });
});
