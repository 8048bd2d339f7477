import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fix, lint } from "../../src/lint/index.ts";
import { parseDocument, textOf } from "../../src/parser/index.ts";
import { RobotsPolicy, type Dialect } from "../../src/policy/index.ts";
import { agent, messyOctets, url } from "../support/arbitrary.ts";

const dialects: readonly Dialect[] = ["rfc9309", "google"];

test("fixing a fixed file changes nothing", () => {
  fc.assert(
    fc.property(messyOctets, (octets) => {
      const once = fix(octets).octets;
      const twice = fix(once);

      expect(textOf(twice.octets)).toBe(textOf(once));
      expect(twice.fixed).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("fixing changes no verdict of either dialect unless a finding says so", () => {
  fc.assert(
    fc.property(messyOctets, agent, fc.array(url, { maxLength: 4 }), (octets, who, urls) => {
      const { octets: after, fixed } = fix(octets);
      fc.pre(!fixed.some(({ changesVerdicts }) => changesVerdicts));

      for (const dialect of dialects) {
        const [old, now] = [octets, after].map((file) => RobotsPolicy.parse(file, { dialect }));
        // UTF-16 has no rules for Google, and UTF-8 has.
        if (parseDocument(octets).original !== undefined && dialect === "google") continue;
        expect(urls.map((one) => now?.isAllowed(one, who))).toEqual(
          urls.map((one) => old?.isAllowed(one, who)),
        );
      }
    }),
    { numRuns: 1000 },
  );
});

/** The comments of a file. */
const comments = (file: Uint8Array): string[] =>
  parseDocument(file).lines.flatMap(({ comment }) =>
    comment === undefined ? [] : [textOf(parseDocument(file).octets, comment.start, comment.end)],
  );

test("a fix touches the places of its findings alone", () => {
  fc.assert(
    fc.property(messyOctets, (octets) => {
      expect(comments(fix(octets).octets)).toEqual(comments(octets));
    }),
    { numRuns: 500 },
  );
});

test("every finding lies in the file, and in its line", () => {
  fc.assert(
    fc.property(messyOctets, (octets) => {
      const { lines, octets: read } = parseDocument(octets);
      for (const { line, start, end, column } of lint(octets)) {
        expect(start <= end && end <= read.length).toBe(true);
        expect(line).toBeLessThanOrEqual(lines.length + 1);
        expect(column).toBeGreaterThanOrEqual(1);
      }
    }),
    { numRuns: 500 },
  );
});
