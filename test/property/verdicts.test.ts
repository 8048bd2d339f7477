import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RobotsPolicy, type Dialect, type ParseOptions } from "../../src/policy/index.ts";
import {
  agent,
  fileOf,
  groups,
  linesOf,
  messyText,
  plainAgent,
  plainGroups,
  plainUrl,
  rule,
  url,
  type GroupModel,
} from "../support/arbitrary.ts";

const dialect = fc.constantFrom<Dialect[]>("rfc9309", "google");
const urls = fc.array(url, { minLength: 1, maxLength: 5 });

/** Verdict and deciding pattern for each URL: what must not change where only the writing does. */
const answers = (body: string, urls: readonly string[], agent: string, options: ParseOptions): unknown[] => {
  const policy = RobotsPolicy.parse(body, options);
  return urls.map((url) => {
    const { allowed, rule } = policy.explain(url, agent);
    return [url, allowed, rule?.type, rule?.length];
  });
};

/** Replaces one group by what `change` makes of it. */
const withOne = (
  groups: readonly GroupModel[],
  index: number,
  change: (group: GroupModel) => GroupModel[],
): GroupModel[] => groups.flatMap((group, at) => (at === index % groups.length ? change(group) : [group]));

describe("the same verdicts", () => {
  test("for LF, CR and CRLF", () => {
    fc.assert(
      fc.property(groups, urls, agent, dialect, (groups, urls, agent, dialect) => {
        const read = (end: string): unknown[] => answers(linesOf(groups).join(end), urls, agent, { dialect });

        expect(read("\r")).toEqual(read("\n"));
        expect(read("\r\n")).toEqual(read("\n"));
      }),
    );
  });

  test("for LF, CR and CRLF in a messy file, where nothing but the ends changes", () => {
    fc.assert(
      fc.property(messyText, urls, agent, dialect, (text, urls, agent, dialect) => {
        const lines = text.split(/\r\n|\r|\n/u);

        expect(answers(lines.join("\r\n"), urls, agent, { dialect })).toEqual(
          answers(lines.join("\n"), urls, agent, { dialect }),
        );
        expect(answers(lines.join("\r"), urls, agent, { dialect })).toEqual(
          answers(lines.join("\n"), urls, agent, { dialect }),
        );
      }),
      { numRuns: 500 },
    );
  });

  test("for any case of record names", () => {
    const upperAt = fc.array(fc.boolean(), { minLength: 8 });
    fc.assert(
      fc.property(groups, urls, agent, dialect, upperAt, (groups, urls, agent, dialect, upperAt) => {
        const recased = (letter: string, at: number): string =>
          upperAt[at % upperAt.length] ? letter.toUpperCase() : letter.toLowerCase();
        const changed = fileOf(groups).replaceAll(/^[^:\n]*/gmu, (name, at: number) =>
          name.replaceAll(/[a-z]/giu, (letter, inName: number) => recased(letter, at + inName)),
        );

        expect(answers(changed, urls, agent, { dialect })).toEqual(
          answers(fileOf(groups), urls, agent, { dialect }),
        );
      }),
    );
  });

  test("for any case of the agent's name", () => {
    fc.assert(
      fc.property(groups, urls, agent, dialect, (groups, urls, agent, dialect) => {
        const file = fileOf(groups);

        expect(answers(file, urls, agent.toUpperCase(), { dialect })).toEqual(
          answers(file, urls, agent.toLowerCase(), { dialect }),
        );
      }),
    );
  });

  test("for any order of the rules of a group", () => {
    const shuffled = groups.chain((groups) =>
      fc.tuple(
        fc.constant(groups),
        fc.tuple(
          ...groups.map(({ agents, rules }) =>
            fc.shuffledSubarray(rules, { minLength: rules.length }).map((rules) => ({ agents, rules })),
          ),
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, urls, agent, dialect, ([groups, changed], urls, agent, dialect) => {
        expect(answers(fileOf(changed), urls, agent, { dialect })).toEqual(
          answers(fileOf(groups), urls, agent, { dialect }),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("for any order of the groups", () => {
    const shuffled = groups.chain((groups) =>
      fc.tuple(fc.constant(groups), fc.shuffledSubarray(groups, { minLength: groups.length })),
    );
    fc.assert(
      fc.property(shuffled, urls, agent, dialect, ([groups, changed], urls, agent, dialect) => {
        expect(answers(fileOf(changed), urls, agent, { dialect })).toEqual(
          answers(fileOf(groups), urls, agent, { dialect }),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("where a group is split in two of the same name", () => {
    fc.assert(
      fc.property(
        groups,
        fc.nat(),
        fc.nat(),
        urls,
        agent,
        dialect,
        (groups, index, at, urls, agent, dialect) => {
          const split = withOne(groups, index, ({ agents, rules }) => {
            const cut = 1 + (at % rules.length);
            const [head, tail] = [rules.slice(0, cut), rules.slice(cut)];
            return tail.length === 0
              ? [{ agents, rules }]
              : [
                  { agents, rules: head },
                  { agents, rules: tail },
                ];
          });

          expect(answers(fileOf(split), urls, agent, { dialect })).toEqual(
            answers(fileOf(groups), urls, agent, { dialect }),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test("with blank lines, comments and other records strewn in", () => {
    const strewn = fc.array(
      fc.constantFrom("", "# c", "Sitemap: /s", "Crawl-delay: 1", "Foo: bar", "x y z"),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(groups, strewn, urls, agent, (groups, strewn, urls, agent) => {
        const lines = linesOf(groups).flatMap((line, index) => [line, strewn[index % strewn.length] ?? ""]);

        expect(answers(lines.join("\n"), urls, agent, {})).toEqual(answers(fileOf(groups), urls, agent, {}));
      }),
    );
  });

  test("in both dialects, for files, agents and URLs that they read alike", () => {
    fc.assert(
      fc.property(plainGroups, fc.array(plainUrl, { minLength: 1 }), plainAgent, (groups, urls, agent) => {
        const read = (dialect: Dialect): unknown[] => {
          const policy = RobotsPolicy.parse(fileOf(groups), { dialect });
          return urls.map((url) => [url, policy.isAllowed(url, agent), policy.explain(url, agent).rule]);
        };

        expect(read("google")).toEqual(read("rfc9309"));
      }),
      { numRuns: 500 },
    );
  });

  test("however often and in whatever order they are asked", () => {
    fc.assert(
      fc.property(groups, urls, agent, dialect, (groups, urls, agent, dialect) => {
        const asked = RobotsPolicy.parse(fileOf(groups), { dialect });
        const often = [...urls, ...urls.toReversed(), ...urls].map((url) => [
          url,
          asked.isAllowed(url, agent),
        ]);
        const fresh = [...urls, ...urls.toReversed(), ...urls].map((url) => {
          const policy = RobotsPolicy.parse(fileOf(groups), { dialect });
          return [url, policy.forAgent(agent).explain(url).allowed];
        });

        expect(often).toEqual(fresh);
      }),
    );
  });
});

describe("one more rule", () => {
  const more = fc.tuple(groups, fc.nat(), rule, fc.nat());

  /** Whether a URL is allowed before and after a rule joins a group, wherever in it. */
  const beforeAndAfter = (
    type: "Allow" | "Disallow",
    check: (before: boolean, after: boolean) => void,
  ): fc.IPropertyWithHooks<unknown> =>
    fc.property(more, url, agent, dialect, ([groups, index, { value }, at], url, agent, dialect) => {
      const longer = withOne(groups, index, ({ agents, rules }) => [
        { agents, rules: rules.toSpliced(at % (rules.length + 1), 0, { type, value }) },
      ]);
      const allows = (some: readonly GroupModel[]): boolean =>
        RobotsPolicy.parse(fileOf(some), { dialect }).isAllowed(url, agent);

      check(allows(groups), allows(longer));
    }) as fc.IPropertyWithHooks<unknown>;

  test("an Allow never forbids", () => {
    fc.assert(
      beforeAndAfter("Allow", (before, after) => {
        expect(after || !before).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("a Disallow never allows", () => {
    fc.assert(
      beforeAndAfter("Disallow", (before, after) => {
        expect(before || !after).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
