// `npm run bench:hostile`: what files made to be expensive cost, each in a process of its own.
import { writeFileSync } from "node:fs";
import { lineUps } from "./contenders.ts";
import { hostileInputs, type HostileCost } from "./hostile-inputs.ts";
import { help, readOptions, type Options } from "./options.ts";
import { circumstances } from "./report.ts";
import { failureOf, start } from "./rounds.ts";
import { median, spread } from "./statistics.ts";
import { alignColumns, duration } from "./table.ts";

interface Tried {
  input: string;
  contender: string;
  costs: HostileCost[];
  failure?: string;
}

async function tryOnce(tried: Tried, options: Options): Promise<void> {
  const contestant = start({ name: tried.contender, isTwin: false }, options);
  try {
    tried.costs.push(await contestant.ask({ do: "hostile", input: tried.input }, options.deadlineMs));
  } catch (error) {
    tried.failure = failureOf(error);
  } finally {
    contestant.stop();
  }
}

function row({ contender, costs, failure }: Tried): string[] {
  if (failure !== undefined) return [`  ${contender}`, failure];
  if (costs.some(({ answered }) => !answered)) return [`  ${contender}`, "threw"];
  const totals = costs.map(({ parseMs, firstCheckMs }) => parseMs + firstCheckMs);
  const { min, max } = spread(totals);
  const middle = (of: keyof HostileCost & `${string}Ms`): string =>
    duration(median(costs.map((cost) => cost[of])));
  return [
    `  ${contender}`,
    duration(median(totals)),
    `${duration(min)}–${duration(max)}`,
    middle("parseMs"),
    middle("firstCheckMs"),
    middle("nextCheckMs"),
  ];
}

async function main(options: Options): Promise<void> {
  const where = circumstances();
  console.log(Object.values(where).join(", "));
  console.log(`ours: ${options.build}; ${options.rounds} samples, deadline ${options.deadlineMs / 1000} s\n`);
  const head = ["", "parse and check", "spread", "parse", "first check", "next check"];
  const everything: Tried[] = [];
  for (const [input, { title }] of Object.entries(hostileInputs)) {
    if (options.work.length > 0 && !options.work.includes(input)) continue;
    const tried: Tried[] = lineUps.hostile
      .filter((name) => options.contenders.length === 0 || options.contenders.includes(name))
      .map((contender) => ({ input, contender, costs: [] }));
    for (let sample = 0; sample < options.rounds; sample++) {
      for (const one of tried) if (one.failure === undefined) await tryOnce(one, options);
    }
    console.log(`${title}\n${alignColumns([head, ...tried.map(row)])}\n`);
    everything.push(...tried);
  }
  if (options.json === undefined) return;
  writeFileSync(options.json, `${JSON.stringify({ ...where, options, tried: everything }, null, 2)}\n`);
}

const options = readOptions(process.argv.slice(2), { rounds: 3, deadlineSeconds: 10 });
if (options === undefined) console.log(`${help}\nwork: ${Object.keys(hostileInputs).join(", ")}`);
else await main(options);
