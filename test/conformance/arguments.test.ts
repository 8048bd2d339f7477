import { describe, expect, test } from "vitest";
import { RobotsPolicy, type ParseOptions } from "../../src/policy/index.ts";

const text = "User-agent: *\nDisallow: /x\n";
const octets = new TextEncoder().encode(text);
const inside = new Uint8Array(octets.length + 10);
inside.set(octets, 5);

describe("what may be given as a body", () => {
  test.each<[kind: string, body: Parameters<typeof RobotsPolicy.parse>[0]]>([
    ["a string", text],
    ["octets", octets],
    ["a Buffer", Buffer.from(text)],
    ["a part of a larger buffer", inside.subarray(5, 5 + octets.length)],
    ["another view of it", new DataView(inside.buffer, 5, octets.length)],
  ])("%s", (_, body) => {
    const policy = RobotsPolicy.parse(body);

    expect([policy.isAllowed("/x"), policy.isAllowed("/y")]).toEqual([false, true]);
    expect(policy.toString()).toBe(text);
  });

  test("octets that change afterwards change no verdict", () => {
    const lent = octets.slice();
    const policy = RobotsPolicy.parse(lent);

    lent.fill(0);

    expect(policy.isAllowed("/x")).toBe(false);
    expect(policy.toString()).toBe(text);
  });

  test.each([null, 5, {}, ["User-agent: *"]])("%j throws a TypeError", (body) => {
    expect(() => RobotsPolicy.parse(body as unknown as string)).toThrow(TypeError);
  });

  test("no body at all is a file without rules", () => {
    expect(new RobotsPolicy().isAllowed("/x")).toBe(true);
  });
});

describe("what may be given as options", () => {
  test.each<ParseOptions>([{ maxBytes: 1023 }, { maxBytes: 0 }, { maxBytes: -1 }, { maxBytes: Number.NaN }])(
    "%j throws a RangeError: the limit must be at least 1 KiB",
    (options) => {
      expect(() => RobotsPolicy.parse(text, options)).toThrow(RangeError);
    },
  );

  test("1 KiB is the least limit", () => {
    expect(RobotsPolicy.parse(text, { maxBytes: 1024 }).isAllowed("/x")).toBe(false);
  });

  test("an unknown dialect throws a RangeError", () => {
    expect(() => RobotsPolicy.parse(text, { dialect: "bing" as "google" })).toThrow(RangeError);
  });

  test("the address may be a URL object", () => {
    const policy = RobotsPolicy.parse(text, { url: new URL("https://example.com/robots.txt") });

    expect(policy.explain("https://other.example/y").verdict).toBe("out-of-scope");
  });
});

describe("what may be asked", () => {
  test("a URL object is asked about as its text is", () => {
    const policy = RobotsPolicy.parse(text);

    expect(policy.isAllowed(new URL("https://example.com/x"))).toBe(false);
    expect(policy.isAllowed(new URL("https://example.com/y"))).toBe(true);
  });

  test("neither a text nor a URL throws a TypeError", () => {
    expect(() => RobotsPolicy.parse(text).isAllowed(5 as unknown as string)).toThrow(TypeError);
  });

  test("an agent that is neither a name nor a list of names throws a TypeError", () => {
    expect(() => RobotsPolicy.parse(text).isAllowed("/x", 5 as unknown as string)).toThrow(TypeError);
    expect(() => RobotsPolicy.parse(text).isAllowed("/x", [5] as unknown as string[])).toThrow(TypeError);
  });
});

describe("policies that no file made", () => {
  test("allowAll allows everything", () => {
    const { allowed, reason } = RobotsPolicy.allowAll().explain("https://example.com/x", "ExampleBot");

    expect({ allowed, reason }).toEqual({ allowed: true, reason: "allow-all" });
  });

  test("disallowAll forbids everything but /robots.txt", () => {
    const policy = RobotsPolicy.disallowAll();
    const { allowed, reason } = policy.explain("https://example.com/x", "ExampleBot");

    expect({ allowed, reason }).toEqual({ allowed: false, reason: "disallow-all" });
    expect(policy.isAllowed("https://example.com/robots.txt")).toBe(true);
  });
});
