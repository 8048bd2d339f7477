import { describe, expect, it } from "vitest";
import { originOf } from "../../../src/common/origin.ts";

const sameSite: readonly [string, string][] = [
  ["https://a.test", "https://a.test"],
  ["https://a.test/", "https://a.test"],
  ["https://a.test?q", "https://a.test"],
  ["https://a.test#f", "https://a.test"],
  ["HTTPS://A.Test/X", "https://a.test"],
  ["https://a.test:443/x", "https://a.test"],
  ["http://a.test:80/x", "http://a.test"],
  ["http://a.test:443/x", "http://a.test:443"],
  ["https://a.test:8443/x", "https://a.test:8443"],
  ["https://a.test:/x", "https://a.test"],
  ["https://a.test./x", "https://a.test"],
  ["https://a.test.:8443/x", "https://a.test:8443"],
  ["https://user:secret@a.test/x", "https://a.test"],
  ["https://a.test\\@b.test/x", "https://a.test"],
  ["https:a.test/x", "https://a.test"],
  ["https:///a.test/x", "https://a.test"],
  ["  https://a.test/x", "https://a.test"],
  ["https://a.te\tst/x", "https://a.test"],
  ["http://bücher.example/", "http://xn--bcher-kva.example"],
  ["http://BÜCHER.example/", "http://xn--bcher-kva.example"],
  ["http://xn--bcher-kva.example/", "http://xn--bcher-kva.example"],
  ["http://127.1/", "http://127.0.0.1"],
  ["http://0x7f.1/", "http://127.0.0.1"],
  ["http://0177.0.0.1/", "http://127.0.0.1"],
  ["http://2130706433/", "http://127.0.0.1"],
  ["http://127.0.0.1./", "http://127.0.0.1"],
  ["http://１２７.0.0.1/", "http://127.0.0.1"],
  ["http://[::1]:8080/", "http://[::1]:8080"],
  ["http://[0:0:0:0:0:0:0:1]/", "http://[::1]"],
  ["http://localhost/", "http://localhost"],
  ["http://__proto__/", "http://__proto__"],
];

const noSite: readonly string[] = [
  "",
  "not a url",
  "/path/only",
  "//a.test/x",
  "ftp://a.test/",
  "file:///etc/passwd",
  "data:,x",
  "mailto:me@a.test",
  "javascript:alert(1)",
  "blob:https://a.test/1",
  "ws://a.test/",
  "https://",
  "https://a.test:99999/",
  "https://a b/",
  `https://${"a".repeat(254)}/`,
  `https://${"a.".repeat(127)}b/`,
];

describe("originOf", () => {
  it.each(sameSite)("reads %j as %s", (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });

  it.each(sameSite)("gives the parsed form of %j the same origin", (url, origin) => {
    expect(originOf(new URL(url))).toBe(origin);
  });

  it.each(noSite)("knows no site for %j", (url) => {
    expect(originOf(url)).toBeUndefined();
  });

  it("keeps http and https, and two ports, apart", () => {
    const origins = ["http://a.test/", "https://a.test/", "http://a.test:8080/", "https://a.test:8080/"];

    expect(new Set(origins.map((url) => originOf(url))).size).toBe(4);
  });

  it("does not take a host with two trailing dots for the one with none", () => {
    expect(originOf("https://a.test../")).toBe("https://a.test..");
  });

  it("accepts the longest name DNS carries", () => {
    const host = `${"a".repeat(61)}.`.repeat(4) + "b".repeat(5);

    expect(host).toHaveLength(253);
    expect(originOf(`https://${host}/`)).toBe(`https://${host}`);
  });
});
