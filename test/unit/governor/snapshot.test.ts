import { expect, it } from "vitest";
import { durationOf } from "../../../src/governor/snapshot.ts";
import { pacedLimiter } from "../../support/limiter.ts";

it("tells a person what holds for a host nobody asked yet", () => {
  const { limiter } = pacedLimiter();

  expect(limiter.inspect("a.test").summary).toBe(
    "a.test: one start every 1 s (learned from its answers), 0 of at most 2 in flight. " +
      "The next request can start now. It has never refused; the pace grows while answers are good.",
  );
});

it("tells what is waited for, for how long, and what can be done", async () => {
  const { limiter, clock } = pacedLimiter({ robots: { crawlDelayMs: () => 5000 } });
  const lease = await limiter.acquire("a.test");
  void limiter.acquire("a.test");
  clock.advance(2000);
  const paced = limiter.inspect("a.test");

  await lease.release({ status: 429, headers: { "retry-after": "120" } });
  const cooling = limiter.inspect("a.test");

  expect(paced).toMatchObject({ waitsFor: "crawl-delay", nextStartInMs: 3000, inFlight: 1, waiting: 1 });
  expect(paced.nextStartAtMs).toBe(clock.wall() + 3000);
  expect(paced.summary).toContain("its Crawl-delay), 1 of at most 2 in flight, 1 waiting.");
  expect(cooling).toMatchObject({ waitsFor: "cooldown" });
  expect(cooling.cooldownMs).toBeGreaterThanOrEqual(120_000);
  expect(cooling.summary).toContain("It asked to be left alone for 2");
});

it("tells that slots are not given back", async () => {
  const { limiter, clock } = pacedLimiter({ maxConcurrency: 1, startConcurrency: 1 });
  await limiter.acquire("a.test");
  clock.advance(5000);

  expect(limiter.inspect("a.test")).toMatchObject({ waitsFor: "concurrency", inFlight: 1 });
  expect(limiter.inspect("a.test").summary).toContain("leases are not released");
});

it("of several keys shows the one that lets the next start be last", async () => {
  const { limiter } = pacedLimiter({ key: (host) => (host === "both" ? ["a", "b"] : host) });
  await limiter.observe("b", { crawlDelayMs: 60_000 });
  await limiter.acquire("b");

  expect(limiter.inspect("both")).toMatchObject({ key: "b", intervalReason: "crawl-delay" });
  expect(limiter.intervalMsFor("both")).toBe(60_000);
});

it.each([
  [0, "0 ms"],
  [0.2, "1 ms"],
  [1500, "1.5 s"],
  [90_000, "1.5 min"],
  [7_200_000, "2 h"],
  [Infinity, "ever"],
])("writes %d ms as %s", (ms, text) => {
  expect(durationOf(ms)).toBe(text);
});
