import { describe, expect, test } from "vitest";
import { parseDocument, type Diagnostic, type DiagnosticCode } from "../../src/parser/index.ts";

/** What is odd about a text under one code, first. */
const oddity = (text: string, code: DiagnosticCode): Diagnostic | undefined =>
  parseDocument(Buffer.from(text, "latin1"), { maxBytes: 1024 }).diagnostics.find(
    (found) => found.code === code,
  );

const GROUP = "User-agent: a\n";

describe("a diagnostic tells code, severity, line and span", () => {
  test.each<[DiagnosticCode, Diagnostic["severity"], string, line: number, spanned: string]>([
    ["html", "error", "<!doctype html>\n", 1, ""],
    ["truncated", "error", `${GROUP}#${"x".repeat(2000)}`, 2, ""],
    ["byte-order-mark", "info", "\xef\xbb\xbfUser-agent: a\n", 1, "\xef\xbb\xbf"],
    ["invalid-utf-8", "warning", `${GROUP}# \xff\n`, 2, "# \xff"],
    ["nul", "warning", `${GROUP}Allow: /\0x\n`, 2, "\0x"],
    ["not-a-record", "warning", `${GROUP}three little words\n`, 2, "three little words"],
    ["missing-colon", "warning", `${GROUP}Allow /x\n`, 2, " "],
    ["misspelled-name", "warning", `${GROUP}Disalow: /x\n`, 2, "Disalow"],
    ["record-status", "info", `${GROUP}Host: h.test\n`, 2, "Host"],
    ["rule-outside-group", "warning", "Allow: /\n", 1, "Allow: /\n"],
    ["record-outside-group", "warning", "Crawl-delay: 1\n", 1, "Crawl-delay: 1\n"],
    ["never-matches", "warning", `${GROUP}Allow: x\n`, 2, "x"],
    ["token-cut", "warning", "User-agent: Foo Bar\n", 1, " Bar"],
    ["no-token", "warning", "User-agent: (x)\n", 1, "(x)"],
    ["invalid-value", "warning", `${GROUP}Crawl-delay: soon\n`, 2, "soon"],
    ["blank-line-reading", "warning", `${GROUP}\nAllow: /\n`, 3, "Allow: /\n"],
  ])("%s", (code, severity, text, line, spanned) => {
    const found = oddity(text, code);

    expect(found).toMatchObject({ code, severity, line });
    expect(text.slice(found?.start, found?.end)).toBe(spanned);
    expect(found?.message).not.toBe("");
  });
});

test("a fix cures what its diagnostic says", () => {
  const text = "\xef\xbb\xbfUseragent: a\nDisalow /x\n";
  const octets = Buffer.from(text, "latin1");
  const { diagnostics } = parseDocument(octets);
  let cured = text;
  for (const { fix } of diagnostics.toReversed()) {
    if (fix !== undefined) cured = cured.slice(0, fix.start) + fix.text + cured.slice(fix.end);
  }

  expect(cured).toBe("user-agent: a\ndisallow: /x\n");
  expect(parseDocument(cured).diagnostics).toEqual([]);
});

test("diagnostics come in the order of the file", () => {
  const { diagnostics } = parseDocument(`Allow: x\nFoo bar baz\nUser-agent: a b\nDisalow /\n`);
  const places = diagnostics.map(({ line, start }) => line * 1000 + start);

  expect(places.length).toBeGreaterThan(4);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("an ordinary file has none", () => {
  expect(
    parseDocument("# hello\nUser-agent: *\nDisallow: /x\nSitemap: https://h.test/s.xml\n").diagnostics,
  ).toEqual([]);
});
