import * as fc from "fast-check";
import { expect, test } from "vitest";
import { targetOf } from "../../src/matcher/index.ts";
import { RuleIndex } from "../../src/matcher/rule-index.ts";
import type { Dialect } from "../../src/policy/index.ts";
import { ruleValue, url } from "../support/arbitrary.ts";
import { listOf } from "../support/rule-source.ts";

const rule = fc.tuple(fc.constantFrom("", "+"), ruleValue).map((parts) => parts.join(""));

test("the index finds the pattern that a walk over all finds", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 1, maxLength: 60 }),
      fc.array(url, { minLength: 10, maxLength: 10 }),
      fc.constantFrom<Dialect[]>("rfc9309", "google"),
      (rules, urls, dialect) => {
        const list = listOf(rules, { dialect });
        const index = new RuleIndex(list);
        const targets = urls.map((url) => targetOf(url, dialect));

        expect(targets.map(({ text, from }) => index.best(text, from, true))).toEqual(
          targets.map(({ text, from }) => list.best(text, from, true)),
        );
      },
    ),
    { numRuns: 1000 },
  );
});
