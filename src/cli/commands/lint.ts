import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { fix, lint as findingsOf, sarifLog, type LintedFile, type Severity } from "../../lint/index.ts";
import { DEFAULT_MAX_BYTES, textOf } from "../../parser/index.ts";
import { commandPage, type CommandPage } from "../command.ts";
import { readRobots } from "../input.ts";
import { EXIT, type Io } from "../io.ts";
import { paintFor, type ColorWish } from "../render/color.ts";
import { lintJson, lintLines } from "../render/lint-lines.ts";
import { safeJson } from "../render/safe-text.ts";
import { UnreadableError, UsageError } from "../usage-error.ts";

type Format = "text" | "json" | "sarif";

interface Request {
  readonly files: readonly string[];
  readonly format: Format;
  readonly fix: boolean;
  readonly failOn: Severity | "never";
  readonly url: string | undefined;
  readonly color: ColorWish;
}

const FORMATS: readonly Format[] = ["text", "json", "sarif"];
const FAIL_ON: readonly Request["failOn"][] = ["error", "warning", "info", "never"];
const COLORS: readonly ColorWish[] = ["auto", "always", "never"];

const OPTIONS = {
  format: { type: "string", default: "text" },
  "fail-on": { type: "string", default: "error" },
  color: { type: "string", default: "auto" },
  url: { type: "string" },
  fix: { type: "boolean", default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // parseArgs has no other way to refuse.
    const [message = ""] = String(error instanceof Error ? error.message : error).split(/\. |\n/, 1);
    throw new UsageError(message, { cause: error });
  }
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice === undefined)
    throw new UsageError(`--${name} must be one of ${choices.join(", ")}, got ${value}`);
  return choice;
}

function requestOf(args: readonly string[]): Request {
  const { values, positionals: files } = parse(args);
  if (files.length === 0) throw new UsageError("no file to lint; - is standard input");
  if (files.filter((file) => file === "-").length > 1) throw new UsageError("there is one standard input");
  const format = oneOf("format", values.format, FORMATS);
  if (values.fix && files.includes("-") && format !== "text")
    throw new UsageError("--fix - writes the file to standard output: no place is left for a report");
  if (values.url !== undefined && !URL.canParse(values.url))
    throw new UsageError(`--url must be an absolute URL, got ${values.url}`);
  return {
    files,
    format,
    fix: values.fix,
    failOn: oneOf("fail-on", values["fail-on"], FAIL_ON),
    url: values.url,
    color: oneOf("color", values.color, COLORS),
  };
}

async function save(path: string, octets: Uint8Array, io: Io): Promise<void> {
  if (path === "-") {
    await io.stdout.write(textOf(octets));
    return;
  }
  try {
    await writeFile(path, octets);
  } catch (error) {
    throw new UnreadableError(`cannot write ${path}: ${String(error)}`, { cause: error });
  }
}

async function lintFile(path: string, request: Request, io: Io): Promise<LintedFile> {
  const octets = await readRobots(path, DEFAULT_MAX_BYTES, io);
  const options = request.url === undefined ? {} : { url: request.url };
  const uri = path === "-" ? "stdin" : path;
  if (!request.fix) return { uri, findings: findingsOf(octets, options) };
  const { octets: after, fixed, remaining } = fix(octets, options);
  if (fixed.length > 0 || path === "-") await save(path, after, io);
  if (fixed.length > 0) await io.stderr.write(`${uri}: ${fixed.length} fixed\n`);
  return { uri, findings: remaining };
}

function report(files: readonly LintedFile[], { format, color }: Request, io: Io): string {
  if (format === "sarif") return `${safeJson(sarifLog(files))}\n`;
  if (format === "json") return files.map((file) => `${safeJson(lintJson(file))}\n`).join("");
  return lintLines(files, paintFor(color, io));
}

async function run(args: readonly string[], io: Io): Promise<number> {
  const request = requestOf(args);
  const files: LintedFile[] = [];
  for (const path of request.files) files.push(await lintFile(path, request, io));
  const output = request.fix && request.files.includes("-") ? io.stderr : io.stdout;
  await output.write(report(files, request, io));
  // `never` stands behind all severities, and no finding has it.
  const limit = request.failOn === "never" ? -1 : FAIL_ON.indexOf(request.failOn);
  const isGrave = files.some(({ findings }) =>
    findings.some(({ severity }) => FAIL_ON.indexOf(severity) <= limit),
  );
  return isGrave ? EXIT.findings : EXIT.ok;
}

/** `robots-governor lint`: what does a file get wrong? */
export const lint: CommandPage = commandPage({
  name: "lint",
  summary: "find what a robots.txt gets wrong, and fix it",
  help: `Tells what in a robots.txt does not say what it seems to, or is read otherwise by some crawlers.

  robots-governor lint FILE… [options]        - is standard input

Options:
  --fix              make the fixes that are clear, in the file itself; with -, standard output has the new text.
                     Nothing else changes, and no verdict, but where a finding says so
  --format NAME      text (default), json (one value a file), or sarif (2.1.0, for code scanning)
  --fail-on LEVEL    error (default), warning, info, or never
  --url URL          the address of the file, to complete relative sitemaps
  --color WHEN       auto (default: on terminals), always, never; NO_COLOR and FORCE_COLOR count
  -h, --help         this page

Exit code: 0 nothing as grave as --fail-on, 1 something is, 2 misuse, or a file that cannot be read.
`,
  run,
});
