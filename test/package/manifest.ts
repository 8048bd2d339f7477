import { readFileSync } from "node:fs";

/** What the tests need of package.json. */
interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

export const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

/** The code entries, as `[name, files]`. */
export const entries: readonly (readonly [name: string, files: { types: string; default: string }])[] =
  Object.entries(manifest.exports).flatMap(([name, files]) =>
    typeof files === "string" ? [] : [[name, files] as const],
  );
