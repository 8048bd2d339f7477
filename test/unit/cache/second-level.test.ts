import { describe, expect, it } from "vitest";
import {
  RobotsCache,
  type CacheEvent,
  type CacheOptions,
  type RobotsResponse,
} from "../../../src/cache/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";
import { turns } from "../../support/turns.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const A = "https://a.test/";
const KEY = "robots.txt:https://a.test";
const RULES = "User-agent: *\nDisallow: /private\n";

/** A worker: a cache of its own over a store it may share, and the requests it sent. */
interface Worker {
  readonly cache: RobotsCache;
  readonly asked: { url: string; headers: Record<string, string> }[];
  readonly events: CacheEvent[];
}

type Answer = RobotsResponse | Error;

function worker(answers: Answer[], options: CacheOptions): Worker {
  const asked: Worker["asked"] = [];
  const cache = new RobotsCache({
    ...options,
    fetcher: async (url, { headers }) => {
      asked.push({ url, headers });
      const answer = answers.shift() ?? new Error("asked too often");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const events: CacheEvent[] = [];
  cache.on("store-failed", (event) => events.push(event));
  return { cache, asked, events };
}

/** A store that notes for how long it was to keep things. */
class NotingStore extends Map<string, string> {
  readonly ttls: number[] = [];

  override set(key: string, value: string, ttlMs?: number): this {
    if (ttlMs !== undefined) this.ttls.push(ttlMs);
    return super.set(key, value);
  }
}

const throwAtOnce = (): never => {
  throw new Error("store is down");
};

const never = (): Promise<never> => new Promise(() => undefined);

const good = (headers: Record<string, string> = {}, body: string | Uint8Array = RULES): RobotsResponse => ({
  status: 200,
  headers,
  body,
});

describe("two caches over one store", () => {
  it("fetch a file once", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    const one = worker([good()], shared);
    const two = worker([], shared);

    await one.cache.get(A);
    const entry = await two.cache.lookup(A);

    expect(entry).toMatchObject({ state: "rules", source: "store", status: 200 });
    expect(entry.policy.isAllowed("https://a.test/private")).toBe(false);
    expect(two.cache.stats).toMatchObject({ fetches: 0, storeHits: 1 });
    expect((await two.cache.lookup(A)).source).toBe("memory");
  });

  it("agree on when it expires, whatever their steady clocks show", async () => {
    const store = new Map();
    const clocks = [new ManualClock(), new ManualClock({ nowMs: 5_000_000 })] as const;
    const one = worker([good()], { store, clock: clocks[0] });
    const two = worker([], { store, clock: clocks[1] });

    const first = await one.cache.lookup(A);
    const second = await two.cache.lookup(A);

    expect(second).toEqual({ ...first, source: "store" });
  });

  it("ask the site once that there is no file", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    await worker([{ status: 404 }], shared).cache.get(A);

    expect(await worker([], shared).cache.lookup(A)).toMatchObject({ state: "unavailable", status: 404 });
  });

  it("read a shared 403 each by its own choice", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    await worker([{ status: 403 }], shared).cache.get(A);

    const strict = worker([], { ...shared, authStatus: "disallow" });

    expect(await strict.cache.lookup(A)).toMatchObject({ state: "unreachable", status: 403 });
  });

  it("leave a site alone that told one of them to come back later", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    await worker([{ status: 429, headers: { "retry-after": "1200" } }], shared).cache.get(A);

    const entry = await worker([], shared).cache.lookup(A);

    expect(entry).toMatchObject({ state: "unreachable", status: 429, source: "store" });
    expect(entry.retryAtMs).toBe(shared.clock.wall() + 1_200_000);
  });

  it("do not share a failure that may be one worker's own", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    await worker([new Error("no network here")], shared).cache.get(A);

    expect(await worker([good()], shared).cache.lookup(A)).toMatchObject({ state: "rules", source: "fetch" });
  });

  it("go on with the old rules that one of them had read", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    await worker([good()], shared).cache.get(A);
    await shared.clock.advanceAsync(DAY_MS);

    const entry = await worker([{ status: 503 }], shared).cache.lookup(A);

    expect(entry).toMatchObject({ state: "stale", status: 503 });
    expect(entry.policy.isAllowed("https://a.test/private")).toBe(false);
  });

  it("confirm a copy that one of them had read, and share that too", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    await worker([good({ etag: '"one"' })], shared).cache.get(A);
    await shared.clock.advanceAsync(HOUR_MS);
    const two = worker([{ status: 304 }], shared);

    const entry = await two.cache.lookup(A);
    const third = await worker([], shared).cache.lookup(A);

    expect(two.asked[0]?.headers["if-none-match"]).toBe('"one"');
    expect(entry).toMatchObject({ state: "rules", status: 304 });
    expect(third).toEqual({ ...entry, source: "store" });
  });

  it("take what another has renewed in the meantime instead of asking again", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    const one = worker([good()], shared);
    await one.cache.get(A);
    await shared.clock.advanceAsync(HOUR_MS);
    await worker([good({}, "User-agent: *\nDisallow: /\n")], shared).cache.get(A);

    const entry = await one.cache.lookup(A);

    expect([entry.source, entry.policy.isAllowed(A)]).toEqual(["store", false]);
    expect(one.asked).toHaveLength(1);
  });

  it("share a file that is no UTF-8 octet for octet", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    const body = Uint8Array.from(Buffer.from("User-agent: *\nDisallow: /caf\xe9\nDisallow: /x\n", "latin1"));
    const first = await worker([good({}, body)], shared).cache.get(A);

    const second = await worker([], shared).cache.get(A);

    for (const path of ["/x", "/caf%E9", "/caf%C3%A9", "/caf%EF%BF%BD"]) {
      expect([path, second.isAllowed(path)]).toEqual([path, first.isAllowed(path)]);
    }
  });

  it("share that a file was longer than is read", async () => {
    const shared = { store: new Map(), clock: new ManualClock() };
    await worker([good({}, RULES + "#\n".repeat(300_000))], shared).cache.get(A);

    expect(await worker([], shared).cache.lookup(A)).toMatchObject({ truncated: true });
  });
});

describe("a store", () => {
  it("is asked to keep rules for as long as they may go on holding, and an absence no longer than it counts", async () => {
    const store = new NotingStore();
    const { cache } = worker([good(), { status: 404 }], { store, clock: new ManualClock() });

    await cache.get(A);
    await cache.get("https://b.test/");

    expect(store.ttls).toEqual([HOUR_MS + 30 * DAY_MS, DAY_MS]);
  });

  it("forgets a site that is invalidated, before the next lookup reads it", async () => {
    const store = new Map();
    const { cache, asked } = worker([good(), { status: 404 }], { store, clock: new ManualClock() });
    await cache.get(A);

    cache.invalidate(A);
    await cache.get(A);

    expect(asked).toHaveLength(2);
  });

  it("keeps what it has when the cache is cleared", async () => {
    const { cache } = worker([good()], { store: new Map(), clock: new ManualClock() });
    await cache.get(A);

    cache.clear();

    expect(await cache.lookup(A)).toMatchObject({ source: "store" });
  });

  it("that rejects is reported and passed over", async () => {
    const failure = new Error("store is down");
    const fail = async (): Promise<never> => {
      throw failure;
    };
    const store = { get: fail, set: fail, delete: fail };
    const { cache, events } = worker([good()], { store, clock: new ManualClock() });

    expect(await cache.lookup(A)).toMatchObject({ state: "rules", source: "fetch" });
    cache.invalidate(A);
    await turns();

    expect(events.map((event) => "operation" in event && [event.operation, event.cause])).toEqual([
      ["get", failure],
      ["set", failure],
      ["delete", failure],
    ]);
    expect(cache.stats.storeFailures).toBe(3);
  });

  it("that says it kept nothing, as Keyv does without a connection, is reported", async () => {
    const store = { get: () => undefined, set: () => false, delete: () => false };
    const { cache, events } = worker([good()], { store, clock: new ManualClock() });

    await cache.get(A);

    expect(events).toMatchObject([{ type: "store-failed", operation: "set" }]);
  });

  it("is given whole milliseconds, whatever the clock counts in", async () => {
    const store = new NotingStore();
    const clock = new ManualClock({ nowMs: 0.3, wallMs: 1_700_000_000_000 });
    const { cache } = worker([good()], { store, clock });

    const lookup = cache.lookup(A);
    clock.stall(0.25);
    const { expiresAtMs } = await lookup;

    expect([...store.ttls, expiresAtMs].every(Number.isInteger)).toBe(true);
  });

  it("that throws at once is passed over as well", async () => {
    const store = { get: throwAtOnce, set: throwAtOnce, delete: throwAtOnce };
    const { cache } = worker([{ status: 503 }], { store, clock: new ManualClock() });

    expect(await cache.lookup(A)).toMatchObject({ state: "unreachable" });
  });

  it("that never answers is waited for no longer than its own deadline", async () => {
    const clock = new ManualClock();
    const store = { get: never, set: never, delete: never };
    const { cache, events } = worker([good()], { store, clock, storeTimeoutMs: 200 });

    const lookup = cache.lookup(A);
    await clock.advanceAsync(200);
    await clock.advanceAsync(200);

    expect(await lookup).toMatchObject({ state: "rules", source: "fetch" });
    expect(events).toHaveLength(2);
    expect(clock.pendingTimers).toBe(0);
  });

  it("that hangs does not hold up an asker that aborts", async () => {
    const store = { get: never, set: never, delete: never };
    const { cache } = worker([], { store, clock: new ManualClock() });
    const controller = new AbortController();

    const lookup = cache.lookup(A, { signal: controller.signal });
    controller.abort(new Error("enough"));

    await expect(lookup).rejects.toThrow("enough");
  });

  it.each([
    null,
    17,
    {},
    "",
    "not JSON",
    "null",
    "[]",
    '{"version":1}',
    '{"version":2,"origin":"https://a.test"}',
  ])("that holds %j for a site knows nothing of it", async (value) => {
    const store = new Map<string, unknown>([[KEY, value]]);
    const { cache } = worker([{ status: 503 }], { store, clock: new ManualClock() });

    expect(await cache.lookup(A)).toMatchObject({ state: "unreachable", source: "fetch" });
  });

  it("that mixes up its keys opens no site with the answer of another", async () => {
    const store = new Map<string, string>();
    const clock = new ManualClock();
    await worker([{ status: 404 }], { store, clock }).cache.get("https://b.test/");
    store.set(KEY, store.get("robots.txt:https://b.test") ?? "");

    const { cache } = worker([{ status: 503 }], { store, clock });

    expect(await cache.lookup(A)).toMatchObject({ state: "unreachable", source: "fetch" });
  });

  it("whose writer had its clock a little ahead is believed; an hour ahead it is not", async () => {
    for (const [aheadMs, source] of [
      [60_000, "store"],
      [HOUR_MS, "fetch"],
    ] as const) {
      const store = new Map();
      const ahead = new ManualClock();
      ahead.stepWall(aheadMs);
      await worker([good()], { store, clock: ahead }).cache.get(A);

      const entry = await worker([good()], { store, clock: new ManualClock() }).cache.lookup(A);

      expect([aheadMs, entry.source]).toEqual([aheadMs, source]);
    }
  });

  it("sends no validator on that could not have come from a server", async () => {
    const store = new Map<string, string>();
    const clock = new ManualClock();
    await worker([good({ etag: '"one"' })], { store, clock }).cache.get(A);
    store.set(KEY, (store.get(KEY) ?? "").replace(String.raw`"\"one\""`, String.raw`"a\r\nx-evil: 1"`));
    await clock.advanceAsync(HOUR_MS);

    const { cache, asked } = worker([good()], { store, clock });
    await cache.get(A);

    expect(store.get(KEY)).not.toContain("evil");
    expect(asked[0]?.headers).not.toHaveProperty("if-none-match");
  });
});
