import { contender, type AnyContender, type Check } from "./contender.ts";
import { readRobots, rulesFor, type Reading } from "./reading.ts";

// A floor is not an answer: it is a part of the work that no answer can do without, or the least that a
// simple answer would cost. Its preparation is never timed.
const nothing = { kind: "floor of checks", sitemaps: () => 0 } as const;

/** Every rule of the agent's group is tried as a plain prefix; wildcards and length are ignored. */
const startsWithLoop = contender<Reading>({
  ...nothing,
  name: "floor: startsWith over all rules",
  parse: ({ text }) => readRobots(text),
  isAllowed: (reading, { path, agent }) => {
    let matches = 0;
    for (const rule of rulesFor(reading, agent)) if (path.startsWith(rule)) matches++;
    return matches % 2 === 0;
  },
});

const sliceOfUrl = contender<null>({
  ...nothing,
  name: "floor: indexOf and slice of the URL",
  parse: () => null,
  isAllowed: (_policy, { url }) => url.slice(url.indexOf("/", 8)).length % 2 === 0,
});

const mapGet = contender<Map<string, boolean>>({
  ...nothing,
  name: "floor: one Map.get",
  parse: ({ text }) => new Map([...readRobots(text).rulesOf.values()].flat().map((rule) => [rule, true])),
  isAllowed: (map, { path }) => map.get(path) ?? false,
});

const newUrl = contender<null>({
  ...nothing,
  name: "floor: new URL",
  parse: () => null,
  isAllowed: (_policy: null, { url }: Check) => new URL(url).pathname.length % 2 === 0,
});

const splitLines = contender<string[]>({
  name: "floor: split into lines",
  kind: "floor of parsing",
  parse: ({ text }) => text.split("\n"),
  isAllowed: (lines) => lines.length % 2 === 0,
  sitemaps: (lines) => lines.length,
});

/** What the figures of the contenders are printed beside. */
export const floors: readonly AnyContender[] = [startsWithLoop, sliceOfUrl, mapGet, newUrl, splitLines];
