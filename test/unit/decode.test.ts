import { describe, expect, test } from "vitest";
import { RobotsPolicy } from "../../src/policy/index.ts";
import { printOctets } from "../../src/parser/index.ts";

const littleEndian = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, "utf16le");
const bigEndian = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, "utf16le").swap16();

describe.each([
  ["little", littleEndian],
  ["big", bigEndian],
])("UTF-16, %s end first", (_name, encode) => {
  test("is decoded whatever its first character is", () => {
    expect(RobotsPolicy.parse(encode("ж\nUser-agent: *\nDisallow: /x\n")).isAllowed("/x")).toBe(false);
  });

  test.each([1024, 1025, 1026, 1027])("keeps its last whole line where %i octets are read", (maxBytes) => {
    const text = encode(`User-agent: *\nDisallow: /foo\n#${"x".repeat(2000)}\n`);

    const policy = RobotsPolicy.parse(text, { maxBytes });

    expect([policy.truncated, policy.isAllowed("/foo"), policy.toString()]).toEqual([
      true,
      false,
      "User-agent: *\nDisallow: /foo\n",
    ]);
    expect(printOctets(policy.document)).toEqual(new Uint8Array(encode("User-agent: *\nDisallow: /foo\n")));
  });

  test("is not cut at an octet that only looks like a line end", () => {
    const text = `User-agent: *\n#${"x".repeat(400)}\nDisallow: /a\u410ab\u0a0ab${"c".repeat(300)}\n`;

    expect(RobotsPolicy.parse(encode(text), { maxBytes: 1024 }).isAllowed("/a\u410ab")).toBe(true);
  });
});

test("a mark of UTF-16 in front of 8-bit text changes nothing behind its line", () => {
  const octets = Buffer.from("\xff\xfe\nUser-agent: *\nDisallow: /x\n", "latin1");

  expect(RobotsPolicy.parse(octets).isAllowed("/x")).toBe(false);
});

test("a text of 10 MiB keeps no more alive than is read", () => {
  const policy = RobotsPolicy.parse(new Uint8Array(10 << 20).fill(0x61));

  expect([policy.truncated, policy.document.octets.buffer.byteLength]).toEqual([true, 0]);
});

test("what is done to the octets after parsing is nothing to the policy", () => {
  const octets = Buffer.from("User-agent: *\nDisallow: /x\n");
  const policy = RobotsPolicy.parse(octets);

  octets.fill(0x20);

  expect(policy.isAllowed("/x")).toBe(false);
});
