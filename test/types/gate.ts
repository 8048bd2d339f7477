// Checked by the compiler alone: what users of the gate may rely on.
import { getDomain } from "tldts";
import { expectTypeOf } from "vitest";
import { CrawlGate, registrableDomain, wrapFetch } from "../../src/gate/index.ts";
import type { CrawlError, GateOptions, Permit, Refusal, RefusalError } from "../../src/gate/index.ts";
import type { Verdict } from "../../src/policy/index.ts";

const gate = new CrawlGate({ userAgent: "ExampleBot/1.0 (+https://bot.example/)" });

expectTypeOf(gate.enter("https://a.test")).resolves.toEqualTypeOf<Permit>();
expectTypeOf(gate.tryEnter(new URL("https://a.test"))).resolves.toEqualTypeOf<Permit | Refusal>();
expectTypeOf<Permit>().toExtend<AsyncDisposable>();
expectTypeOf<RefusalError>().toExtend<CrawlError>();
expectTypeOf(wrapFetch(fetch, gate)).toEqualTypeOf<typeof fetch>();
expectTypeOf(registrableDomain({ getDomain })).toExtend<GateOptions["keyOf"]>();

// `granted` tells a permit from a refusal.
export async function tried(): Promise<void> {
  const answer = await gate.tryEnter("https://a.test");
  if (answer.granted) expectTypeOf(answer.verdict).toEqualTypeOf<Verdict>();
  else expectTypeOf(answer.code).toEqualTypeOf<CrawlError["code"]>();
}

// Each event has its own shape.
gate.on("refused", ({ refusal }) => expectTypeOf(refusal).toEqualTypeOf<Refusal>());
// @ts-expect-error there is no such event
gate.on("refusal", () => {});

// @ts-expect-error a crawler says who it is
void new CrawlGate({});
// @ts-expect-error a budget is of numbers
void new CrawlGate({ userAgent: "", budget: { maxPages: "7" } });
