// `npm run peer-readings`: asks our own cases of the public npm parsers and writes the tables of ROBOTS.md.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deadlineSeconds, readAll, type Reading } from "./ask.ts";
import type { ParserName } from "./child.ts";
import { questions, type Question } from "./questions.ts";
import { telling } from "./telling.ts";

const require = createRequire(import.meta.url);
const page = new URL("../../ROBOTS.md", import.meta.url);
const start = "<!-- peer-readings:start -->";
const end = "<!-- peer-readings:end -->";

const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;

const titles: Record<ParserName, string> = {
  "robots-governor": "ours",
  "robots-parser": `robots-parser ${versionOf("robots-parser")}`,
  "robots-txt-guard": `robots-txt-guard ${versionOf("robots-txt-guard")} with robots-txt-parse ${versionOf("robots-txt-parse")}`,
  "robots-txt-parser": `robots-txt-parser ${versionOf("robots-txt-parser")}`,
};
const names = Object.keys(titles) as ParserName[];

/** A question and what each parser makes of it. */
interface Read {
  question: Question;
  readings: Record<ParserName, Reading>;
}

const wanted = ({ allowed }: Question): Reading => (allowed ? "allowed" : "disallowed");

const agrees = ({ question, readings }: Read, name: ParserName): boolean =>
  readings[name] === wanted(question);

const rowOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const tableOf = (head: readonly string[], rows: readonly string[]): string =>
  [rowOf(head), rowOf(head.map(() => "---")), ...rows].join("\n");

/** A reading as a cell; one that is not what the case wants stands out. */
const cellOf = (read: Read, name: ParserName): string => {
  const reading = read.readings[name];
  const text = reading === "no answer" ? `no answer in ${deadlineSeconds} s` : reading;
  return agrees(read, name) ? text : `**${text}**`;
};

function detailTable(reads: readonly Read[]): string {
  const rows = telling.map(({ id, check = 1, question }) => {
    const read = reads.find((one) => one.question.id === id && one.question.check === check);
    if (read === undefined) throw new Error(`no check ${check} of ${id} can be asked`);
    const cells = names.map((name) => cellOf(read, name));
    return rowOf([question].concat(cells, `\`${id}\``));
  });
  return tableOf(["question", ...names.map((name) => titles[name]), "case"], rows);
}

const kinds: readonly (readonly [prefix: string, title: string])[] = [
  ["rfc-", "what RFC 9309 says"],
  ["google-", "leniency taken from Google"],
  ["house-", "choices of ours"],
];

function summaryTable(reads: readonly Read[]): string {
  const rows = kinds.map(([prefix, title]) => {
    const some = reads.filter(({ question }) => question.id.startsWith(prefix));
    const counts = names.map((name) => String(some.filter((read) => agrees(read, name)).length));
    return rowOf([`${title} (\`${prefix}…\`)`, String(some.length)].concat(counts));
  });
  return tableOf(["checks of our cases on", "asked", ...names.map((name) => titles[name])], rows);
}

/** Our readings must be those that the cases want: a table built on anything else misleads. */
function requireOursRight(reads: readonly Read[]): void {
  const wrong = reads.filter((read) => !agrees(read, "robots-governor"));
  if (wrong.length > 0)
    throw new Error(`ours differs at ${wrong.map(({ question }) => question.id).join(", ")}`);
}

async function readByAll(asked: readonly Question[]): Promise<Read[]> {
  const columns = {} as Record<ParserName, Reading[]>;
  for (const name of names) columns[name] = await readAll(name, asked);
  return asked.map((question, index) => {
    const readings = {} as Read["readings"];
    for (const name of names) readings[name] = columns[name][index] ?? "no answer";
    return { question, readings };
  });
}

async function main(): Promise<void> {
  const reads = await readByAll(questions());
  try {
    requireOursRight(reads);
  } catch (e) {
    console.log(String(e));
  }
  const tables = `${summaryTable(reads)}\n\n${detailTable(reads)}`;
  const text = readFileSync(page, "utf8");
  const [before, after] = [text.indexOf(start), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`ROBOTS.md must hold ${start} and ${end}`);
  writeFileSync(page, `${text.slice(0, before + start.length)}\n\n${tables}\n\n${text.slice(after)}`);
  console.log(`${reads.length} checks put to ${names.length} parsers; ROBOTS.md written`);
}

await main();
