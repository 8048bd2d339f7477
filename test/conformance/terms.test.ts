import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RobotsPolicy, usageWithHeaders, type Usage } from "../../src/policy/index.ts";

/** What is asked of a URL, and what must come back; only what is given is compared. */
interface Ask {
  agent?: string;
  url: string;
  applies?: boolean;
  preferences?: Record<string, string>;
  /** Of the statements that count. */
  lines?: (number | null)[];
  signals?: Record<string, string>;
  /** Every name and value that was said. */
  sayings?: string[];
  /** The line, `-` for a header, and the address. */
  licenses?: string[];
  /** The names that are in conflict. */
  conflicts?: string[];
}

interface TermsCase {
  id: string;
  note: string;
  robots: string;
  site?: string;
  headers?: Record<string, string | string[]>;
  asks: Ask[];
}

const cases = JSON.parse(readFileSync(new URL("terms.json", import.meta.url), "utf8")) as TermsCase[];

const readingOf = ({ applies, preferences, statements, contentSignals, licenses, conflicts }: Usage) => {
  const { sayings, conflicts: _, ...signals } = contentSignals;
  return {
    applies,
    preferences: Object.fromEntries(preferences),
    lines: statements.map(({ line = null }) => line),
    signals,
    sayings: sayings.map(({ name, value }) => `${name}=${value}`),
    licenses: licenses.map(({ line = "-", url }) => `${line} ${url}`),
    conflicts: conflicts.map(({ name }) => name),
  };
};

test.each(cases)("$id: $note", ({ robots, site, headers, asks }) => {
  const policy = RobotsPolicy.parse(robots, site === undefined ? {} : { url: site });
  for (const { agent, url, ...expected } of asks) {
    const usage = policy.usage(url, agent);
    const all = headers === undefined ? usage : usageWithHeaders(usage, headers);

    const asked = Object.entries(readingOf(all)).filter(([name]) => name in expected);
    expect({ url, applies: all.applies, ...Object.fromEntries(asked) }).toEqual({
      url,
      applies: true,
      ...expected,
    });
  }
});

test.each(cases)("$id: no record of terms changes a verdict", ({ robots, asks }) => {
  const bare = robots.replace(/^(?:content-\w+|license)\s*:.*$/gim, "");

  for (const { url, agent } of asks) {
    expect(RobotsPolicy.parse(robots).isAllowed(url, agent)).toBe(
      RobotsPolicy.parse(bare).isAllowed(url, agent),
    );
  }
});
