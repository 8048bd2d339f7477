import { describe, expect, it } from "vitest";
import { RobotsCache } from "../../../src/cache/index.ts";
import { CrawlError } from "../../../src/common/errors.ts";
import {
  CrawlGate,
  RefusalError,
  type GateEvent,
  type Permit,
  type Refusal,
} from "../../../src/gate/index.ts";
import { LearnedRateLimiter } from "../../../src/governor/index.ts";
import { ManualClock } from "../../../src/testing/index.ts";
import { manualGate, USER_AGENT } from "../../support/gate.ts";
import { HandFetcher } from "../../support/hand-fetcher.ts";
import { watch } from "../../support/limiter.ts";

const SHOP = "https://shop.test/robots.txt";
const RULES = "User-agent: ExampleBot\nCrawl-delay: 5\nDisallow: /cart\nAllow: /\n";

async function permitted(answer: Promise<Permit | Refusal>): Promise<Permit> {
  const told = await answer;
  if (told.granted) return told;
  throw new Error(told.message);
}

describe("an allowed URL", () => {
  it("is given a permit with the verdict, the site and the Crawl-delay", async () => {
    const { gate } = manualGate({ [SHOP]: RULES });

    const permit = await gate.enter("https://shop.test/shoes");

    expect(permit).toMatchObject({
      granted: true,
      verdict: { allowed: true, reason: "rule", rule: { line: 4 } },
      robots: { state: "rules", origin: "https://shop.test" },
      crawlDelayMs: 5000,
      waitedMs: 0,
      waitedFor: "none",
    });
    expect(permit.url.href).toBe("https://shop.test/shoes");
  });

  it("waits for its turn at the pace of robots.txt, whoever asks and however many at once", async () => {
    const { gate, clock } = manualGate({ [SHOP]: RULES });
    const startedMs: number[] = [];
    const start = async (path: string): Promise<void> => {
      const permit = await gate.enter(`https://shop.test/${path}`);
      startedMs.push(clock.now());
      await permit.done({ status: 200 });
    };

    const all = Promise.all(["a", "b", "c", "d"].map(start));
    await clock.advanceAsync(20_000);
    await all;

    expect(startedMs).toEqual([0, 5000, 10_000, 15_000]);
  });

  it("is paced by a Crawl-delay that the governor was not told of otherwise", async () => {
    const clock = new ManualClock();
    const robots = new RobotsCache({ clock, fetcher: () => RULES });
    const governor = new LearnedRateLimiter({ clock, random: () => 0 });
    const gate = new CrawlGate({ userAgent: USER_AGENT, robots, governor, clock });
    await (await gate.enter("https://shop.test/a")).done({ status: 200 });

    const second = watch(gate.enter("https://shop.test/b"));
    await clock.advanceAsync(4999);
    expect(second.isSettled).toBe(false);
    await clock.advanceAsync(1);

    expect(second.value?.waitedFor).toBe("crawl-delay");
  });

  it("is paced by a Request-rate as by a Crawl-delay", async () => {
    const { gate, clock } = manualGate({ [SHOP]: "User-agent: *\nRequest-rate: 1/8s\n" });
    await gate.enter("https://shop.test/a");

    const second = watch(gate.enter("https://shop.test/b"));
    await clock.advanceAsync(7999);
    expect(second.isSettled).toBe(false);
    await clock.advanceAsync(1);

    expect(second.isSettled).toBe(true);
  });

  it("may be robots.txt itself, whatever it says", async () => {
    const { gate } = manualGate({ [SHOP]: "User-agent: *\nDisallow: /\n" });

    const permit = await gate.enter(SHOP);

    expect(permit.verdict.reason).toBe("robots-txt-itself");
  });
});

describe("robots.txt", () => {
  it("is known before anything of its origin may be asked for, and fetched once", async () => {
    const hand = new HandFetcher();
    const { gate } = manualGate({}, { cache: { fetcher: hand.fetch } });

    const all = ["a", "b", "c"].map((path) => watch(gate.tryEnter(`https://shop.test/${path}`)));
    await Promise.resolve();
    const early = all.map(({ isSettled }) => isSettled);
    hand.requests[0]?.answer("User-agent: *\nDisallow: /\n");
    await new Promise((resolve) => setImmediate(resolve));

    expect(early).toEqual([false, false, false]);
    expect(hand.requests.map(({ url }) => url)).toEqual([SHOP]);
    expect(all.map(({ value }) => value)).toMatchObject(all.map(() => ({ code: "robots-disallowed" })));
  });

  it("that disallows is a refusal with group, rule and line", async () => {
    const { gate } = manualGate({ [SHOP]: RULES });

    const refusal = await gate.tryEnter("https://shop.test/cart?id=7#top");

    expect(refusal).toMatchObject({
      granted: false,
      category: "policy",
      code: "robots-disallowed",
      message: "robots.txt disallows it for ExampleBot, line 3",
      url: "https://shop.test/cart?id=7",
      verdict: { allowed: false, rule: { pattern: "/cart", line: 3 }, group: { matchedBy: "token" } },
      robots: { state: "rules" },
    });
  });

  it("that cannot be read closes the site until it is asked again", async () => {
    const { gate, clock } = manualGate({ [SHOP]: { status: 503 } });

    const refusal = await gate.tryEnter("https://shop.test/");

    expect(refusal).toMatchObject({
      category: "policy",
      code: "robots-unreachable",
      message: "nobody knows what https://shop.test allows: the server answered 503",
      retryAtMs: clock.wall() + 300_000,
    });
  });

  it("that cannot be evaluated closes the site", async () => {
    const robots = { lookup: () => Promise.reject(new Error("broken")) } as unknown as RobotsCache;
    const { gate } = manualGate({}, { robots });

    const refusal = await gate.tryEnter("https://shop.test/");

    expect(refusal).toMatchObject({
      category: "policy",
      code: "robots-unreachable",
      cause: { message: "broken" },
    });
  });

  it("that changed while a request waited for its turn is obeyed", async () => {
    const files: Record<string, string> = { [SHOP]: "User-agent: *\nCrawl-delay: 200\n" };
    const { gate, governor, clock } = manualGate(files, { cache: { ttlMs: 100_000 } });
    await gate.enter("https://shop.test/a");

    const late = watch(gate.tryEnter("https://shop.test/b"));
    files[SHOP] = "User-agent: *\nDisallow: /b\n";
    await clock.advanceAsync(200_000);

    expect(late.value).toMatchObject({ code: "robots-disallowed" });
    expect(governor.stats().inFlight).toBe(1);
  });
});

describe("what is refused before anything is sent", () => {
  it.each([
    ["ftp://a.test/", "bad-url"],
    ["mailto:me@a.test", "bad-url"],
    ["no address", "bad-url"],
    ["https://user:secret@a.test/", "bad-url"],
    ["https://a.test\\@b.test/", "bad-url"],
    [`https://a.test/${"x".repeat(2048)}`, "bad-url"],
    ["https://a.test:22/", "bad-url"],
    ["https://localhost/", "blocked-address"],
    ["https://intranet/", "blocked-address"],
    ["https://printer.local/", "blocked-address"],
  ])("%s is a matter of policy", async (url, code) => {
    const { gate, asked } = manualGate();

    const refusal = await gate.tryEnter(url);

    expect(refusal).toMatchObject({ granted: false, category: "policy", code });
    expect(JSON.stringify(refusal)).not.toContain("secret");
    expect(asked).toEqual([]);
  });

  it("an address that the check refuses is a matter of policy", async () => {
    const { gate, asked } = manualGate(
      {},
      {
        checkAddress: ({ hostname }) => {
          throw new CrawlError("blocked-address", `${hostname} is not public`);
        },
      },
    );

    const refusal = await gate.tryEnter("http://10.0.0.1/");

    expect(refusal).toMatchObject({ category: "policy", code: "blocked-address" });
    expect(asked).toEqual([]);
  });

  it("a name whose address cannot be found out is a matter of the network", async () => {
    const failure = new CrawlError("lookup-failed", "no such name");
    const { gate } = manualGate({}, { checkAddress: () => Promise.reject(failure) });

    expect(await gate.tryEnter("http://a.test/")).toMatchObject({ category: "network" });
  });

  it("what is neither text nor URL is wrong use", async () => {
    const { gate } = manualGate();

    await expect(gate.tryEnter(7 as never)).rejects.toThrow("url must be a string or a URL, got number");
  });
});

describe("the pace", () => {
  it("turns away who will not wait, with the time", async () => {
    const { gate, clock } = manualGate({ [SHOP]: RULES });
    await gate.enter("https://shop.test/a");

    const refusal = await gate.tryEnter("https://shop.test/b", { maxWaitMs: 0 });

    expect(refusal).toMatchObject({
      category: "rate-limit",
      code: "wait-too-long",
      retryAtMs: clock.wall() + 5000,
    });
  });

  it("turns everybody away from a host that asks to be left alone for long", async () => {
    const { gate, clock } = manualGate();
    const permit = await gate.enter("https://shop.test/a");
    await permit.done({ status: 429, headers: { "retry-after": "3600" } });

    const refusal = await gate.tryEnter("https://shop.test/b");

    expect(refusal).toMatchObject({
      category: "rate-limit",
      code: "cooldown",
      retryAtMs: clock.wall() + 3_600_000,
    });
  });

  it("is shared by what has the same key", async () => {
    const { gate, clock } = manualGate({}, { keyOf: async ({ hostname }) => hostname.slice(-6) });
    await gate.enter("https://one.a.test/");

    const same = watch(gate.enter("https://two.a.test/"));
    const other = await gate.enter("https://one.b.test/");
    const wasFree = same.isSettled;
    await clock.advanceAsync(1000);

    expect([other.waitedMs, wasFree, same.value?.waitedMs]).toEqual([0, false, 1000]);
  });

  it("of a shared key is the slowest that any of its sites asks for", async () => {
    const { gate, clock } = manualGate({ [SHOP]: RULES }, { keyOf: () => "all" });
    await gate.enter("https://fast.test/");

    const slow = watch(gate.enter("https://shop.test/"));
    await clock.advanceAsync(4999);
    expect(slow.isSettled).toBe(false);
    await clock.advanceAsync(1);

    expect(slow.isSettled).toBe(true);
  });
});

describe("a permit", () => {
  it("holds a lease until it is given back, once", async () => {
    const { gate, governor } = manualGate();
    const permit = await gate.enter("https://a.test/");
    const held = [governor.stats().inFlight, gate.stats.open];

    await permit.done({ status: 429 });
    const intervalMs = governor.intervalMsFor("a.test");
    await permit.done({ status: 429 });
    await permit[Symbol.asyncDispose]();

    expect(held).toEqual([1, 1]);
    expect([governor.stats().inFlight, gate.stats.open]).toEqual([0, 0]);
    expect(intervalMs).toBeGreaterThan(1000);
    expect(governor.intervalMsFor("a.test")).toBe(intervalMs);
  });

  it("that is only disposed teaches nothing", async () => {
    const { gate, governor } = manualGate();
    const before = governor.inspect("a.test");

    {
      await using _permit = await gate.enter("https://a.test/");
    }

    expect(governor.stats().inFlight).toBe(0);
    expect(governor.intervalMsFor("a.test")).toBe(before.intervalMs);
  });

  it("that nobody gives back ends with its lease", async () => {
    const { gate, governor, clock } = manualGate({}, { limiter: { leaseMs: 10_000 } });
    const permit = await gate.enter("https://a.test/");

    await clock.advanceAsync(10_000);
    const inFlight = governor.stats().inFlight;
    await permit.done({ status: 200 });

    expect([inFlight, governor.stats().inFlight]).toEqual([0, 0]);
  });

  it("tells how long ago it was given", async () => {
    const { gate, clock } = manualGate();
    const permit = await gate.enter("https://a.test/");

    clock.advance(120);

    expect(permit.elapsedMs).toBe(120);
  });
});

describe("an abort", () => {
  it.each(["before it begins", "while robots.txt is read", "while it waits for its turn"])(
    "%s rejects with the signal's own reason and leaves nothing behind",
    async (moment) => {
      const hand = new HandFetcher();
      const { gate, governor, clock } = manualGate({}, { cache: { fetcher: hand.fetch } });
      const controller = new AbortController();
      const reason = new CrawlError("closed", "the user's own");
      if (moment.startsWith("before")) controller.abort(reason);
      if (moment.endsWith("turn")) {
        const first = gate.enter("https://a.test/");
        await clock.advanceAsync(0);
        hand.requests[0]?.answer("");
        await (await first).done();
      }

      const entered = watch(gate.tryEnter("https://a.test/b", { signal: controller.signal }));
      await clock.advanceAsync(0);
      controller.abort(reason);
      await clock.advanceAsync(0);

      expect(entered.error).toBe(reason);
      expect([governor.stats().inFlight, governor.stats().waiting, hand.inFlight]).toEqual([0, 0, 0]);
      expect(gate.stats.refused).toEqual({});
    },
  );
});

describe("enter", () => {
  it("rejects with a CrawlError that carries the refusal", async () => {
    const { gate } = manualGate({ [SHOP]: RULES });

    const error: unknown = await gate.enter("https://shop.test/cart").catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(CrawlError);
    expect(error).toBeInstanceOf(RefusalError);
    expect(error).toMatchObject({
      name: "CrawlError",
      code: "robots-disallowed",
      category: "policy",
      refusal: { verdict: { rule: { line: 3 } } },
    });
  });
});

describe("a gate", () => {
  it("tells what it permits, refuses and gets back", async () => {
    const { gate } = manualGate({ [SHOP]: RULES });
    const told: string[] = [];
    const tell = ({ type }: GateEvent): void => void told.push(type);
    for (const type of ["permitted", "refused", "finished"] as const) gate.on(type, tell);

    await (await permitted(gate.tryEnter("https://shop.test/a"))).done({ status: 200 });
    await gate.tryEnter("https://shop.test/cart");

    expect(told).toEqual(["permitted", "finished", "refused"]);
    expect(gate.stats).toEqual({
      permitted: 1,
      open: 0,
      refused: { "robots-disallowed": 1 },
      waitedMs: 0,
    });
  });

  it("makes its own cache and governor where none is handed in", () => {
    const gate = new CrawlGate({ userAgent: USER_AGENT });

    expect(gate.robots).toBeInstanceOf(RobotsCache);
    expect(gate.governor).toBeInstanceOf(LearnedRateLimiter);
    expect([gate.userAgent, gate.token]).toEqual([USER_AGENT, "ExampleBot"]);
  });

  it.each([
    [{ robots: {} as never }, "robots must have a method lookup, got object"],
    [{ governor: {} as never }, "governor must have a method acquire, got object"],
    [{ keyOf: "ip" as never }, 'keyOf must be "host", "origin" or a function, got ip'],
    [{ checkAddress: true as never }, "checkAddress must be a function, got boolean"],
    [{ budget: { maxPages: -1 } }, "maxPages must be a whole number of at least 0, got -1"],
  ])("refuses an option that cannot be", (options, message) => {
    expect(() => new CrawlGate({ userAgent: USER_AGENT, ...options })).toThrow(message);
  });
});
