import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "policy/index": "src/policy/index.ts",
    "parser/index": "src/parser/index.ts",
    "lint/index": "src/lint/index.ts",
    "cache/index": "src/cache/index.ts",
    "governor/index": "src/governor/index.ts",
    "gate/index": "src/gate/index.ts",
    "fetcher/index": "src/fetcher/index.ts",
    "adapters/undici": "src/adapters/undici.ts",
    "adapters/got": "src/adapters/got.ts",
    "adapters/axios": "src/adapters/axios.ts",
    "adapters/crawlee": "src/adapters/crawlee.ts",
    "adapters/playwright": "src/adapters/playwright.ts",
    "adapters/puppeteer": "src/adapters/puppeteer.ts",
    "testing/index": "src/testing/index.ts",
    "cli/main": "src/cli/main.ts",
  },
  format: "esm",
  target: "node20.19",
  // Shared code lands in chunks, so that a class reached through two entries is one class.
  splitting: true,
  removeNodeProtocol: false,
  // Named octets become numbers in the loops that compare them: a variable of the module is loaded each time.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
  },
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
});
