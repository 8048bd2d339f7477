import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RobotsCache } from "../../../src/cache/index.ts";

/** The same site in many spellings: scheme, host and port apart. */
interface Site {
  readonly scheme: "http" | "https";
  readonly hosts: readonly string[];
  readonly port: number;
}

const HOSTS: readonly (readonly string[])[] = [
  ["a.test", "A.TEST", "a.test.", "ａ.test", "a。test", "%61.test"],
  ["www.a.test", "WWW.a.Test"],
  ["xn--mller-kva.test", "müller.test", "MÜLLER.test", "mu\u0308ller.test"],
  ["192.0.2.1", "0xc0.0.2.1", "3221225985", "192.0.513", "0300.0.02.01", "192.0.2.1."],
  ["192.0.2.2", "3221225986"],
  ["[2001:db8::1]", "[2001:0DB8:0:0::0001]", "[2001:db8::0.0.0.1]"],
  ["__proto__"],
];

const userInfo = fc.constantFrom("", "me@", "me:secret@", "b.test@", "https:%2f%2fb.test:80@");
const tail = fc.constantFrom("", "/", "/x?y#z", "?q", "#f", "/@b.test", "/../robots.txt", "\\x");
const site: fc.Arbitrary<Site> = fc.record({
  scheme: fc.constantFrom("http", "https"),
  hosts: fc.constantFrom(...HOSTS),
  port: fc.constantFrom(80, 443, 8080),
});

/** A site, and a URL on it in some spelling. */
const page = fc
  .tuple(site, fc.nat(), fc.boolean(), fc.boolean(), userInfo, tail)
  .map(([site, pick, isLoud, isExplicit, userInfo, tail]) => {
    const { scheme, hosts, port } = site;
    const isDefault = port === (scheme === "https" ? 443 : 80);
    const host = hosts[pick % hosts.length] ?? "";
    const portText = isDefault && !isExplicit ? "" : `:${port}`;
    const address = `${isLoud ? scheme.toUpperCase() : scheme}://${userInfo}${host}${portText}${tail}`;
    return { key: `${scheme} ${hosts[0]} ${port}`, url: address };
  });

describe("the keys of a cache", () => {
  it("are one for all spellings of a site, and never one for two sites", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 20 }), async (pages) => {
        const asked: string[] = [];
        const cache = new RobotsCache({
          fetcher: async (url) => {
            asked.push(url);
            return `# ${url}`;
          },
        });
        const policies = new Map<string, unknown>();
        for (const { key, url } of pages) {
          const policy = await cache.get(url);
          expect(policy).toBe(policies.get(key) ?? policy);
          policies.set(key, policy);
        }

        expect(new Set(policies.values()).size).toBe(policies.size);
        expect(new Set(asked).size).toBe(policies.size);
        expect(asked.join()).not.toMatch(/secret|@/);
      }),
    );
  });
});
