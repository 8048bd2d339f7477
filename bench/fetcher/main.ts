// `npm run bench:fetcher`: what the checks cost beside plain node:http, and whether memory stays flat.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CONTENDERS } from "./contenders.ts";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));
const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
const REQUESTS = process.env["BENCH_REQUESTS"] ?? "1000";
const WEIGHED = process.env["BENCH_WEIGHED"] ?? "50000";
const LEAST_RATIO = 0.7;
/** Between the second and the last tenth; the first fills caches and compiles. */
const MOST_GROWTH_BYTES = 2 * 2 ** 20;

const server = spawn(process.execPath, ["--import", "tsx", SERVER], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [port] = (await once(createInterface(server.stdout), "line")) as [string];
const origin = `http://127.0.0.1:${port}`;

function child(job: "compare" | "weigh", requests: string): unknown {
  const flags = ["--expose-gc", "--import", "tsx", CHILD, job, origin, requests];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" }));
}

const sorted = (samples: readonly number[]): number[] => samples.toSorted((one, other) => one - other);
const median = (samples: readonly number[]): number =>
  sorted(samples)[Math.floor(samples.length / 2)] ?? Number.NaN;
const whole = (value: number): string => Math.round(value).toLocaleString("en");

console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}, ${new Date().toISOString()}\n`,
);
console.log(`Pages of 1 kB from a server of this machine, 16 at a time; ${REQUESTS} in each of 9 rounds.\n`);

const rates = child("compare", REQUESTS) as Record<string, number[]>;
const ratesOf = (name: string): number[] => rates[name] ?? [];
console.log("| | requests per second, median | lowest–highest |");
console.log("|---|--:|--:|");
for (const [name, { title }] of Object.entries(CONTENDERS)) {
  const samples = sorted(ratesOf(name));
  const range = `${whole(samples[0] ?? 0)}–${whole(samples.at(-1) ?? 0)}`;
  console.log(`| ${title} | ${whole(median(samples))} | ${range} |`);
}

/** The median over the rounds of a contender beside node:http in the same round. */
const ratioOf = (name: string): number =>
  median(ratesOf(name).map((rate, round) => rate / (ratesOf("plain")[round] ?? Number.NaN)));
const ratio = ratioOf("open");
console.log(`\nbeside node:http, median of the rounds: ${ratio.toFixed(2)}, at least ${LEAST_RATIO};`);
console.log(
  `with gate and governor ${ratioOf("gated").toFixed(2)}; node:http once more ${ratioOf("again").toFixed(2)} (A/A)`,
);

const octets = child("weigh", WEIGHED) as number[];
console.log(`\nmemory in use after each tenth of ${whole(Number(WEIGHED))} requests, MiB:`);
console.log(octets.map((each) => (each / 2 ** 20).toFixed(1)).join(" "));
const growth = (octets.at(-1) ?? 0) - (octets[1] ?? 0);
console.log(`growth from the second to the last: ${whole(growth / 1024)} KiB`);

server.kill();
if (ratio < LEAST_RATIO || growth > MOST_GROWTH_BYTES) process.exitCode = 1;
