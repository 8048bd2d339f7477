import { defineConfig } from "vitest/config";

const suites = ["unit", "property", "conformance", "contract", "integration", "docs", "package"];

export default defineConfig({
  test: {
    projects: suites.map((name) => ({
      test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: 60_000 },
    })),
  },
});
