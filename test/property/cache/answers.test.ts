import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  RobotsCache,
  type CacheOptions,
  type RobotsEntry,
  type RobotsResponse,
} from "../../../src/cache/index.ts";
import { RobotsPolicy } from "../../../src/policy/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";

const DAY_MS = 86_400_000;
const PATHS = ["/", "/a", "/a/b", "/b", "/b?c=1", "/private/x"] as const;

/** What a fetcher may do: resolve to anything, or reject. */
type Act = { resolve: unknown } | { reject: unknown };

const headerText = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "max-age=0",
    "max-age=31536000",
    "no-store",
    "must-revalidate",
    "public",
    "max-age=-1",
    '"x"',
  ),
  fc.constantFrom("10", "86400", "999999999999", "Thu, 01 Jan 2099 00:00:00 GMT", "0", "-1", "soon"),
);
const headers = fc.dictionary(
  fc.constantFrom(
    "cache-control",
    "expires",
    "age",
    "date",
    "retry-after",
    "etag",
    "last-modified",
    "location",
  ),
  headerText,
);
const allowing = fc.constantFrom("", "User-agent: *\nAllow: /\n");

const failingStatus = fc.oneof(
  fc.integer({ min: 500, max: 599 }),
  fc.constantFrom(408, 429, 206, 304, 300, 305, 306, 100, 199, 0, -1, 600, 200.5, Number.NaN, Infinity),
);
const failing: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ resolve: fc.record({ status: failingStatus, headers, body: allowing }) }),
  fc.record({ reject: fc.anything() }),
  fc.record({
    resolve: fc.constantFrom(undefined, null, 0, true, {}, [], { status: "200" }, { status: 200, body: 1 }),
  }),
);

const pattern = fc.constantFrom("/", "/a", "/b", "/private", "/*c", "/a/b$", "");
const rule = fc
  .tuple(fc.constantFrom("Allow", "Disallow"), pattern)
  .map(([type, path]) => `${type}: ${path}\n`);
const rulesText = fc.array(rule, { maxLength: 4 }).map((rules) => `User-agent: *\n${rules.join("")}`);
/** Without a validator: a 304 would confirm it, and be no failure. */
const good = fc.record({
  status: fc.constantFrom(200, 203),
  headers: headers.map(({ etag: _etag, "last-modified": _lastModified, ...others }) => others),
  body: rulesText,
});

const gap = fc.oneof(
  fc.integer({ min: 0, max: 400_000 }),
  fc.integer({ min: 0, max: DAY_MS }),
  fc.integer({ min: 0, max: 40 * DAY_MS }),
);

/** Plays acts one after the other, a lookup after each gap; the last act is repeated. */
async function play(
  acts: readonly Act[],
  gaps: readonly number[],
  options: CacheOptions = {},
): Promise<RobotsEntry[]> {
  const clock = new ManualClock();
  let count = 0;
  const fetcher = async (): Promise<RobotsResponse> => {
    const act = acts[Math.min(count++, acts.length - 1)] ?? { reject: undefined };
    if ("reject" in act) throw act.reject;
    return act.resolve as RobotsResponse;
  };
  const cache = new RobotsCache({ fetcher, clock, ...options });
  const entries: RobotsEntry[] = [];
  for (const gapMs of gaps) {
    clock.advance(gapMs);
    const entry = await cache.lookup("https://a.test/");
    entries.push(entry);
    for (const timeMs of [entry.fetchedAtMs, entry.expiresAtMs, entry.retryAtMs ?? 0]) {
      expect(Number.isFinite(timeMs)).toBe(true);
    }
    expect(entry.expiresAtMs).toBeLessThanOrEqual(clock.wall() + DAY_MS);
  }
  return entries;
}

const allowedPaths = (policy: RobotsPolicy): string[] => PATHS.filter((path) => policy.isAllowed(path));

describe("a site that cannot be asked", () => {
  it("is never allowed, however it fails, whatever its answers hold, and however long", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(failing, { minLength: 1, maxLength: 8 }),
        fc.array(gap, { minLength: 1, maxLength: 12 }),
        async (acts, gaps) => {
          for (const { state, policy } of await play(acts, gaps)) {
            expect([state, allowedPaths(policy)]).toEqual(["unreachable", []]);
          }
        },
      ),
    );
  });

  it("never opens before thirty days, even where it may open after them", async () => {
    const minutes = fc.integer({ min: 0, max: 2 * DAY_MS });
    await fc.assert(
      fc.asyncProperty(
        fc.array(failing, { minLength: 1, maxLength: 8 }),
        fc.array(minutes, { minLength: 1, maxLength: 14 }),
        async (acts, gaps) => {
          for (const { policy } of await play(acts, gaps, { longUnreachable: "allow" })) {
            expect(allowedPaths(policy)).toEqual([]);
          }
        },
      ),
    );
  });
});

describe("a copy that outlives a failure", () => {
  it("is never looser than it was when it was read, and holds for thirty days at most", async () => {
    await fc.assert(
      fc.asyncProperty(
        good,
        fc.array(failing, { minLength: 1, maxLength: 6 }),
        fc.array(gap, { minLength: 1, maxLength: 10 }),
        async (first, failures, gaps) => {
          const wasAllowed = allowedPaths(RobotsPolicy.parse(first.body));
          const entries = await play([{ resolve: first }, ...failures], [0, ...gaps]);
          let ageMs = 0;
          for (const [index, { state, policy }] of entries.slice(1).entries()) {
            ageMs += gaps[index] ?? 0;
            const isAllowed = allowedPaths(policy);
            expect(wasAllowed).toEqual(expect.arrayContaining(isAllowed));
            expect(state !== "stale" || ageMs <= 30 * DAY_MS).toBe(true);
            expect(state === "rules" ? ageMs < DAY_MS : true).toBe(true);
          }
        },
      ),
    );
  });

  it("gives way to the first good answer", async () => {
    await fc.assert(
      fc.asyncProperty(good, fc.array(failing, { maxLength: 4 }), good, async (first, failures, last) => {
        const acts = [first, last].map((resolve) => ({ resolve }));
        const gaps = Array<number>(failures.length + 2).fill(DAY_MS);
        const [start = { resolve: undefined }, end = { resolve: undefined }] = acts;

        const entries = await play([start, ...failures, end], gaps);

        expect(entries.at(-1)?.state).toBe("rules");
        expect(entries.at(-1)?.policy.toString()).toBe(last.body);
      }),
    );
  });
});
