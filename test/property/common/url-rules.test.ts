import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CrawlError } from "../../../src/common/errors.ts";
import { checkUrl } from "../../../src/common/url-rules.ts";

function checked(input: string | URL): URL | undefined {
  try {
    return checkUrl(input);
  } catch (error) {
    if (error instanceof CrawlError) return undefined;
    throw error;
  }
}

const anyUrl = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.webUrl().map((url) => url.replace("//", "//user@")),
  fc.string({ unit: "binary" }).map((text) => `http://${text}/`),
  fc.string(),
);

it("what passes once passes again as it came out, and is http or https without credentials", () => {
  fc.assert(
    fc.property(anyUrl, (text) => {
      const url = checked(text);
      fc.pre(url !== undefined);

      expect(checked(url)?.href).toBe(url.href);
      expect(url.protocol).toMatch(/^https?:$/);
      expect(url.username + url.password).toBe("");
      expect(url.hostname).not.toBe("");
    }),
  );
});
