import { Bench } from "tinybench";
import { parseOrNothing, type AnyContender, type Check, type RobotsFile } from "./contender.ts";

/** A file made to be expensive, and a question that makes it so. */
export interface HostileInput {
  title: string;
  make: () => { text: string; path: string };
}

const origin = "https://hostile.example";
const everyone = "User-agent: *\n";

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

const htmlRow = (index: number): string =>
  `<div class="card"><a href="/item/${index}">Item: ${index}</a><p>Allow us: a moment # ${index}</p></div>`;

/** Everything hostile that is tried, by name. */
export const hostileInputs: Readonly<Record<string, HostileInput>> = {
  pieces: {
    title: "/*a*a*a*a*a*a*b against 2,000 × a",
    make: () => ({ text: `${everyone}Disallow: /*a*a*a*a*a*a*b`, path: `/${"a".repeat(2000)}` }),
  },
  "many-pieces": {
    title: "500 pieces against 2,000 × a",
    make: () => ({ text: `${everyone}Disallow: /${"*a".repeat(500)}*b`, path: `/${"a".repeat(2000)}` }),
  },
  stars: {
    title: "a rule of a million stars",
    make: () => ({ text: `${everyone}Disallow: /${"*".repeat(1_000_000)}b`, path: `/${"a".repeat(2000)}` }),
  },
  "shared-rules": {
    title: "29,000 agents, then 4,900 rules",
    make: () => ({
      text: `${lines(29_000, (index) => `User-agent: ${letters(index)}`)}\n${lines(4900, (index) => `Disallow: /${index}`)}`,
      path: "/4899/x",
    }),
  },
  "one-agent-groups": {
    title: "23,000 groups of one agent",
    make: () => ({ text: lines(23_000, (index) => `User-agent: x\nDisallow: /${index}`), path: "/22999" }),
  },
  "many-groups": {
    title: "100,000 groups",
    make: () => ({
      text: lines(100_000, (index) => `User-agent: ${letters(index)}\nDisallow: /${index}`),
      path: "/99999",
    }),
  },
  "many-rules": {
    title: "31,000 rules",
    make: () => ({
      text: everyone + lines(31_000, (index) => `Disallow: /${index % 7 === 0 ? "*/" : "shop/"}${index}`),
      path: "/shop/30999/x",
    }),
  },
  "one-line": {
    title: "10 MiB without a line end",
    make: () => ({ text: "User-agent: *".padEnd(10 * 2 ** 20, "x"), path: "/x" }),
  },
  html: {
    title: "an HTML page of 237 KiB",
    make: () => ({
      text: `<!DOCTYPE html><html><body>\n${lines(3000, htmlRow)}`.slice(0, 237 * 1024),
      path: "/item/17",
    }),
  },
};

/** A token of letters alone, another for each number. */
function letters(index: number): string {
  return index.toString(26).replace(/\d/g, (digit) => String.fromCodePoint(0x71 + Number(digit)));
}

/** What an input cost. */
export interface HostileCost {
  parseMs: number;
  firstCheckMs: number;
  /** One check once the first is done. */
  nextCheckMs: number;
  /** Whether the contender got through, or threw. */
  answered: boolean;
}

/** Times one contender at one input: nothing is warm, as when such a file comes. */
export async function measureHostile(contender: AnyContender, name: string): Promise<HostileCost> {
  const input = hostileInputs[name];
  if (input === undefined) throw new RangeError(`there is no hostile input ${name}`);
  const { text, path } = input.make();
  // By way of octets the text becomes one piece, as it would come from the network.
  const file: RobotsFile = { name, origin, text: Buffer.from(text).toString() };
  const check: Check = { url: origin + path, path, agent: "x" };

  let policy: unknown;
  const parseMs = await timeOnce(async () => {
    policy = await parseOrNothing(contender, file);
  });
  if (policy === undefined) return { parseMs, firstCheckMs: 0, nextCheckMs: 0, answered: false };
  const firstCheckMs = await timeOnce(() => void contender.isAllowed(policy, check));
  const nextCheckMs = await timeOnce(() => void contender.isAllowed(policy, check));
  return { parseMs, firstCheckMs, nextCheckMs, answered: true };
}

async function timeOnce(work: () => void | Promise<void>): Promise<number> {
  const bench = new Bench({ time: 0, iterations: 1, warmup: false, throws: true });
  bench.add("once", async () => await work(), { async: true });
  const [task] = await bench.run();
  if (task?.result.state !== "completed") throw new Error(`not measured: ${task?.result.state}`);
  return task.result.latency.p50;
}
