// `npm run bench:hosts`: what a host costs, in time and memory. Measures the built package, each figure in a process of its own.
import { execFile } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Measured } from "./measure.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("measure.ts", import.meta.url));

async function measure(work: "cycle" | "idle" | "busy", hosts: number): Promise<Measured> {
  const flags = ["--expose-gc", "--max-old-space-size=8192", "--import", "tsx"];
  const { stdout } = await run(process.execPath, [...flags, script, work, String(hosts)]);
  return JSON.parse(stdout) as Measured;
}

const count = (value: number): string => Math.round(value).toLocaleString("en");

function spread(values: readonly number[]): { median: number; text: string } {
  const sorted = values.toSorted((one, other) => one - other);
  const median = sorted[sorted.length >> 1] ?? NaN;
  return { median, text: `${count(sorted[0] ?? NaN)}–${count(sorted.at(-1) ?? NaN)}` };
}

function row(...cells: readonly string[]): void {
  console.log(
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(44) : cell.padStart(20))).join(" | ")} |`,
  );
}

async function main(): Promise<void> {
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model ?? "?"}, ${new Date().toISOString().slice(0, 10)}\n`,
  );

  row("acquire + release + observe", "a second, median", "lowest–highest of 7");
  row("---", "---:", "---:");
  for (const [name, hosts] of [
    ["one host", 1],
    ["one host, the same again (A/A)", 1],
    ["spread over 10,000 hosts", 10_000],
  ] as const) {
    const { perSecond = [] } = await measure("cycle", hosts);
    const { median, text } = spread(perSecond);
    row(name, count(median), text);
  }

  console.log("");
  row("memory", "octets a host", "MiB in all", "timers alive");
  row("---", "---:", "---:", "---:");
  for (const work of ["idle", "busy"] as const) {
    for (const hosts of [10_000, 1_000_000]) {
      const { octetsPerHost = NaN, heapMiB = NaN, timers } = await measure(work, hosts);
      const what = work === "idle" ? "idle hosts" : "hosts with one in flight, one waiting";
      row(`${count(hosts)} ${what}`, count(octetsPerHost), heapMiB.toFixed(1), String(timers));
    }
  }
}

await main();
