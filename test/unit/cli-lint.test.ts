import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, onTestFinished, test } from "vitest";
import { lint } from "../../src/cli/commands/lint.ts";
import { runInMemory } from "./memory-io.ts";

const ODD = "User-agent: *\nDissalow: /a # kept\nFoo: kept\nDisallow: tmp/\n";

const run = (args: readonly string[], stdin = ODD) => runInMemory(lint.run, args, { stdin });

test("findings are one a line, with their place, and counted", async () => {
  const { stdout, code } = await run(["-"]);

  expect(stdout.split("\n")[0]).toMatch(/^stdin:2:1 {2}warning .*misspelled-name, RFC 9309 2\.2$/);
  expect(stdout).toContain("(--fix, changes verdicts)");
  expect(stdout).toMatch(/\n1 errors, 2 warnings, 0 remarks\n$/);
  expect(code).toBe(1);
});

test.each([
  ["error", 0],
  ["warning", 1],
  ["info", 1],
  ["never", 0],
])("--fail-on %s ends with %d on a warning", async (level, code) => {
  expect((await run(["-", "--fail-on", level], "Foo: bar\n")).code).toBe(code);
});

test.each([
  [[]],
  [["-", "-"]],
  [["-", "--format", "xml"]],
  [["-", "--bogus"]],
  [["/no/such/file"]],
  [["-", "--url", "x"]],
])("%j is misuse", async (args) => {
  expect((await run(args)).code).toBe(2);
});

test("--fix with - writes the new text, and the rest of the findings beside it", async () => {
  const { stdout, stderr } = await run(["-", "--fix"]);

  expect(stdout).toBe("User-agent: *\nDisallow: /a # kept\nFoo: kept\nDisallow: /tmp/\n");
  expect(stderr).toContain("record-unknown");
  expect(stderr).not.toContain("misspelled-name");
});

test("--fix changes the file itself", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lint-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "robots.txt");
  await writeFile(file, ODD);

  const { code, stderr } = await run([file, "--fix"]);

  expect(await readFile(file, "utf8")).toBe(
    "User-agent: *\nDisallow: /a # kept\nFoo: kept\nDisallow: /tmp/\n",
  );
  expect(stderr).toContain("2 fixed");
  expect(code).toBe(0);
});

test("json is one value a file", async () => {
  const { stdout } = await run(["-", "--format", "json"]);

  expect(JSON.parse(stdout)).toMatchObject({
    file: "stdin",
    findings: [{ code: "misspelled-name", line: 2, fix: { text: "Disallow" } }, {}, {}],
  });
});

// What SARIF 2.1.0 (OASIS) demands of the properties that are used here; no others are allowed.
const object = (required: readonly string[], properties: Record<string, unknown>) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
const text = object(["text"], { text: { type: "string" } });
const level = { enum: ["none", "note", "warning", "error"] };
const index = { type: "integer", minimum: 0 };
const place = { type: "integer", minimum: 1 };
const artifactLocation = object(["uri"], { uri: { type: "string" } });
const list = (items: unknown) => ({ type: "array", items });
const region = object([], { startLine: place, startColumn: place, byteOffset: index, byteLength: index });
const rule = object(["id"], {
  id: { type: "string" },
  shortDescription: text,
  defaultConfiguration: object([], { level }),
  properties: { type: "object" },
});
const replacement = object(["deletedRegion"], { deletedRegion: region, insertedContent: text });
const change = object(["artifactLocation", "replacements"], {
  artifactLocation,
  replacements: { ...list(replacement), minItems: 1 },
});
const result = object(["message"], {
  ruleId: { type: "string" },
  ruleIndex: index,
  level,
  message: text,
  locations: list(object([], { physicalLocation: object([], { artifactLocation, region }) })),
  fixes: list(object(["artifactChanges"], { artifactChanges: { ...list(change), minItems: 1 } })),
});
const driver = object(["name"], { name: { type: "string" }, rules: list(rule) });
const log = object(["version", "runs"], {
  $schema: { type: "string" },
  version: { const: "2.1.0" },
  runs: list(
    object(["tool"], {
      tool: object(["driver"], { driver }),
      columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
      results: list(result),
    }),
  ),
});

test("sarif is a log as SARIF 2.1.0 demands it", async () => {
  const { stdout } = await run(["-", "--format", "sarif"]);
  const validate = new Ajv({ allErrors: true }).compile(log);

  validate(JSON.parse(stdout));

  expect(validate.errors).toBeNull();
  expect(JSON.parse(stdout)).toMatchObject({
    runs: [{ results: [{ ruleId: "misspelled-name", level: "warning" }, {}, {}] }],
  });
});
