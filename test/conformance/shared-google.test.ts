import { describe, expect, test } from "vitest";
import { RobotsPolicy } from "../../src/policy/index.ts";
import { referenceVerdict } from "../support/reference/index.ts";
import { arePresent, octetsOfRow, sharedRows } from "../support/shared-data.ts";

/** What Google's parser says: for each agent one digit a URL, and the line that decided, 0 for none. */
interface Row {
  a: string[];
  u: string[];
  v: string[];
  m: number[][];
}

interface Verdict {
  agent: string;
  url: string;
  allowed: boolean;
  line: number;
}

interface Difference {
  name: string;
  expected: Verdict;
  actual: Verdict;
}

const enoughToUnderstand = 20;

/** Half a million explanations take a while on a busy machine. */
const timeoutMs = 900_000;

// The rows give most URLs as the path behind one origin.
const absolute = (url: string): string => (url.startsWith("/") ? `https://www.example.com${url}` : url);

const expectedOf = ({ a, u, v, m }: Row): Verdict[] =>
  a.flatMap((agent, i) =>
    u.map((url, j) => ({
      agent,
      url: absolute(url),
      allowed: v[i]?.[j] === "1",
      line: m[i]?.[j] ?? 0,
    })),
  );

const same = (one: Verdict, other: Verdict): boolean =>
  one.allowed === other.allowed && one.line === other.line;

/** The verdicts of ours that differ, each beside what was expected. */
const differences = (name: string, octets: Uint8Array, row: Row): Difference[] => {
  const maxBytes = Math.max(octets.length, 512_000);
  const policy = RobotsPolicy.parse(octets, { dialect: "google", maxBytes });
  return expectedOf(row)
    .map((expected) => {
      const { agent, url } = expected;
      const bound = policy.forAgent(agent);
      const line = bound.explain(url).rule?.line ?? 0;
      return { name, expected, actual: { agent, url, allowed: bound.isAllowed(url), line } };
    })
    .filter(({ expected, actual }) => !same(expected, actual));
};

const checksIn = (rows: readonly Row[]): number =>
  rows.reduce((sum, { a, u }) => sum + a.length * u.length, 0);

const synthetic = "conformance/google-synth.jsonl.gz";
const real = "conformance/google-real.jsonl.gz";
const corpora = ["corpus/real-2019.jsonl.gz", "corpus/real-2026.jsonl.gz"];

describe.runIf(arePresent("Google's parser on generated files", [synthetic]))(
  "Google's parser on generated files",
  () => {
    const rows = sharedRows<Row & { i: number; t?: string; b?: string }>(synthetic);

    test(
      `the google dialect gives its verdicts and lines (${checksIn(rows)} checks)`,
      () => {
        const found = rows.flatMap((row) => differences(`row ${row.i}`, octetsOfRow(row), row));

        expect(found.slice(0, enoughToUnderstand)).toEqual([]);
      },
      timeoutMs,
    );

    test("the slow reference reading of these tests gives them too, on a sample", () => {
      const small = rows.filter(
        (row, index) => index % 25 === 0 && octetsOfRow(row).length < 2000 && row.u.join("").length < 500,
      );
      const wrong = small.flatMap((row) =>
        expectedOf(row).filter(({ agent, url, allowed, line }) => {
          const verdict = referenceVerdict(octetsOfRow(row), url, [agent], { dialect: "google" });
          return !same({ agent, url, ...verdict }, { agent, url, allowed, line });
        }),
      );

      expect(checksIn(small)).toBeGreaterThan(5000);
      expect(wrong).toEqual([]);
    });
  },
);

describe.runIf(arePresent("Google's parser on real files", [real, ...corpora]))(
  "Google's parser on real files",
  () => {
    const rows = sharedRows<Row & { c: string; f: string }>(real);
    const files = new Map(
      corpora
        .flatMap((corpus) => sharedRows<{ c: string; f: string; t?: string; b?: string }>(corpus))
        .map((file) => [`${file.c}/${file.f}`, file]),
    );

    test(
      `the google dialect gives its verdicts and lines (${checksIn(rows)} checks)`,
      () => {
        const found = rows.flatMap((row) => {
          const name = `${row.c}/${row.f}`;
          return differences(name, octetsOfRow(files.get(name) ?? {}), row);
        });

        expect(rows.filter(({ c, f }) => !files.has(`${c}/${f}`))).toEqual([]);
        expect(found.slice(0, enoughToUnderstand)).toEqual([]);
      },
      timeoutMs,
    );
  },
);
