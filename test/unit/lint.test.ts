import { expect, test } from "vitest";
import { lint } from "../../src/lint/index.ts";

/** The findings of a file, as `line code`. */
const codesOf = (text: string | Uint8Array, url?: string): string[] =>
  lint(text, url === undefined ? {} : { url }).map(({ line, code }) => `${line} ${code}`);

test.each([
  [
    "a * with nothing but a sitemap before named bots",
    "User-agent: *\nSitemap: https://a.test/s\n\nUser-agent: GPTBot\nDisallow: /\n",
    "1 star-swallowed",
  ],
  [
    "a Content-Usage line inside a run of names",
    "User-agent: *\nContent-Usage: train-ai=n\nUser-agent: GPTBot\nDisallow: /\n",
    "2 usage-splits-group",
  ],
  [
    "a Crawl-delay inside a run of names",
    "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n",
    "2 run-goes-on",
  ],
  [
    "a rule that stands twice",
    "User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /a\n",
    "4 duplicate-rule",
  ],
  [
    "a rule that means what another means",
    "User-agent: *\nDisallow: /a*\nDisallow: /a\n",
    "3 duplicate-rule",
  ],
  ["a Disallow against an equal Allow", "User-agent: *\nDisallow: /a\nAllow: /a\n", "2 conflicting-rules"],
  [
    "an Allow against a longer Disallow of the same meaning",
    "User-agent: *\nAllow: /a\nDisallow: /a*\n",
    "2 conflicting-rules",
  ],
  ["a path cut by #", "User-agent: *\nDisallow: /#top\n", "2 comment-in-path"],
  ["two paths on a line", "User-agent: *\nDisallow: /a /b\n", "2 space-in-path"],
  ["an escape that Google compares as written", "User-agent: *\nDisallow: /%7Ea\n", "2 dialects-differ"],
  ["a name that Google reads by its beginning", "User-agent: *\nDisallowed: /a\n", "2 dialects-differ"],
  ["a delay of a day", "User-agent: *\nCrawl-delay: 86400\n", "2 crawl-delay-absurd"],
  ["a relative sitemap", "Sitemap: /s.xml\n", "1 sitemap-relative"],
  [
    "a preference that is no Dictionary",
    "User-agent: *\nContent-Usage: ai=n train-ai=n\nAllow: /\n",
    "2 usage-unreadable",
  ],
  ["a path without a preference", "User-agent: *\nContent-Usage: /foo\nAllow: /\n", "2 usage-empty"],
  [
    "a preference that is neither y nor n",
    "User-agent: *\nContent-Usage: train-ai\nAllow: /\n",
    "2 usage-unknown",
  ],
  ["a signal that is none", "User-agent: *\nContent-Signal: ai-retrieval=no\nAllow: /\n", "2 signal-unknown"],
  ["a retired record", "User-agent: *\nNoindex: /a\n", "2 record-retired"],
  ["an unknown record", "Foo: bar\n", "1 record-unknown"],
  ["a draft's record", "User-agent: *\nContent-Usage: train-ai=n\n", "2 record-status"],
  ["a rule before any group", "Disallow: /a\n", "1 rule-outside-group"],
  ["a rule without a slash", "User-agent: *\nDisallow: tmp/\n", "2 never-matches"],
  ["a name that is cut", "User-agent: a b\nDisallow: /\n", "1 token-cut"],
  ["a blank line inside a group", "User-agent: a\n\nDisallow: /\n", "3 blank-line-reading"],
  ["a byte order mark", "\ufeffUser-agent: *\nDisallow:\n", "1 byte-order-mark"],
])("%s is found", (_, text, found) => {
  expect(codesOf(text)).toContain(found);
});

test.each([
  ["a plain file", "User-agent: *\nDisallow: /a\nSitemap: https://a.test/s.xml\n"],
  ["names of one group, one below the other", "User-agent: a\nUser-agent: *\nDisallow: /a\n"],
  ["an empty Disallow", "User-agent: *\nDisallow:\n"],
  ["a comment behind a rule", "User-agent: *\nDisallow: /a # why\nDisallow: /b# why\n"],
  ["rules that overlap", "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a$\n"],
  ["one rule in two groups", "User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /a\n"],
])("%s is no finding", (_, text) => {
  expect(codesOf(text)).toEqual([]);
});

test("of a web page it is only said that it is one", () => {
  expect(codesOf("<!doctype html>\n<body class=x>\nUser-agent: *\nDisallow: a\n")).toEqual(["1 html"]);
});

test("a relative sitemap is completed where the address of the file is known", () => {
  const [finding] = lint("Sitemap: /s.xml\n", { url: "https://a.test/robots.txt" });

  expect(finding?.fix?.text).toBe("https://a.test/s.xml");
});

test("columns count UTF-16 units from 1", () => {
  expect(lint("  Foo: bar\n")[0]).toMatchObject({ line: 1, column: 3, start: 2, end: 5 });
});

test("a fix that changes verdicts says so", () => {
  expect(lint("User-agent: *\nDisallow: tmp/\n")[0]).toMatchObject({
    fix: { text: "/" },
    changesVerdicts: true,
  });
});
