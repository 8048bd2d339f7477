import * as fc from "fast-check";

// Small alphabets on purpose: two random texts of a large one would hardly ever meet.

const pathPieces = ["/", "a", "b", "ab", "A", "?", "=", ";", ".", "..", "~", "-", "[", "|", "\\"];
const escapes = [
  "%61",
  "%41",
  "%7E",
  "%2f",
  "%2F",
  "%3F",
  "%c3%a9",
  "%C3%A9",
  "%2A",
  "%2a",
  "%24",
  "%",
  "%6",
];
const special = ["*", "**", "$", "é", " ", "<", "index.html", "index.htm", "%2e", "x".repeat(12)];

const joined = (pieces: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(""));

const path = (pieces: readonly string[]): fc.Arbitrary<string> => joined(pieces, 7).map((rest) => `/${rest}`);

/** A rule's value: mostly a path pattern, sometimes something that is none. */
export const ruleValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: path([...pathPieces, ...escapes, ...special]) },
  { weight: 2, arbitrary: joined(["*", "/", "a", "b", "$"], 8) },
  { weight: 1, arbitrary: fc.constantFrom("", "a", "$", "https://h.test/a", "*") },
);

/** An absolute URL or a path, with everything that may stand in one. */
export const url: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("https://h.test", "", "HTTP://u:p@H.test:8080"),
    path([...pathPieces, ...escapes, ...special, "#"]),
    fc.constantFrom("", "", "", "#a", "?a=b"),
  )
  .map((parts) => parts.join(""));

/** A rule of octets that mean the same in both dialects. */
const plainRuleValue: fc.Arbitrary<string> = path(["/", "a", "b", "ab", "*", "$", "?", "=", "index.html"]);

/** A URL that both dialects read alike, and that is not `/robots.txt`. */
export const plainUrl: fc.Arbitrary<string> = path(["/", "a", "b", "ab", "?", "=", "index.html"]).map(
  (text) => `https://h.test${text}`,
);

/** A product token as files and callers give it. */
export const agent: fc.Arbitrary<string> = fc.constantFrom(
  "a",
  "b",
  "A-b",
  "ab",
  "a1",
  "1",
  "a/1.0",
  "*",
  "",
  "constructor",
  "a b",
);

/** A product token of letters, which both dialects read alike. */
export const plainAgent: fc.Arbitrary<string> = fc.constantFrom("a", "b", "A-b", "ab", "*");

/** One group: who it names and its rules. */
export interface GroupModel {
  agents: string[];
  rules: RuleModel[];
}

/** One rule. */
export interface RuleModel {
  type: "Allow" | "Disallow";
  value: string;
}

const ruleOf = (value: fc.Arbitrary<string>): fc.Arbitrary<RuleModel> =>
  fc.record({ type: fc.constantFrom("Allow", "Disallow"), value });

/** A rule of any kind. */
export const rule: fc.Arbitrary<RuleModel> = ruleOf(ruleValue);

const groupOf = (agents: fc.Arbitrary<string>, rules: fc.Arbitrary<RuleModel>): fc.Arbitrary<GroupModel> =>
  fc.record({
    agents: fc.array(agents, { minLength: 1, maxLength: 3 }),
    rules: fc.array(rules, { minLength: 1, maxLength: 6 }),
  });

/** Groups that each have a rule. */
export const groups: fc.Arbitrary<GroupModel[]> = fc.array(groupOf(agent, rule), { maxLength: 5 });

/** Groups of which the dialects think alike. */
export const plainGroups: fc.Arbitrary<GroupModel[]> = fc.array(groupOf(plainAgent, ruleOf(plainRuleValue)), {
  maxLength: 5,
});

/** The lines of groups, tidily written. */
export const linesOf = (some: readonly GroupModel[]): string[] =>
  some.flatMap(({ agents, rules }) => [
    ...agents.map((name) => `User-agent: ${name}`),
    ...rules.map(({ type, value }) => `${type}: ${value}`),
  ]);

/** The file of groups, tidily written. */
export const fileOf = (some: readonly GroupModel[]): string => linesOf(some).join("\n");

const names =
  "User-agent user-agent USER-AGENT Useragent User-agents Disallow disallow Allow allow DISALLOW Disalow Diasllow Disallowed Allowance Sitemap Crawl-delay Foo Content-Usage"
    .split(" ")
    .concat("User agent", "a b", "");

const messyLine: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "", "", " ", "\t", "\0", "\v", "\ufeff"),
    fc.constantFrom(...names),
    fc.constantFrom(": ", ":", " : ", " ", "\t", "  \t", "", "\0:"),
    fc.oneof(ruleValue, agent, fc.constantFrom("* x", "*", "a b", "a\0b", "5", "/s.xml")),
    fc.constantFrom("", "", "", " ", " # c", "#c", "\0", "\f", " x"),
  )
  .map((parts) => parts.join(""));

const lineEnd = fc.constantFrom("\n", "\n", "\r", "\r\n", "\n\n", "\r\r\n", "\n\r", " \n");

/** A file as careless people write it, and worse. */
export const messyText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "", "", "\ufeff", "\n"),
    fc.array(
      fc.tuple(fc.oneof({ weight: 9, arbitrary: messyLine }, { weight: 1, arbitrary: fc.string() }), lineEnd),
      {
        maxLength: 14,
      },
    ),
    fc.oneof(messyLine, fc.constant("")),
  )
  .map(([mark, lines, last]) => mark + lines.flat().join("") + last);

/** The octets of such a file, some of them spoilt, or octets of any kind. */
export const messyOctets: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: messyText.map((text) => new TextEncoder().encode(text)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(messyText, fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }))
      .map(([text, spoilt]) => {
        const octets = new TextEncoder().encode(text);
        for (const [at, octet] of spoilt) if (at < octets.length) octets[at] = octet;
        return octets;
      }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
);
