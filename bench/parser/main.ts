// `npm run bench`: what RobotsPolicy costs, beside other parsers and beside the least that is possible.
import { writeFileSync } from "node:fs";
import { baseline, lineUps, ours } from "./contenders.ts";
import { availableSets } from "./files.ts";
import type { Kept } from "./memory.ts";
import { help, readOptions, type Options } from "./options.ts";
import { referenceName, type Agreement } from "./reference.ts";
import {
  agreementTable,
  circumstances,
  figuresOf,
  memoryTable,
  twinDifference,
  workTable,
} from "./report.ts";
import { entrants, failureOf, runRounds, start, type Entrant, type Result } from "./rounds.ts";
import { digits } from "./table.ts";
import { workloads } from "./workloads.ts";

const say = (progress: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\u001b[2K\r${progress}`);
};
const print = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write("\u001b[2K\r");
  console.log(text);
};

/** Lets one entrant do one job in a process of its own; gives the reason where it cannot. */
async function once<Value>(entrant: Entrant, job: Parameters<typeof ask>[1], options: Options) {
  return (await ask(entrant, job, options)) as Value | string;
}

async function ask(
  entrant: Entrant,
  job: { do: "memory" } | { do: "agree"; step: number },
  options: Options,
): Promise<unknown> {
  say(`${job.do}: ${entrant.name}`);
  const contestant = start(entrant, options);
  try {
    return await contestant.ask(job, options.deadlineMs);
  } catch (error) {
    return failureOf(error);
  } finally {
    contestant.stop();
  }
}

async function checkAnswers(options: Options): Promise<Map<string, Agreement | string>> {
  const agreements = new Map<string, Agreement | string>();
  const step = options.step === 1 ? 4 : 24;
  for (const entrant of entrants(lineUps.memory, options)) {
    if (entrant.isTwin) continue;
    agreements.set(entrant.name, await once<Agreement>(entrant, { do: "agree", step }, options));
  }
  return agreements;
}

async function weigh(options: Options): Promise<(Entrant & { kept: Kept | string })[]> {
  const weighed: (Entrant & { kept: Kept | string })[] = [];
  for (const entrant of entrants(lineUps.memory, options)) {
    weighed.push({ ...entrant, kept: await once<Kept>(entrant, { do: "memory" }, options) });
  }
  return weighed;
}

/** A check of the large file by a check of the small one: how much the size of a file matters. */
function growth(results: ReadonlyMap<string, Result[]>): string {
  const [large, small] = ["large", "small"].map((work) => figuresOf(results.get(work) ?? []));
  const lines = (large ?? []).flatMap(({ name, isTwin, msPerUnit = Number.NaN }) => {
    const other = small?.find((figures) => figures.name === name && !figures.isTwin)?.msPerUnit;
    if (isTwin || other === undefined) return [];
    return [`  ${name}: ${digits(msPerUnit / other)}${name === ours ? " (≤ 3 wanted)" : ""}`];
  });
  return lines.length === 0
    ? ""
    : `a check of the large file, by one of the small file\n${lines.join("\n")}\n`;
}

async function main(options: Options): Promise<void> {
  const where = circumstances();
  if (!availableSets().includes("real"))
    print("../shared/corpus is absent: the small set of our own stands in.");
  print(
    `${Object.values(where).join(", ")}\nfiles: ${options.set}${options.step > 1 ? `, every ${options.step}th` : ""}; ` +
      `ours: ${options.build}; ratios to ${baseline}, median of ${options.rounds} rounds of ${options.clock} time\n`,
  );
  const wanted = (work: string): boolean => options.work.length === 0 || options.work.includes(work);

  const agreements = await checkAnswers(options);
  print(agreementTable(referenceName(options.set), agreements));

  const results = new Map<string, Result[]>();
  for (const [work, workload] of Object.entries(workloads).filter(([work]) => wanted(work))) {
    const result = await runRounds(work, options, say);
    results.set(work, result);
    print(workTable(workload, result, options.set !== "own"));
  }
  const grown = growth(results);
  if (grown !== "") print(grown);

  const kept = wanted("memory") ? await weigh(options) : [];
  if (kept.length > 0) print(memoryTable(kept));

  if (options.json === undefined) return;
  const figures = [...results].map(([work, result]) => ({
    work,
    about: result.find(({ about }) => about !== undefined)?.about,
    twinDifference: twinDifference(result),
    figures: figuresOf(result),
  }));
  const report = { ...where, options, agreements: Object.fromEntries(agreements), work: figures, kept };
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
}

const options = readOptions(process.argv.slice(2), { rounds: 7, deadlineSeconds: 60 });
if (options === undefined) console.log(`${help}\nwork: ${[...Object.keys(workloads), "memory"].join(", ")}`);
else await main(options);
