import { describe, expect, test } from "vitest";
import { compare, isForTheCache, type PeerCase } from "../support/peer-case.ts";
import { arePresent, sharedRows } from "../support/shared-data.ts";

const file = "conformance/peer-cases.jsonl";

describe.runIf(arePresent("what public parsers' suites agree on, default dialect", [file]))(
  "what public parsers' suites agree on, default dialect",
  () => {
    const rows = sharedRows<PeerCase>(file);
    const forTheCache = rows.filter(isForTheCache);
    const asked = rows.filter((row) => !isForTheCache(row));
    const behaviours = [...new Set(asked.map(({ behaviour }) => behaviour))];

    describe.each(behaviours)("%s", (behaviour) => {
      const some = asked.filter((row) => row.behaviour === behaviour);

      test(`all ${some.length} rows`, () => {
        const wrong = some
          .map(compare)
          .filter(({ expected, actual }) => JSON.stringify(expected) !== JSON.stringify(actual));

        expect(wrong).toEqual([]);
      });
    });

    test(`${forTheCache.length} rows on HTTP statuses are answered by the cache`, () => {
      console.info(`rows answered by the cache: ${forTheCache.map(({ id }) => id).join(", ")}`);

      expect(asked.length).toBeGreaterThan(forTheCache.length);
    });
  },
);
