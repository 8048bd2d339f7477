// `npm run bench:fetcher`: what the checks cost beside plain node:http, and whether memory stays flat.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const REQUESTS = process.env["BENCH_REQUESTS"] ?? "3000";
const WEIGHED = process.env["BENCH_WEIGHED"] ?? "50000";
const LEAST_RATIO = 0.7;
/** Between the second and the last tenth; the first fills caches and compiles. */
const MOST_GROWTH_BYTES = 2 * 2 ** 20;

const server = spawn(process.execPath, ["--import", "tsx", path("server.ts")], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [port] = (await once(createInterface(server.stdout), "line")) as [string];
const origin = `http://127.0.0.1:${port}`;

function child(...job: readonly string[]): number[] {
  const flags = ["--expose-gc", "--import", "tsx", path("child.ts"), ...job];
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

const runs = ["plain", "ours", "plain"].map((name) => ({
  name,
  rates: child("time", name, origin, REQUESTS),
}));
console.log("| | requests per second, median | lowest–highest |");
console.log("|---|--:|--:|");
for (const { name, rates } of runs) {
  const title = name === "plain" ? "node:http, no keep-alive" : "PageFetcher, gate and governor included";
  console.log(
    `| ${title} | ${whole(median(rates))} | ${whole(Math.min(...rates))}–${whole(Math.max(...rates))} |`,
  );
}
const [first, ours, second] = runs.map(({ rates }) => median(rates)) as [number, number, number];
const ratio = ours / ((first + second) / 2);
console.log(`\nratio ${ratio.toFixed(2)}, at least ${LEAST_RATIO}; A/A ${(first / second).toFixed(2)}`);

const octets = child("weigh", "ours", origin, WEIGHED);
console.log(`\nmemory in use after each tenth of ${whole(Number(WEIGHED))} requests, MiB:`);
console.log(octets.map((each) => (each / 2 ** 20).toFixed(1)).join(" "));
const growth = (octets.at(-1) ?? 0) - (octets[1] ?? 0);
console.log(`growth from the second to the last: ${whole(growth / 1024)} KiB`);

server.kill();
if (ratio < LEAST_RATIO || growth > MOST_GROWTH_BYTES) process.exitCode = 1;
