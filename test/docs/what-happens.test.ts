import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  RobotsCache,
  type CacheOptions,
  type RobotsEntry,
  type RobotsResponse,
} from "../../src/cache/index.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";
import { turns } from "../support/turns.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RULES = "User-agent: *\nDisallow: /private\n";
const SITE = "https://site.test";

/** An answer of one address; none: it never comes. */
type Answer = RobotsResponse | Error | undefined;

/** How a row of the table comes about. */
interface Scene {
  /** By path or address; what is not here is a 404. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** What was there before, an hour ago, and so has expired. */
  readonly before?: RobotsResponse;
  /** For how long lookups are made, once an hour, before the one that counts. */
  readonly forMs?: number;
  /** An option that the row names, and whether pages are then allowed. */
  readonly option?: { options: CacheOptions; allows: boolean };
}

const answering = (answer: Answer, more: Omit<Scene, "answers"> = {}): Scene => ({
  answers: { "/robots.txt": answer },
  ...more,
});
const good = (headers: Record<string, string> = {}, body = RULES): RobotsResponse => ({
  status: 200,
  headers,
  body,
});
const to = (location: string): RobotsResponse => ({ status: 302, headers: { location } });
const hops = Array.from({ length: 7 }, (_, hop) => [`/${hop}`, to(`/${hop + 1}`)] as const);

/** How each row comes about, by its first cell; all of its scenes end alike. */
const SCENES: Readonly<Record<string, readonly Scene[]>> = {
  "404, or any 4xx that is not named here": [404, 400, 410, 418, 451].map((status) => answering({ status })),
  "401 or 403": [401, 403].map((status) =>
    answering({ status }, { option: { options: { authStatus: "disallow" }, allows: false } }),
  ),
  "429": [answering({ status: 429 })],
  "503, or any 5xx": [503, 500, 502, 504, 599].map((status) => answering({ status })),
  "503 with `Retry-After: 1200`": [answering({ status: 503, headers: { "retry-after": "1200" } })],
  "no answer in 10 s": [answering(undefined)],
  "a reset, no DNS, a bad certificate": ["ECONNRESET", "ENOTFOUND", "CERT_HAS_EXPIRED"].map((code) =>
    answering(Object.assign(new Error(code), { code })),
  ),
  "a failure, and rules read before": [{ status: 503 }, { status: 429 }, new Error("reset"), undefined].map(
    (answer) => answering(answer, { before: good() }),
  ),
  "an HTML page": [answering(good({ "content-type": "text/html" }, "<!doctype html><title>Oops</title>"))],
  "a file of 3 MB": [answering(good({}, RULES + "#\n".repeat(1_500_000) + "Disallow: /\n"))],
  "a redirect to another host": [
    { answers: { "/robots.txt": to("https://other.test/r.txt"), "https://other.test/r.txt": good() } },
  ],
  "a sixth redirect, a loop, https to http": [
    { answers: { "/robots.txt": to("/0"), ...Object.fromEntries(hops) } },
    answering(to("/robots.txt")),
    { answers: { "/robots.txt": to("http://site.test/r.txt"), "http://site.test/r.txt": good() } },
  ],
  "`Cache-Control: max-age=0` with the rules": [answering(good({ "cache-control": "max-age=0" }))],
  "failures for 30 days": [
    answering(
      { status: 503 },
      { forMs: 30 * DAY_MS, option: { options: { longUnreachable: "allow" }, allows: true } },
    ),
  ],
};

/** What the third cell begins with, and the pages it lets a crawler fetch. */
const ALLOWED: readonly (readonly [begin: RegExp, pages: readonly string[]])[] = [
  [/^everything/, ["/", "/private"]],
  [/^nothing/, []],
  [/^what .* allow/, ["/"]],
];

const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, min: 60_000 };

const msOf = (cell: string): number => {
  const [amount = "", unit = ""] = cell.split(" ");
  return Number(amount) * (UNITS[unit] ?? Number.NaN);
};

interface Row {
  readonly name: string;
  readonly state: string;
  readonly allowed: string;
  readonly again: string;
}

const readme = readFileSync("README.md", "utf8");
const table = readme.slice(
  readme.indexOf("What happens when a site"),
  readme.indexOf("[ROBOTS.md](ROBOTS.md#23"),
);
const rows: readonly Row[] = table
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => {
    const [, name = "", state = "", allowed = "", again = ""] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return { name, state, allowed, again };
  });

/** What a scene has at an address; pages that it does not name are not there. */
function answerAt({ answers }: Scene, url: string): Answer {
  const name = url.startsWith(`${SITE}/`) ? url.slice(SITE.length) : url;
  return name in answers ? answers[name] : { status: 404 };
}

/** Lets a site answer as the scene has it, and gives what the cache makes of it, and for how long. */
async function play(
  scene: Scene,
  options: CacheOptions = {},
): Promise<{ entry: RobotsEntry; forMs: number }> {
  const clock = new ManualClock();
  let isBefore = scene.before !== undefined;
  const fetcher = async (url: string): Promise<RobotsResponse> => {
    const answer = isBefore ? scene.before : answerAt(scene, url);
    if (answer instanceof Error) throw answer;
    return answer ?? new Promise(() => undefined);
  };
  const cache = new RobotsCache({ clock, fetcher, ...options });
  const hours = isBefore ? 1 : (scene.forMs ?? 0) / HOUR_MS;
  for (let hour = 0; hour < hours; hour++) {
    await cache.lookup(SITE);
    clock.advance(HOUR_MS);
  }
  isBefore = false;

  const played = cache.lookup(SITE).then((entry) => ({ entry, forMs: entry.expiresAtMs - clock.wall() }));
  await turns();
  // For those that wait for an answer that never comes.
  clock.advance(10_000);
  return played;
}

const allowedIn = ({ policy }: RobotsEntry): string[] =>
  ["/", "/private"].filter((page) => policy.isAllowed(`${SITE}${page}`));

describe("the table of what happens is true:", () => {
  test.each(rows)("$name", async ({ name, state, allowed, again }) => {
    const pages = ALLOWED.find(([begin]) => begin.test(allowed))?.[1];
    for (const scene of SCENES[name] ?? []) {
      const { entry, forMs } = await play(scene);

      expect([`\`${entry.state}\``, allowedIn(entry), forMs]).toEqual([state, pages, msOf(again)]);
    }
    expect(SCENES[name]).toBeDefined();
  });

  test.each(rows.filter(({ allowed }) => allowed.includes(" with `")))(
    "$name, with its option",
    async ({ name }) => {
      for (const scene of SCENES[name] ?? []) {
        const { options, allows } = scene.option ?? { options: {}, allows: undefined };

        const { entry } = await play(scene, options);

        expect(entry.policy.isAllowed(`${SITE}/`)).toBe(allows);
      }
    },
  );

  test("and every scene has its row", () => {
    expect(Object.keys(SCENES).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});
