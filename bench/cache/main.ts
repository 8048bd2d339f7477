// `npm run bench:cache`: what a lookup costs, and what an entry takes.
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { WORKLOADS } from "./workloads.ts";

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));

function child(...job: readonly string[]): unknown {
  const flags = ["--expose-gc", "--import", "tsx", CHILD, ...job];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" }));
}

const sorted = (samples: readonly number[]): number[] => samples.toSorted((one, other) => one - other);
const at = (samples: readonly number[], share: number): number =>
  sorted(samples)[Math.round((samples.length - 1) * share)] ?? Number.NaN;
const whole = (value: number): string => Math.round(value).toLocaleString("en");

console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}, ${new Date().toISOString()}\n`,
);

console.log(
  "Each workload in two processes that do the same (A/A): a difference smaller than theirs means nothing.\n",
);
console.log("| lookups | per second | ns, median | ns, p10–p90 | samples | A/A |");
console.log("|---|--:|--:|--:|--:|--:|");
for (const [name, { title }] of Object.entries(WORKLOADS)) {
  const runs = [child("time", name), child("time", name)] as [number[], number[]];
  const samples = runs.flat();
  const difference = Math.abs(1 - at(runs[0], 0.5) / at(runs[1], 0.5));
  const figures = [
    whole(1e9 / at(samples, 0.5)),
    whole(at(samples, 0.5)),
    `${whole(at(samples, 0.1))}–${whole(at(samples, 0.9))}`,
    samples.length,
    `${(difference * 100).toFixed(1)} %`,
  ];
  console.log(`| ${title} | ${figures.join(" | ")} |`);
}

const SITES = "100000";
const KINDS: Readonly<Record<string, string>> = {
  "404": "no file (404)",
  "200": "file of 200 octets",
  "1000": "file of 1 KB",
  "1000-asked": "file of 1 KB, asked for one agent",
  "5000": "file of 5 KB",
  "5000-asked": "file of 5 KB, asked for one agent",
};

console.log(`\n| an entry, of ${whole(Number(SITES))} sites | octets | by the cache's own estimate |`);
console.log("|---|--:|--:|");
for (const [kind, title] of Object.entries(KINDS)) {
  const { used, believed } = child("weigh", kind, SITES) as { used: number; believed: number };
  console.log(`| ${title} | ${whole(used)} | ${whole(believed)} |`);
}
