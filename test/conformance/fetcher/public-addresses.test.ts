import { describe, expect, it } from "vitest";
import { originOf } from "../../../src/common/origin.ts";
import { ensurePublicHost, isPublicAddress, validateUrl, type Lookup } from "../../../src/fetcher/index.ts";
import { arePresent, sharedRows } from "../../support/shared-data.ts";

const FILE = "conformance/public-addresses.jsonl";

interface Row {
  readonly id: string;
  readonly kind: "ip" | "url" | "robots-key";
  readonly input: string;
  readonly verdict: "public" | "refused" | "dns" | "key";
  readonly canonical?: string;
  /** Another verdict, or canonical form, that is as good. */
  readonly also?: string;
}

const rows = arePresent("public addresses", [FILE]) ? sharedRows<Row>(FILE) : [];
const of = (kind: Row["kind"]): readonly Row[] => rows.filter((row) => row.kind === kind);

/** What our rules on URLs say: a literal is public or refused, a name is for DNS to tell. */
function verdictOf(input: string): { verdict: string; canonical?: string } {
  try {
    const { href, hostname } = validateUrl(input);
    const isLiteral = isPublicAddress(hostname.replaceAll(/[[\]]/g, ""));
    return { verdict: isLiteral ? "public" : "dns", canonical: href };
  } catch (error) {
    expect(error).toMatchObject({ name: "CrawlError" });
    return { verdict: "refused" };
  }
}

/** The names of the rows that no public DNS answers for: refused after the rules on URLs, and before any look-up. */
const PRIVATE_NAMES: ReadonlySet<string> = new Set(["1e3", "metadata.google.internal"]);

describe.skipIf(rows.length === 0)("the shared rows on addresses", () => {
  it.each(of("ip"))("$id: $input is $verdict", ({ input, verdict }) => {
    expect(isPublicAddress(input)).toBe(verdict === "public");
  });

  it.each(of("url").map((row) => ({ ...row, shown: row.input.slice(0, 60) })))(
    "$id: $shown is $verdict",
    ({ input, verdict, canonical, also }) => {
      const ours = verdictOf(input);

      expect([verdict, also]).toContain(ours.verdict);
      if (ours.verdict !== "refused") expect(ours.canonical).toBe(canonical);
    },
  );

  it.each(of("url").filter(({ input }) => verdictOf(input).verdict === "dns"))(
    "$id: the name is looked up once, unless it belongs to private networks, and all its addresses count",
    async ({ input }) => {
      const url = validateUrl(input);
      const asked: string[] = [];
      const answering =
        (...addresses: string[]): Lookup =>
        async (name) => {
          asked.push(name);
          return addresses;
        };

      const good = ensurePublicHost(url, { lookup: answering("8.8.8.8", "2606:4700:4700::1111") });
      if (PRIVATE_NAMES.has(url.hostname)) {
        await expect(good).rejects.toMatchObject({ code: "blocked-address" });
        expect(asked).toEqual([]);
        return;
      }
      expect(await good).toEqual([
        { address: "8.8.8.8", family: 4 },
        { address: "2606:4700:4700::1111", family: 6 },
      ]);
      expect(asked).toEqual([url.hostname]);
      const mixed = ensurePublicHost(url, { lookup: answering("8.8.8.8", "10.0.0.1") });
      await expect(mixed).rejects.toMatchObject({ code: "blocked-address" });
    },
  );

  it.each(of("robots-key"))("$id: the robots.txt of $input", ({ input, canonical, also }) => {
    expect([canonical, also]).toContain(`${originOf(input) ?? ""}/robots.txt`);
  });
});
