import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CacheCase } from "./cache-case.ts";
import { runCase } from "./run-case.ts";
import { BODY_FORMS } from "./scripted-fetcher.ts";

const FOLDER = new URL("cases/", import.meta.url);

const casesIn = (file: string): CacheCase[] =>
  JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as CacheCase[];

describe.each(readdirSync(FOLDER))("%s", (file) => {
  describe.each(BODY_FORMS)("with bodies as %s", (form) => {
    it.each(casesIn(file))("$id: $title", async (testCase) => {
      expect(await runCase(testCase, { form })).toBeUndefined();
    });
  });
});
