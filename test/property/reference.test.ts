import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RobotsPolicy, type Dialect } from "../../src/policy/index.ts";
import { agent, fileOf, groups, messyOctets, messyText, ruleValue, url } from "../support/arbitrary.ts";
import { bruteForceMatches, referenceVerdict, type ReferenceOptions } from "../support/reference/index.ts";

const options: fc.Arbitrary<Partial<ReferenceOptions>> = fc.record(
  {
    dialect: fc.constantFrom<Dialect[]>("rfc9309", "google"),
    indexHtml: fc.boolean(),
    blankLineEndsGroup: fc.boolean(),
  },
  { requiredKeys: [] },
);
// Where `*` stands in a list of names is nobody's choice; alone it is the default.
const agents = fc.oneof(
  agent.map((one) => [one]),
  fc.array(
    agent.filter((name) => name !== "*"),
    { minLength: 1, maxLength: 3 },
  ),
);
const body = fc.oneof(messyText, messyOctets, groups.map(fileOf));

/** A path of a small alphabet. */
const letters = (pieces: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => `/${parts.join("")}`);

describe("the slow reference reading agrees", () => {
  test("on verdict and line, whatever the file", () => {
    fc.assert(
      fc.property(body, url, agents, options, (body, url, agents, options) => {
        const policy = RobotsPolicy.parse(body, options);
        const { allowed, rule } = policy.explain(url, agents);

        expect({ allowed, line: rule?.line ?? 0, again: policy.isAllowed(url, agents) }).toEqual({
          ...referenceVerdict(body, url, agents, options),
          again: allowed,
        });
      }),
      { numRuns: 5000 },
    );
  });

  test("on files of many rules, where an index takes over", () => {
    const many = fc.array(fc.tuple(fc.boolean(), ruleValue), { minLength: 40, maxLength: 150 });
    fc.assert(
      fc.property(many, fc.array(url, { minLength: 20, maxLength: 20 }), (rules, urls) => {
        const lines = rules.map(([allow, value]) => `${allow ? "Allow" : "Disallow"}: ${value}`);
        const file = ["User-agent: *", ...lines].join("\n");
        const policy = RobotsPolicy.parse(file);
        const read = urls.map((url) => {
          const { allowed, rule } = policy.explain(url);
          return { url, allowed, line: rule?.line ?? 0, again: policy.isAllowed(url) };
        });

        expect(read).toEqual(
          urls.map((url) => {
            const { allowed, line } = referenceVerdict(file, url, ["*"]);
            return { url, allowed, line, again: allowed };
          }),
        );
      }),
      { numRuns: 60 },
    );
  });

  test("on real lengths: long literal heads that differ late", () => {
    const deep = fc
      .tuple(fc.nat(3), fc.nat(3), fc.constantFrom("", "*", "*b", "$", "*$"))
      .map(([one, two, tail]) => `/${"abcdefgh".repeat(4)}/${"ab".repeat(one)}/${"ba".repeat(two)}${tail}`);
    const target = deep.map((path) => path.replaceAll(/[*$]/gu, "b"));
    fc.assert(
      fc.property(fc.array(deep, { minLength: 1, maxLength: 30 }), target, (values, url) => {
        const file = [
          "User-agent: *",
          ...values.map((value, at) => `${at % 3 ? "Disallow" : "Allow"}: ${value}`),
        ].join("\n");

        expect(RobotsPolicy.parse(file).isAllowed(url)).toBe(referenceVerdict(file, url, ["*"]).allowed);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the matcher equals a brute-force oracle", () => {
  test("on patterns of two letters, stars and dollars", () => {
    fc.assert(
      fc.property(letters(["a", "b", "*", "$", "/"]), letters(["a", "b", "/", "$"]), (pattern, path) => {
        const policy = RobotsPolicy.parse(`User-agent: *\nDisallow: ${pattern}`, { dialect: "google" });

        // A URL that begins with two slashes names a host, so it is written out.
        expect(policy.isAllowed(`https://h.test${path}`)).toBe(!bruteForceMatches(pattern, path));
      }),
      { numRuns: 5000 },
    );
  });

  test("on patterns of many stars and repetitive paths", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "ab", "aab", "b"), { minLength: 2, maxLength: 12 }),
        fc.array(fc.constantFrom("a", "b", "aa"), { maxLength: 40 }),
        fc.boolean(),
        (pieces, parts, anchored) => {
          const pattern = `/*${pieces.join("*")}${anchored ? "$" : ""}`;
          const path = `/${parts.join("")}`;
          const policy = RobotsPolicy.parse(`User-agent: *\nDisallow: ${pattern}`);

          expect(policy.isAllowed(path)).toBe(!bruteForceMatches(pattern, path));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
