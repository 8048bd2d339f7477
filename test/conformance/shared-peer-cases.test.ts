import { describe, expect, test } from "vitest";
import { compare, isForTheCache, type PeerCase } from "../support/peer-case.ts";
import { arePresent, sharedRows } from "../support/shared-data.ts";

const file = "conformance/peer-cases.jsonl";

describe.runIf(arePresent("what public parsers' suites agree on, default dialect", [file]))(
  "what public parsers' suites agree on, default dialect",
  () => {
    const rows = sharedRows<PeerCase>(file);
    const forTheCache = rows.filter(isForTheCache);
    const behaviours = [...new Set(rows.map(({ behaviour }) => behaviour))];

    describe.each(behaviours)("%s", (behaviour) => {
      const some = rows.filter((row) => row.behaviour === behaviour && !isForTheCache(row));

      test.runIf(some.length > 0)(`all ${some.length} rows`, () => {
        const wrong = some
          .map(compare)
          .filter(({ expected, actual }) => JSON.stringify(expected) !== JSON.stringify(actual));

        expect(wrong).toEqual([]);
      });
    });

    test(`${forTheCache.length} rows on HTTP statuses are answered by the cache`, () => {
      console.info(`rows answered by the cache: ${forTheCache.map(({ id }) => id).join(", ")}`);

      expect(rows.length - forTheCache.length).toBeGreaterThan(forTheCache.length);
    });
  },
);
