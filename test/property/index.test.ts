import * as fc from "fast-check";
import { expect, test } from "vitest";
import { targetOf } from "../../src/matcher/index.ts";
import { RuleIndex } from "../../src/matcher/rule-index.ts";
import { RobotsPolicy, type Dialect } from "../../src/policy/index.ts";
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

test("the first answer of a policy, given from the rules near it, is the one that it gives ever after", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 1, maxLength: 20 }),
      url,
      url,
      fc.constantFrom<Dialect[]>("rfc9309", "google"),
      (rules, asked, other, dialect) => {
        const lines = rules.map((text) =>
          text.startsWith("+") ? `Allow: ${text.slice(1)}` : `Disallow: ${text}`,
        );
        const file = ["User-agent: *", ...lines].join("\n");
        const fresh = RobotsPolicy.parse(file, { dialect });
        const used = RobotsPolicy.parse(file, { dialect });
        used.isAllowed(other);
        used.isAllowed(other);

        expect(fresh.isAllowed(asked)).toBe(used.isAllowed(asked));
      },
    ),
    { numRuns: 2000 },
  );
});
