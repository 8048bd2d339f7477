import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument, printOctets } from "../../src/parser/index.ts";
import { RobotsPolicy, type Dialect } from "../../src/policy/index.ts";
import { agent, messyOctets, messyText, url } from "../support/arbitrary.ts";

const dialect = fc.constantFrom<Dialect[]>("rfc9309", "google");
const anyText = fc.oneof(messyText, fc.string({ unit: "binary" }), messyOctets);
const anyUrl = fc.oneof(url, fc.string(), fc.string({ unit: "binary" }), fc.webUrl());

describe("whatever the text holds", () => {
  test("parsing it and asking about it never throws", () => {
    fc.assert(
      fc.property(anyText, dialect, anyUrl, fc.oneof(agent, fc.string()), (body, dialect, url, agent) => {
        const policy = RobotsPolicy.parse(body, { dialect, url: "https://h.test/robots.txt" });
        const answers = [
          policy.isAllowed(url, agent),
          policy.explain(url, agent),
          policy.crawlDelayMs(agent),
          policy.requestRate(agent),
          policy.sitemaps,
          policy.licenses,
          policy.document,
          policy.toString(),
        ];

        expect(answers).toHaveLength(8);
      }),
      { numRuns: 1000 },
    );
  });

  test("every octet belongs to exactly one line, and lines are numbered from 1", () => {
    fc.assert(
      fc.property(messyOctets, dialect, (octets, dialect) => {
        const document = parseDocument(octets, { dialect });
        const { lines } = document;

        expect([0, ...lines.map(({ end }) => end)]).toEqual([
          ...lines.map(({ start }) => start),
          document.octets.length,
        ]);
        expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
        expect(lines.every(({ start, end }) => start < end)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("name, value and comment lie inside their line", () => {
    fc.assert(
      fc.property(messyOctets, dialect, (octets, dialect) => {
        for (const line of parseDocument(octets, { dialect }).lines) {
          const named = line.type === "record" ? [line.name, line.value] : [];
          const spans = line.comment === undefined ? named : [...named, line.comment];
          const bounds = spans.flatMap(({ start, end }) => [start, end]);

          expect([line.start, ...bounds, line.end]).toEqual(
            [line.start, ...bounds, line.end].toSorted((one, other) => one - other),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  test("printing the parsed octets gives them back", () => {
    fc.assert(
      fc.property(messyOctets, dialect, (octets, dialect) => {
        expect(printOctets(parseDocument(octets, { dialect }))).toEqual(octets);
      }),
      { numRuns: 1000 },
    );
  });

  test("a policy prints the text that it was made of", () => {
    fc.assert(
      fc.property(messyText, dialect, (text, dialect) => {
        expect(RobotsPolicy.parse(text, { dialect }).toString()).toBe(text.toWellFormed());
      }),
      { numRuns: 500 },
    );
  });

  test("what a limit leaves is the beginning of the text, up to a line end", () => {
    fc.assert(
      fc.property(messyText, fc.nat(30), (text, extra) => {
        const long = `${"# comment\n".repeat(101)}${text}`;
        const octets = new TextEncoder().encode(long);
        const maxBytes = 1024 + extra;
        const policy = RobotsPolicy.parse(octets, { maxBytes });
        const kept = printOctets(policy.document);

        expect(policy.truncated).toBe(octets.length > maxBytes);
        expect(kept).toEqual(octets.subarray(0, kept.length));
        expect(kept.length).toBeLessThanOrEqual(maxBytes);
        expect(policy.truncated ? [10, 13] : [kept.at(-1)]).toContain(kept.at(-1));
      }),
    );
  });
});
