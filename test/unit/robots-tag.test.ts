import { expect, test } from "vitest";
import { parseRobotsTag } from "../../src/policy/index.ts";

test("an empty header restricts nothing", () => {
  expect(parseRobotsTag("")).toEqual({
    index: true,
    follow: true,
    archive: true,
    snippet: true,
    imageIndex: true,
    translate: true,
    directives: [],
  });
});

test("directives of all crawlers and of the crawler's own add up", () => {
  const lines = ["noindex", "ExampleBot: nofollow, max-snippet: 20", "otherbot: none, max-snippet: 5"];

  expect(parseRobotsTag(lines, "examplebot")).toMatchObject({
    index: false,
    follow: false,
    maxSnippetCharacters: 20,
  });
  expect(parseRobotsTag(lines)).toMatchObject({ index: false, follow: true });
  expect(parseRobotsTag(lines)).not.toHaveProperty("maxSnippetCharacters");
});

test("the name of a crawler holds up to the next name, or the end of its line", () => {
  const line = "googlebot: noindex, nofollow, otherbot: noarchive";

  expect(parseRobotsTag(line, "Googlebot")).toMatchObject({ index: false, follow: false, archive: true });
  expect(parseRobotsTag(line, "otherbot")).toMatchObject({ index: true, archive: false });
});

test("the form of the robots-tag draft is read too", () => {
  const line = "*=noindex, nosnippet; ExampleBot=;";

  expect(parseRobotsTag(line, "ExampleBot")).toMatchObject({ index: false, snippet: false });
  expect(parseRobotsTag("ExampleBot=noindex; *=nofollow", "OtherBot")).toMatchObject({
    index: true,
    follow: false,
  });
});

test("the lowest of several limits counts", () => {
  expect(
    parseRobotsTag("max-snippet:50, max-snippet: 10, max-image-preview: large, max-image-preview: none"),
  ).toMatchObject({ maxSnippetCharacters: 10, maxImagePreview: "none", snippet: true });
});

test("a limit of -1 is none, and one of 0 forbids", () => {
  expect(parseRobotsTag("max-snippet: -1, max-video-preview: -1")).not.toHaveProperty("maxSnippetCharacters");
  expect(parseRobotsTag("max-snippet: 0").snippet).toBe(false);
});

test.each([
  ["unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, nofollow", "2025-12-03T13:09:53Z"],
  ["unavailable_after: 25 Jun 2010 15:00:00 PST", "2010-06-25T23:00:00Z"],
  ["unavailable_after: 2025-09-21", "2025-09-21T00:00:00Z"],
  ["unavailable_after: 2025-09-21T10:00:00", "2025-09-21T10:00:00Z"],
  ["unavailable_after: 21 Sep 2025 10:00:00", "2025-09-21T10:00:00Z"],
  ["bot: unavailable_after: Sunday, 21-Sep-25 10:00:00 UTC", "2025-09-21T10:00:00Z"],
])("the date in %s is read whole, commas and all", (header, date) => {
  expect(parseRobotsTag(header, "bot").unavailableAfterMs).toBe(Date.parse(date));
});

test("a date that cannot be read stays among the directives", () => {
  const tag = parseRobotsTag("unavailable_after: soon, noai");

  expect(tag).not.toHaveProperty("unavailableAfterMs");
  expect(tag.directives).toEqual([{ name: "unavailable_after", value: "soon" }, { name: "noai" }]);
});

test("none closes index and links; all opens nothing that was closed", () => {
  expect(parseRobotsTag("all, none")).toMatchObject({ index: false, follow: false });
});
