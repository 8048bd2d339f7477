import { describe, expect, it } from "vitest";
import { originOf } from "../../../src/common/origin.ts";
import {
  CrawlError,
  ensurePublicHost,
  isPublicAddress,
  validateUrl,
  type Lookup,
} from "../../../src/fetcher/index.ts";
import { arePresent, sharedRows } from "../../support/shared-data.ts";

const FILE = "conformance/public-addresses.jsonl";

interface Row {
  readonly id: string;
  readonly kind: "ip" | "url" | "robots-key";
  readonly input: string;
  readonly verdict: "public" | "refused" | "dns" | "key";
  readonly canonical?: string;
  readonly reason: string;
  /** Another verdict, or canonical form, that is as good. */
  readonly also?: string;
}

const rows = arePresent("public addresses", [FILE]) ? sharedRows<Row>(FILE) : [];
const of = (kind: Row["kind"]): readonly Row[] => rows.filter((row) => row.kind === kind);

/** What our rules on URLs say: a literal is public or refused, a name is for DNS to tell. */
function verdictOf(input: string): { verdict: string; canonical: string | undefined } {
  try {
    const { href, hostname } = validateUrl(input);
    const isLiteral = isPublicAddress(hostname.replaceAll(/[[\]]/g, ""));
    return { verdict: isLiteral ? "public" : "dns", canonical: href };
  } catch (error) {
    return { verdict: error instanceof CrawlError ? "refused" : String(error), canonical: undefined };
  }
}

/** The names of the rows that no public DNS answers for: refused after the rules on URLs, and before any look-up. */
const PRIVATE_NAMES: ReadonlySet<string> = new Set(["1e3", "metadata.google.internal"]);

const isPrivate = ({ input }: Row): boolean => PRIVATE_NAMES.has(validateUrl(input).hostname);

/** Look-ups with fixed answers, and the names they were asked for. */
function resolver(): { asked: string[]; answering: (...addresses: string[]) => Lookup } {
  const asked: string[] = [];
  const answering =
    (...addresses: string[]): Lookup =>
    async (name) => {
      asked.push(name);
      return addresses;
    };
  return { asked, answering };
}

describe.skipIf(rows.length === 0)("the shared rows on addresses", () => {
  it.each(of("ip"))("$id: $input is $verdict", ({ input, verdict }) => {
    expect(isPublicAddress(input)).toBe(verdict === "public");
  });

  it.each(of("url"))("$id: the URL is $verdict ($reason)", ({ input, verdict, canonical, also }) => {
    const ours = verdictOf(input);

    expect([verdict, also]).toContain(ours.verdict);
    expect(ours.canonical).toBe(ours.verdict === "refused" ? undefined : canonical);
  });

  const names = of("url").filter(({ input }) => verdictOf(input).verdict === "dns");

  it.each(names.filter((row) => !isPrivate(row)))(
    "$id: the name is looked up once, and all its addresses count",
    async ({ input }) => {
      const url = validateUrl(input);
      const { asked, answering } = resolver();

      const good = await ensurePublicHost(url, { lookup: answering("8.8.8.8", "2606:4700:4700::1111") });
      const mixed = ensurePublicHost(url, { lookup: answering("8.8.8.8", "10.0.0.1") });

      expect(good.map(({ address, family }) => [address, family])).toEqual([
        ["8.8.8.8", 4],
        ["2606:4700:4700::1111", 6],
      ]);
      await expect(mixed).rejects.toMatchObject({ code: "blocked-address" });
      expect(asked).toEqual([url.hostname, url.hostname]);
    },
  );

  it.each(names.filter(isPrivate))(
    "$id: the private name is refused before any look-up",
    async ({ input }) => {
      const { asked, answering } = resolver();

      const refused = ensurePublicHost(validateUrl(input), { lookup: answering("8.8.8.8") });

      await expect(refused).rejects.toMatchObject({ code: "blocked-address" });
      expect(asked).toEqual([]);
    },
  );

  it.each(of("robots-key"))("$id: the robots.txt of $input", ({ input, canonical, also }) => {
    expect([canonical, also]).toContain(`${originOf(input) ?? ""}/robots.txt`);
  });
});
