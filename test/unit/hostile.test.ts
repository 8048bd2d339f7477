import { describe, expect, test } from "vitest";
import { matchesPattern } from "../../src/matcher/path-pattern.ts";
import { parseDocument, parseRequestRate } from "../../src/parser/index.ts";
import { RuleIndex } from "../../src/matcher/rule-index.ts";
import { RuleList, type RuleSource } from "../../src/matcher/rule-list.ts";
import { RobotsPolicy } from "../../src/policy/index.ts";

// Nothing here is timed: steps are counted, and what takes n steps for n may take about 2n for 2n.

/** A string that counts how often its characters are read. */
function counted(text: string): { text: string; reads: () => number } {
  let reads = 0;
  const proxy = {
    length: text.length,
    charCodeAt(at: number): number {
      reads++;
      return text.charCodeAt(at);
    },
    indexOf(piece: string, from: number): number {
      const found = text.indexOf(piece, from);
      reads += (found < 0 ? text.length : found) - from;
      return found;
    },
  };
  return { text: proxy as unknown as string, reads: () => reads };
}

/** How many characters of a text are read to compare it with a pattern. */
function readsOf(pattern: string, text: string): number {
  const octets = Buffer.from(pattern);
  const counting = counted(text);
  matchesPattern(octets, 0, octets.length, counting.text, 0);
  return counting.reads();
}

describe("comparing is linear in pattern and text", () => {
  test.each([
    ["stars between letters", (n: number) => [`/${"*a".repeat(n)}*b`, `/${"a".repeat(4 * n)}`]],
    ["a run of stars", (n: number) => [`/${"*".repeat(n)}x`, `/${"a".repeat(n)}`]],
    ["five hundred pieces", (n: number) => [`/${"*ab".repeat(n)}*c`, `/${"ab".repeat(2 * n)}`]],
    [
      "a long piece that nearly matches everywhere",
      (n: number) => [`/*${"a".repeat(n)}b${"a".repeat(n)}`, `/${"a".repeat(8 * n)}`],
    ],
    ["a short piece that nearly matches everywhere", (n: number) => ["/*aaac", `/aac${"a".repeat(n)}`]],
  ] as const)("%s", (_name, make) => {
    const [small, smallText] = make(500) as [string, string];
    const [large, largeText] = make(1000) as [string, string];

    const reads = readsOf(small, smallText);

    expect(readsOf(large, largeText)).toBeLessThanOrEqual(2.2 * reads + 100);
    expect(reads).toBeLessThanOrEqual(12 * (small.length + smallText.length));
  });
});

/** A list over rules as they are written, and how often a pattern of it is compared. */
function countedList(rules: readonly string[]): { list: RuleList; comparisons: () => number } {
  const octets = Buffer.from(rules.join(""));
  const ends: number[] = [];
  for (const rule of rules) ends.push((ends.at(-1) ?? 0) + rule.length);
  const source: RuleSource = {
    octets,
    allows: () => false,
    valueStart: (rule) => (ends[rule] ?? 0) - (rules[rule]?.length ?? 0),
    valueEnd: (rule) => ends[rule] ?? 0,
  };
  let comparisons = 0;
  class CountingList extends RuleList {
    override matches(...parts: Parameters<RuleList["matches"]>): boolean {
      comparisons++;
      return super.matches(...parts);
    }
  }
  const list = new CountingList(source, { dialect: "rfc9309", indexHtml: true }, [...rules.keys()]);
  return { list, comparisons: () => comparisons };
}

describe("the index", () => {
  test("compares a handful of 31,000 rules with a URL", () => {
    const { list, comparisons } = countedList(Array.from({ length: 31_000 }, (_, n) => `/shop/item-${n}`));

    new RuleIndex(list).best("/shop/item-77/reviews?page=2", 0, false);

    expect(comparisons()).toBeLessThan(30);
  });

  test("compares no rule twice with a URL that leads to all of them", () => {
    const grams = Array.from({ length: 2000 }, (_, n) => n.toString(36).padStart(3, "x"));
    const { list, comparisons } = countedList(grams.map((gram) => `*${gram}*~~`));

    new RuleIndex(list).best(`/${grams.join("")}`, 0, false);

    expect(comparisons()).toBeLessThan(1.2 * grams.length);
  });
});

describe("a hostile file", () => {
  test("shares one list of rules among the agents of a group", () => {
    const agents = Array.from(
      { length: 29_000 },
      (_, n) =>
        `User-agent: bot-${n.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "")}`,
    );
    const rules = Array.from({ length: 4900 }, (_, n) => `Disallow: /${n}/`);
    const policy = RobotsPolicy.parse([...agents, ...rules].join("\n"), { maxBytes: 1 << 24 });
    const before = process.memoryUsage().arrayBuffers;

    for (const agent of agents.slice(0, 200)) policy.isAllowed("/4899/x", agent.slice(12));

    // A list of its own for each would take 200 times 4,900 patterns of 2 octets.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 4900 * 2);
    expect(policy.isAllowed("/4899/x", agents[7]?.slice(12))).toBe(false);
  });

  test.each([
    ["groups of one agent", Array.from({ length: 23_000 }, () => "User-agent: a\nDisallow: /x\n").join("")],
    ["empty groups", Array.from({ length: 100_000 }, () => "User-agent: a\nDisallow:\n").join("")],
    ["a page of HTML", `<!DOCTYPE html><html>${"<p>Disallow: /x</p>\n".repeat(12_000)}</html>`],
    ["a million stars", `User-agent: *\nDisallow: /z${"*".repeat(1_000_000)}x\n`],
    ["10 MiB without a line end", "a".repeat(10 << 20)],
    [
      "ten thousand rates made of blanks",
      `User-agent: *\n${`Request-rate: 1/1${" ".repeat(200)}x\u2028y\n`.repeat(10_000)}`,
    ],
  ])("of %s is read, explained and printed", (_name, text) => {
    const policy = RobotsPolicy.parse(text, { maxBytes: 1 << 24 });

    expect(policy.explain("/y", "a").allowed).toBe(true);
    expect(policy.requestRate()).toBeUndefined();
    expect(policy.toString()).toBe(text);
  });
});

/** The octets outside the heap that `make` leaves behind in what it returns. */
const keptOctets = (make: () => RobotsPolicy): readonly [number, RobotsPolicy] => {
  const before = process.memoryUsage().arrayBuffers;
  const policy = make();
  return [process.memoryUsage().arrayBuffers - before, policy];
};

describe("what a policy keeps of a text", () => {
  test.each([
    ["text", (text: string): string => text],
    ["octets", (text: string): Uint8Array => new TextEncoder().encode(text)],
  ])("is what it reads, of 10 MiB of %s", (_name, given) => {
    const text = given(`User-agent: *\nDisallow: /x\n${"# 34567890123456\n".repeat(620_000)}`);

    const [kept, policy] = keptOctets(() => RobotsPolicy.parse(text));

    expect(policy.truncated).toBe(true);
    expect(policy.document.octets.buffer.byteLength).toBeLessThanOrEqual(512_000);
    // What was read is held once, while another copy may wait to be collected.
    expect(kept).toBeLessThan(4 * 512_000);
  });

  test("is a copy that the giver cannot change", () => {
    const octets = new TextEncoder().encode("User-agent: *\nDisallow: /x\n");
    const policy = RobotsPolicy.parse(octets);

    octets.fill(0x20);

    expect(policy.isAllowed("/x")).toBe(false);
  });
});

test("a rate with a tail that is none is no rate", () => {
  expect(parseRequestRate(`1/1${" ".repeat(16_000)}x\u2028y`)).toBeUndefined();
  expect(parseRequestRate("1/10s 0600-0845")).toEqual({
    requests: 1,
    periodMs: 10_000,
    window: { fromMinuteUtc: 360, untilMinuteUtc: 525 },
  });
  expect(parseRequestRate("1/10 0600-0845")?.periodMs).toBe(10_000);
  expect(parseRequestRate("1/10x")).toBeUndefined();
});

/** What is odd about a comment of so many octets behind a byte order mark. */
const codes = (length: number): string[] =>
  parseDocument(`\ufeff#${"a".repeat(length - 1)}`).diagnostics.map(({ code }) => code);

test("a line behind a byte order mark is as long as others may be", () => {
  expect(codes(16_663)).not.toContain("line-too-long");
  expect(codes(16_664)).toContain("line-too-long");
});
