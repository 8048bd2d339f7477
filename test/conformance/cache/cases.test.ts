import { describe, expect, it } from "vitest";
import { cacheCaseFiles } from "./cache-case.ts";
import { runCase } from "./run-case.ts";
import { BODY_FORMS } from "./scripted-fetcher.ts";

describe.each(cacheCaseFiles())("$file", ({ cases }) => {
  describe.each(BODY_FORMS)("with bodies as %s", (form) => {
    it.each(cases)("$id: $title", async (testCase) => {
      expect(await runCase(testCase, { form })).toBeUndefined();
    });
  });
});
