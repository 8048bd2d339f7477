import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { originOf } from "../../../src/common/origin.ts";

const scheme = fc.constantFrom("http://", "https://", "HTTP://", "hTTps://", "ftp://");
const hostUnit = fc.constantFrom(
  ...Array.from("abcxn019-._%ABC:@[]\\/?#\tüß。"),
  "xn--",
  "0x7f",
  "127.0.0.1",
  "..",
);
const host = fc.array(hostUnit, { maxLength: 12 }).map((units) => units.join(""));
const rest = fc.constantFrom(
  "",
  "/",
  "/x?y#z",
  "?q",
  "#f",
  "\\",
  ":80",
  ":443/",
  ":8080/a",
  "./",
  "@b.test/",
);
const anyUrl = fc.tuple(scheme, host, rest).map((parts) => parts.join(""));

const parse = (url: string): URL | undefined => {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
};

describe("originOf", () => {
  it("answers the same for a text as for the URL parsed from it", () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const parsed = parse(url);

        expect(originOf(url)).toBe(parsed === undefined ? undefined : originOf(parsed));
      }),
      { numRuns: 5_000 },
    );
  });

  it("is its own origin, so that no two spellings of a site stay apart", () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const origin = originOf(url);
        fc.pre(origin !== undefined);

        expect(originOf(origin)).toBe(origin);
      }),
      { numRuns: 5_000 },
    );
  });

  it("agrees with the platform about the site, up to the trailing dot", () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const origin = originOf(url);
        fc.pre(origin !== undefined);

        expect([origin, origin.replace(/(:\d+)?$/, ".$1")]).toContain(new URL(url).origin);
      }),
      { numRuns: 5_000 },
    );
  });
});
