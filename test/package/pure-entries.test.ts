import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { entries } from "./manifest.ts";

// These may import something; all others are pure and import nothing outside `dist`.
const MAY_IMPORT: Readonly<Record<string, RegExp>> = {
  "./fetcher": /^(?:node:|ipaddr\.js$)/,
  "./stores/lmdb": /^(?:node:|lmdb$)/,
};
const NOTHING = /(?!)/;

/** What only some platforms have. */
const PLATFORM_GLOBALS: ReadonlySet<string> = new Set([
  "Buffer",
  "Bun",
  "Deno",
  "__dirname",
  "__filename",
  "global",
  "process",
  "require",
  "setImmediate",
]);

/** Whether an identifier names a property rather than a variable. */
const isProperty = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) &&
  node.parent.name === node;

function platformGlobalsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && PLATFORM_GLOBALS.has(node.text) && !isProperty(node))
      found.push(`${node.text} in ${file}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true));
  return found;
}

/** Follows the imports of a built file. What leaves `dist` is in `outside`. */
function follow(entry: string): { outside: string[]; files: ReadonlyMap<string, string> } {
  const files = new Map<string, string>();
  const outside: string[] = [];
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    const text = readFileSync(file, "utf8");
    files.set(file, text);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const target = join(dirname(file), fileName);
      if (fileName.startsWith(".") && !relative("dist", target).startsWith("..")) waiting.push(target);
      else outside.push(fileName);
    }
  }
  return { outside, files };
}

test.each(entries)("the built entry %s imports nothing that it may not", (name, { default: file }) => {
  const allowed = MAY_IMPORT[name] ?? NOTHING;

  expect(follow(file).outside.filter((imported) => !allowed.test(imported))).toEqual([]);
});

test.each(entries.filter(([name]) => !(name in MAY_IMPORT)))(
  "the built entry %s uses nothing that only some platforms have",
  (_name, { default: file }) => {
    const found = [...follow(file).files].flatMap(([path, text]) => platformGlobalsIn(path, text));

    expect(found).toEqual([]);
  },
);

test("the imports that the command line has are found", () => {
  expect(follow("dist/cli/main.js").outside).toContain("node:util");
});
