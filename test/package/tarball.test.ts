import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { entries, manifest } from "./manifest.ts";

const home = mkdtempSync(join(tmpdir(), "robots-governor-"));
afterAll(() => rmSync(home, { recursive: true }));

// Without scripts: the build would pull `dist` away from the tests that run beside this one.
const [packed] = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", home], {
    encoding: "utf8",
  }),
) as [{ filename: string; files: readonly { path: string }[] }];
const paths = packed.files.map(({ path }) => path);

describe("the packed package", () => {
  test("holds every file that package.json promises", () => {
    const promised = [
      ...entries.flatMap(([, files]) => [files.types, files.default]),
      ...Object.values(manifest.bin),
    ].map((path) => posix.normalize(path));

    expect(promised.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("holds code, examples and documents, and nothing else", () => {
    const EXPECTED =
      /^(?:dist\/.+\.(?:js|d\.ts)|src\/cli\/examples\/.+|(?:README|CHANGELOG|ROBOTS)\.md|LICENSE|package\.json)$/;

    expect(paths.filter((path) => !EXPECTED.test(path))).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        "README.md",
        "CHANGELOG.md",
        "ROBOTS.md",
        "LICENSE",
        "src/cli/examples/shop.robots.txt",
      ]),
    );
  });

  test("answers where it is installed, with its dependencies and nothing else beside it", () => {
    const installed = join(home, "node_modules", "robots-governor");
    mkdirSync(installed, { recursive: true });
    execFileSync("tar", ["-xzf", join(home, packed.filename), "-C", installed, "--strip-components=1"]);
    for (const name of Object.keys(manifest.dependencies ?? {}))
      symlinkSync(resolve("node_modules", name), join(home, "node_modules", name));
    const node = (...args: string[]): string =>
      execFileSync(process.execPath, args, { cwd: home, encoding: "utf8" });

    const script =
      'import { RobotsPolicy } from "robots-governor"; console.log(RobotsPolicy.disallowAll().isAllowed("/"))';
    expect(node("--input-type=module", "-e", script)).toBe("false\n");
    expect(node(join(installed, manifest.bin["robots-governor"] ?? ""), "--version")).toBe(
      `${manifest.version}\n`,
    );
  });
});
