import { describe, expect, it } from "vitest";
import { optionsOf, type CacheCase, type Outcome, type Step } from "./cache-case.ts";
import { runCase } from "./run-case.ts";
import { BODY_FORMS } from "./scripted-fetcher.ts";
import { sharedLines } from "./shared-file.ts";

/** The names of states in that file, and ours. */
const STATES: Readonly<Record<string, Outcome["state"]>> = {
  rules: "rules",
  "stale-rules": "stale",
  "allow-all": "unavailable",
  "disallow-all": "unreachable",
  refused: "refused",
};

type Contract = { options: NonNullable<CacheCase["options"]> };

const translated = (outcome: Outcome): Outcome =>
  outcome.state === undefined ? outcome : { ...outcome, state: STATES[outcome.state] as "rules" };

const translatedStep = (step: Step): Step => ({
  ...step,
  expect: translated(step.expect),
  ...(step.accept === undefined ? {} : { accept: step.accept.map(translated) }),
});

const [contract, ...cases] = sharedLines("robots-cache.jsonl") as [Contract?, ...CacheCase[]];

describe.skipIf(contract === undefined)("the shared sequences of answers", () => {
  const defaults = optionsOf(contract?.options);

  describe.each(BODY_FORMS)("with the body as %s", (form) => {
    it.each(cases)("$id: $title", async (testCase) => {
      const steps = testCase.steps.map(translatedStep);

      expect(await runCase({ ...testCase, steps }, { form, defaults })).toBeUndefined();
    });
  });
});
