import { describe, expect, it } from "vitest";
import { CrawlError } from "../../../src/common/errors.ts";
import { checkName, checkUrl, isPrivateName } from "../../../src/common/url-rules.ts";

/** The code of the error that `act` throws, or `none`. */
function codeOf(act: () => unknown): string {
  try {
    act();
    return "none";
  } catch (error) {
    return error instanceof CrawlError ? error.code : String(error);
  }
}

describe("the form of a URL", () => {
  it.each([
    "http://a.example",
    "HTTPS://A.example:443/x?y#z",
    "http://a.example:8080/",
    "http://8.8.8.8/",
    "http://[2606:4700::1111]/",
    "https://a.example./",
    "https://xn--bcher-kva.example/",
  ])("%s may be asked for", (url) => {
    expect(checkUrl(url).href).toBe(new URL(url).href);
  });

  it.each([
    ["/relative", "no absolute URL"],
    ["ftp://a.example/", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["mailto:me@a.example", "scheme"],
    ["https://user@a.example/", "user name"],
    ["https://:secret@a.example/", "user name"],
    ["https://a.example/\n", "control character"],
    ["https://a.ex\tample/", "control character"],
    ["https://a.example/\u0085", "control character"],
    ["https:\\\\a.example/", "backslash"],
    ["https://a..example/", "empty label"],
    ["https://.a.example/", "empty label"],
    [`https://${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}/`, "longer than 253"],
    ["https://a.example:0/", "port 0"],
    ["https://a.example:22/", "port 22"],
    ["https://a.example:6379/", "port 6379"],
    [`https://a.example/${"x".repeat(2048)}`, "longer than 2048"],
  ])("%s is refused and not quoted", (url, reason) => {
    expect(codeOf(() => checkUrl(url))).toBe("bad-url");
    expect(() => checkUrl(url)).toThrow(reason);
    expect(() => checkUrl(url)).not.toThrow("secret");
  });

  it("is judged for a URL object too", () => {
    expect(codeOf(() => checkUrl(new URL("https://user@a.example/")))).toBe("bad-url");
  });

  it.each([null, undefined, 7, {}])("%s is wrong use", (input) => {
    expect(() => checkUrl(input as never)).toThrow(TypeError);
  });

  it("may be longer, and on other ports, where that is set", () => {
    const rules = { maxUrlLength: 4096, allowPorts: [22] };

    expect(codeOf(() => checkUrl(`https://a.example:22/${"x".repeat(2048)}`, rules))).toBe("none");
  });

  it.each([0, 1.5, Infinity])("cannot have a length of %s", (maxUrlLength) => {
    expect(() => checkUrl("https://a.example/", { maxUrlLength })).toThrow(RangeError);
  });
});

describe("a private name", () => {
  it.each([
    "localhost",
    "LOCALHOST.",
    "a.localhost",
    "intranet",
    "printer.local",
    "db.internal.",
    "router.home.arpa",
  ])("%s is known without asking DNS", (name) => {
    expect(isPrivateName(name)).toBe(true);
    expect(codeOf(() => checkName(new URL(`http://${name}/`)))).toBe("blocked-address");
  });

  it.each(["a.example", "local.example", "127.0.0.1", "[::1]", "notlocal.arpa"])("%s is none", (name) => {
    expect(isPrivateName(name)).toBe(false);
  });

  it("localhost is refused with the form already", () => {
    expect(codeOf(() => checkUrl("http://a.localhost:8080/"))).toBe("blocked-address");
  });

  it("is open where it is named, by itself or by what it ends in", () => {
    const rules = { allowNames: ["wiki", "localhost", ".internal"] };
    const enter = (url: string): string => codeOf(() => checkName(checkUrl(url, rules), rules));

    expect(["http://wiki/", "http://localhost:3000/", "http://a.b.internal./"].map(enter)).toEqual([
      "none",
      "none",
      "none",
    ]);
    expect(["http://wik/", "http://a.localhost/", "http://internal/"].map(enter)).toEqual([
      "blocked-address",
      "blocked-address",
      "blocked-address",
    ]);
  });
});
