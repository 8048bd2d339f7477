// Checked by the compiler alone: what users of the governor may rely on.
import { expectTypeOf } from "vitest";
import type { RobotsCache } from "../../src/cache/index.ts";
import { LearnedRateLimiter } from "../../src/governor/index.ts";
import type {
  Denial,
  Lease,
  LimiterOptions,
  MemoryStore,
  RobotsDelays,
  StateStore,
  WaitReason,
} from "../../src/governor/index.ts";

const limiter = new LearnedRateLimiter();

expectTypeOf<RobotsCache>().toExtend<RobotsDelays>();
expectTypeOf<MemoryStore>().toExtend<StateStore>();
expectTypeOf<Lease>().toExtend<AsyncDisposable>();
expectTypeOf(limiter).toExtend<AsyncDisposable>();
expectTypeOf(limiter.acquire("a.test")).resolves.toEqualTypeOf<Lease>();
expectTypeOf(limiter.tryAcquire("a.test")).toEqualTypeOf<Lease | Denial | Promise<Lease | Denial>>();
expectTypeOf(limiter.run("a.test", () => Promise.resolve(7))).resolves.toBeNumber();
expectTypeOf(limiter.intervalMsFor("a.test")).toBeNumber();
expectTypeOf(limiter.stats().waitedMs).toExtend<Readonly<Record<WaitReason, number>>>();

// `granted` tells a lease from a denial.
export async function tried(): Promise<void> {
  const answer = await limiter.tryAcquire("a.test");
  if (answer.granted) expectTypeOf(answer).toEqualTypeOf<Lease>();
  else expectTypeOf(answer.waitMs).toBeNumber();
}

// Each event has its own shape.
limiter.on("grant", ({ waitedMs }) => expectTypeOf(waitedMs).toBeNumber());
limiter.on("store-error", ({ error }) => expectTypeOf(error).toBeUnknown());
// @ts-expect-error there is no such event
limiter.on("granted", () => {});

// @ts-expect-error a host is text
void limiter.acquire(new URL("https://a.test"));
// @ts-expect-error settings are numbers
void ({ baseIntervalMs: "1s" } satisfies LimiterOptions);

// Answers of clients fit as they are.
void limiter.observe("a.test", { status: 200, headers: new Headers() });
void limiter.observe("a.test", { status: 429, headers: { "retry-after": "7", "set-cookie": ["a", "b"] } });
void limiter.observe("a.test", { error: new Error("reset"), latencyMs: 12 });
