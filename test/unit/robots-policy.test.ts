import { describe, expect, test } from "vitest";
import { RobotsPolicy } from "../../src/policy/index.ts";

const SITE = "https://example.com/robots.txt";

describe("a policy bound to a site", () => {
  const policy = RobotsPolicy.parse("User-agent: *\nDisallow: /secret\n", { url: SITE });

  test.each([
    "https://example.com/secret",
    "https:\\\\example.com\\secret",
    "https://example.com\\secret",
    "https:///example.com/secret",
    "https://us;er@example.com/secret",
    "//us;er@example.com/secret",
    "https:/\t/example.com/secret",
    "https://example.com/sec\tret",
    "https://example.com/.\t./secret",
    "/\\example.com/secret",
    "/\n/example.com/secret",
    "https://example.com/secret\n",
  ])("forbids %j, which every client would fetch as /secret", (url) => {
    expect(policy.isAllowed(url)).toBe(false);
    expect(policy.explain(url)).toMatchObject({ verdict: "disallow", path: "/secret" });
  });

  test.each(["/\t/evil.example/x", "/\\evil.example/x", "//evil.example/x"])(
    "does not take %j for a path of its own",
    (url) => {
      expect(policy.explain(url).verdict).toBe("out-of-scope");
    },
  );

  test("resolves addresses without the credentials of its own", () => {
    const { sitemaps } = RobotsPolicy.parse("Sitemap: a.xml\n", {
      url: "https://u:pw@example.com/robots.txt",
    });

    expect(sitemaps).toEqual(["https://example.com/a.xml"]);
  });
});

describe("a policy never changes", () => {
  test("whatever is done to its document", () => {
    const policy = RobotsPolicy.parse("User-agent: *\nDisallow: /x\n");

    policy.document.octets.fill(0x20);

    expect(policy.isAllowed("/x")).toBe(false);
    expect(policy.toString()).toBe("User-agent: *\nDisallow: /x\n");
  });

  test("whatever is done to the verdict of another", () => {
    const { lines } = RobotsPolicy.allowAll().explain("/").group as unknown as { lines: number[] };
    lines.push(7);

    expect(RobotsPolicy.allowAll().explain("/").group.lines).toEqual([]);
  });

  test("whichever agents were asked about before", () => {
    const policy = RobotsPolicy.parse("User-agent: a\nDisallow: /\n");
    const asked = [policy.isAllowed("/x", ["a", "b"]), policy.isAllowed("/x", '["a","b"]')];
    const empty = RobotsPolicy.parse("User-agent:\nDisallow: /\n", { dialect: "google" });

    expect([...asked, policy.isAllowed("/x", "a\nb")]).toEqual([false, true, true]);
    expect([empty.isAllowed("/x", ""), empty.isAllowed("/x", [])]).toEqual([false, true]);
  });
});

test("agents beyond those that are remembered are answered too", () => {
  const policy = RobotsPolicy.parse("User-agent: bot\nDisallow: /\n");
  const allowed = Array.from({ length: 600 }, (_, index) =>
    policy.isAllowed("/", index % 2 === 0 ? "bot" : `x${index}`),
  );

  expect(allowed.every((verdict, index) => verdict === (index % 2 === 1))).toBe(true);
});

test("an option that cannot be is refused with its name", () => {
  expect(() => RobotsPolicy.parse("", { dialect: "x" as "google" })).toThrow(/dialect must be/);
  expect(() => RobotsPolicy.parse("", { maxBytes: 1023 })).toThrow(/maxBytes must be .*1024.*, got 1023/);
  expect(() => RobotsPolicy.parse("", { url: "/robots.txt" })).toThrow(/url must be an absolute/);
  expect(RobotsPolicy.parse("User-agent: *\n", { maxBytes: Infinity }).truncated).toBe(false);
});
