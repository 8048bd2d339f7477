import { describe, expect, test } from "vitest";
import type { Dialect } from "../../src/policy/index.ts";
import { byteOrderMarkLength, LONGEST_LINE, newLineScan, scanLine } from "../../src/parser/scan.ts";

/** Name, value and comment of the line at the beginning of a text, and where the next one begins. */
function scanned(text: string, dialect: Dialect = "rfc9309") {
  const octets = Buffer.from(text, "latin1");
  const line = newLineScan();
  scanLine(octets, 0, dialect, line);
  const cut = (start: number, end: number): string => text.slice(start, end);
  return {
    name: line.nameEnd < 0 ? undefined : cut(line.contentStart, line.nameEnd),
    value: line.nameEnd < 0 ? undefined : cut(line.valueStart, line.contentEnd),
    comment: line.comment < 0 ? undefined : cut(line.comment, line.end),
    next: line.next,
  };
}

describe("a line", () => {
  test.each([
    ["LF", "a: b\nc"],
    ["CR", "a: b\rc"],
  ])("ends at %s", (_name, text) => {
    expect(scanned(text).next).toBe(5);
  });

  test("ends once at CR LF, and with the file", () => {
    expect(scanned("a: b\r\nc").next).toBe(6);
    expect(scanned("a: b").next).toBe(4);
  });

  test("loses the white space around name, colon and value, and its comment", () => {
    expect(scanned(" \ta b \v:\f c d  # e\n")).toMatchObject({ name: "a b", value: "c d", comment: "# e" });
  });

  test("is split at white space where that leaves two words", () => {
    expect(scanned("allow /a\n")).toMatchObject({ name: "allow", value: "/a" });
    expect(scanned("allow /a b\n").name).toBeUndefined();
    expect(scanned("allow\n").name).toBeUndefined();
  });

  test("has no record where no name stands before the colon", () => {
    expect(scanned(": a").name).toBeUndefined();
  });

  test("ends at a NUL; in front of it one is skipped, but not at Google", () => {
    expect(scanned("\0a: b\0c # d")).toMatchObject({ name: "a", value: "b", comment: undefined });
    expect(scanned("\0a: b", "google").name).toBeUndefined();
  });

  test("counts up to its longest", () => {
    const text = `a:${"b".repeat(LONGEST_LINE)}#c\nd`;

    expect(scanned(text)).toEqual({
      name: "a",
      value: "b".repeat(LONGEST_LINE - 2),
      comment: undefined,
      next: text.length - 1,
    });
  });
});

test.each([
  ["\xef\xbb\xbfa", 3],
  ["\xef\xbba", 2],
  ["\xefa", 1],
  ["a", 0],
])("of %j so many octets are a byte order mark: %i", (text, length) => {
  expect(byteOrderMarkLength(Buffer.from(text, "latin1"))).toBe(length);
});
