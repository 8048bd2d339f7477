// `npm run bench:fetcher`: what the checks cost beside plain node:http, and whether memory stays flat.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CONTENDERS } from "./contenders.ts";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));
const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
const REQUESTS = process.env["BENCH_REQUESTS"] ?? "3000";
const WEIGHED = process.env["BENCH_WEIGHED"] ?? "50000";
const LEAST_RATIO = 0.7;
/** Between the second and the last tenth; the first fills caches and compiles. */
const MOST_GROWTH_BYTES = 2 * 2 ** 20;

const server = spawn(process.execPath, ["--import", "tsx", SERVER], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [port] = (await once(createInterface(server.stdout), "line")) as [string];
const origin = `http://127.0.0.1:${port}`;

function child(...job: readonly string[]): number[] {
  const flags = ["--expose-gc", "--import", "tsx", CHILD, ...job];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" })) as number[];
}

const sorted = (samples: readonly number[]): number[] => samples.toSorted((one, other) => one - other);
const median = (samples: readonly number[]): number =>
  sorted(samples)[Math.floor(samples.length / 2)] ?? Number.NaN;
const whole = (value: number): string => Math.round(value).toLocaleString("en");

console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}, ${new Date().toISOString()}\n`,
);
console.log(`Pages of 1 kB from a server of this machine, 16 at a time, ${REQUESTS} in each of 5 rounds.\n`);

const order = ["plain", "open", "gated", "open", "plain"] as const;
const runs = order.map((name) => ({ name, rate: sorted(child("time", name, origin, REQUESTS)) }));
console.log("| | requests per second, median | lowest–highest |");
console.log("|---|--:|--:|");
for (const { name, rate } of runs) {
  const range = `${whole(rate[0] ?? 0)}–${whole(rate.at(-1) ?? 0)}`;
  console.log(`| ${CONTENDERS[name]?.title ?? name} | ${whole(median(rate))} | ${range} |`);
}
const mediansOf = (name: string): number[] =>
  runs.filter((run) => run.name === name).map(({ rate }) => median(rate));
const mean = (values: readonly number[]): number =>
  values.reduce((one, other) => one + other, 0) / values.length;
const [first = 0, second = 1] = mediansOf("plain");
const ratio = mean(mediansOf("open")) / mean([first, second]);
const gatedRatio = mean(mediansOf("gated")) / mean([first, second]);
console.log(
  `\nratio ${ratio.toFixed(2)}, at least ${LEAST_RATIO}; with gate and governor ${gatedRatio.toFixed(2)}`,
);
console.log(`A/A of node:http ${(first / second).toFixed(2)}: a difference smaller than this means nothing`);

const octets = child("weigh", "gated", origin, WEIGHED);
console.log(`\nmemory in use after each tenth of ${whole(Number(WEIGHED))} requests, MiB:`);
console.log(octets.map((each) => (each / 2 ** 20).toFixed(1)).join(" "));
const growth = (octets.at(-1) ?? 0) - (octets[1] ?? 0);
console.log(`growth from the second to the last: ${whole(growth / 1024)} KiB`);

server.kill();
if (ratio < LEAST_RATIO || growth > MOST_GROWTH_BYTES) process.exitCode = 1;
