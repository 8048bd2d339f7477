import { expect, test } from "vitest";
import { lint } from "../../src/lint/index.ts";
import { arePresent, octetsOfRow, sharedRows } from "../support/shared-data.ts";

const files = ["corpus/real-2019.jsonl.gz", "corpus/real-2026.jsonl.gz"];

test.runIf(arePresent("lint of real files", files))(
  "no real file makes the lint fail",
  { timeout: 300_000 },
  () => {
    const rows = files.flatMap((file) => sharedRows<{ t?: string; b?: string }>(file));
    const codes = new Set(rows.flatMap((row) => lint(octetsOfRow(row)).map(({ code }) => code)));

    expect(rows.length).toBeGreaterThan(8000);
    expect(codes.size).toBeGreaterThan(20);
  },
);
