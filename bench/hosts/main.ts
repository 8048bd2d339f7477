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

/** The least of several: the machine may be shared, and nothing makes a round too fast. */
const least = (values: readonly number[] = []): number => Math.min(...values);

function row(...cells: readonly string[]): void {
  console.log(
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(44) : cell.padStart(20))).join(" | ")} |`,
  );
}

async function main(): Promise<void> {
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model ?? "?"}, ${new Date().toISOString().slice(0, 10)}\n`,
  );

  row("acquire + release + observe", "a processor-second", "ns a cycle", "times a bare bucket");
  row("---", "---:", "---:", "---:");
  for (const [name, hosts] of [
    ["one host", 1],
    ["one host, the same again (A/A)", 1],
    ["spread over 10,000 hosts", 10_000],
  ] as const) {
    const { cycleNs, tokenNs } = await measure("cycle", hosts);
    const ns = least(cycleNs);
    row(name, count(1e9 / ns), count(ns), (ns / least(tokenNs)).toFixed(1));
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
