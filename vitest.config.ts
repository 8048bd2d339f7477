import { defineConfig, type ViteUserConfigExport } from "vitest/config";

const suites = ["unit", "property", "conformance", "contract", "integration", "docs", "package"];

const config: ViteUserConfigExport = defineConfig({
  test: {
    projects: suites.map((name) => ({
      test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: 60_000 },
    })),
  },
});

export default config;
