import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, styleText } from "node:util";
import type { LawOptions } from "../../governor/index.ts";
import {
  lawPacer,
  ScriptedServer,
  seededRandom,
  simulate as run,
  type Timeline,
} from "../../testing/index.ts";
import { parseDuration } from "../render/duration.ts";
import { timelineSvg } from "../render/timeline-svg.ts";
import { timelineText, type TextOptions } from "../render/timeline-text.ts";
import { namedServers, type NamedServer } from "./servers.ts";
import { parseTrace, replay, TraceError } from "./trace.ts";

/** Where a command writes. */
interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** What a command has of the world. */
export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const FRAMES = 60;
const FRAME_MS = 70;

const help = (): string => `Usage: robots-governor simulate <server | trace.jsonl> [options]

Shows what the rate governor does with a server, in virtual time.

Servers:
${Array.from(namedServers, ([name, { about }]) => `  ${name.padEnd(15)}${about}`).join("\n")}

A trace is a JSON object a line: atMs, and any of latencyMs, status, headers, error, crawlDelayMs.
The picture then shows the recorded answers and the pace the governor would have learned from them.

Options:
  --svg FILE              write the picture as SVG
  --duration 10m          how long to simulate (ms, s, m, h)
  --crawl-delay 3s        what robots.txt asks for
  --base-interval 1s      interval to an unknown host
  --min-interval 10ms     shortest interval
  --max-concurrency 16    most requests in flight
  --workers 16            requests the crawler would have in flight
  --seed 1                another run of the same server
  --json                  write the timeline as JSON
  --no-live               no moving picture in the terminal
  -h, --help
`;

const options = {
  svg: { type: "string" },
  duration: { type: "string" },
  "crawl-delay": { type: "string" },
  "base-interval": { type: "string" },
  "min-interval": { type: "string" },
  "max-concurrency": { type: "string" },
  workers: { type: "string" },
  seed: { type: "string" },
  json: { type: "boolean" },
  "no-live": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = ReturnType<typeof parse>["values"];

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });

/** Wrong use of the command. */
class Misuse extends Error {}

/**
 * `robots-governor simulate`: a server model or a recorded trace in, a picture out: moving in a terminal, a summary
 * elsewhere, and an SVG on request. Gives the exit code: 0, or 2 for wrong use. `frameMs` is the time between two pictures.
 */
export async function simulate(
  args: readonly string[],
  io: CommandIo,
  frameMs: number = FRAME_MS,
): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help === true) {
      io.stdout.write(help());
      return 0;
    }
    const [source, ...rest] = positionals;
    if (source === undefined || rest.length > 0) throw new Misuse("name one server or one trace file");
    const timeline = await timelineOf(source, values);
    await show(timeline, values, io, frameMs);
    return 0;
  } catch (error) {
    if (!isMisuse(error)) throw error;
    io.stderr.write(`robots-governor simulate: ${error.message}\nTry --help.\n`);
    return 2;
  }
}

/** What the user can put right: arguments, settings, files that cannot be read or written. */
const isMisuse = (error: unknown): error is Error =>
  error instanceof Misuse ||
  error instanceof TraceError ||
  error instanceof RangeError ||
  (error instanceof Error &&
    /^(ERR_PARSE_ARGS_|ENOENT|EISDIR|EACCES|ENOTDIR)/.test(String((error as NodeJS.ErrnoException).code)));

async function timelineOf(source: string, values: Values): Promise<Timeline> {
  const law = lawFrom(values);
  const named = namedServers.get(source);
  if (named !== undefined) return simulated(named, values, law);
  if (!source.includes(".") && !source.includes("/")) {
    throw new Misuse(`no server is called ${source}; there are ${[...namedServers.keys()].join(", ")}`);
  }
  return replay(
    source,
    parseTrace(await readFile(source, "utf8")),
    law,
    durationFrom(values, "crawl-delay") ?? 0,
  );
}

function simulated({ server, durationMs }: NamedServer, values: Values, law: LawOptions): Timeline {
  const crawlDelayMs = durationFrom(values, "crawl-delay") ?? server.crawlDelayMs ?? 0;
  const random = seededRandom(numberFrom(values, "seed") ?? 1);
  const [timeline] = run({
    pacers: [lawPacer(law, crawlDelayMs, random)],
    server: new ScriptedServer({ ...server, crawlDelayMs }, random),
    durationMs: durationFrom(values, "duration") ?? durationMs,
    workers: numberFrom(values, "workers") ?? 16,
  });
  if (timeline === undefined) throw new Error("a run with one client has one timeline");
  return timeline;
}

function lawFrom(values: Values): LawOptions {
  const baseIntervalMs = durationFrom(values, "base-interval");
  const minIntervalMs = durationFrom(values, "min-interval");
  const maxConcurrency = numberFrom(values, "max-concurrency");
  return {
    ...(baseIntervalMs === undefined ? {} : { baseIntervalMs }),
    ...(minIntervalMs === undefined ? {} : { minIntervalMs }),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
  };
}

function durationFrom(
  values: Values,
  name: "duration" | "crawl-delay" | "base-interval" | "min-interval",
): number | undefined {
  const text = values[name];
  const ms = text === undefined ? undefined : parseDuration(text);
  if (text !== undefined && !(ms !== undefined && ms > 0)) {
    throw new Misuse(`--${name} must be a time with its unit, as 500ms, 90s, 10m or 1h, got ${text}`);
  }
  return ms;
}

function numberFrom(values: Values, name: "workers" | "seed" | "max-concurrency"): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Misuse(`--${name} must be a whole number of at least 1, got ${text}`);
  return Number(text);
}

async function show(timeline: Timeline, values: Values, io: CommandIo, frameMs: number): Promise<void> {
  const { stdout, stderr, env } = io;
  if (values.svg !== undefined)
    await writeFile(values.svg, timelineSvg(timeline, namedServers.get(timeline.name)?.about));
  if (values.json === true) {
    stdout.write(`${JSON.stringify(timeline)}\n`);
    return;
  }
  const isTerminal = stdout.isTTY === true;
  const columns = stdout.columns ?? 80;
  const hasColour = isTerminal && (env["NO_COLOR"] ?? "") === "";
  const red = hasColour ? (text: string) => styleText("red", text) : String;
  if (isTerminal && values["no-live"] !== true) await play(timeline, stdout, { columns, red }, frameMs);
  else stdout.write(`${timelineText(timeline, { columns, red }).join("\n")}\n`);
  if (values.svg !== undefined) stderr.write(`picture in ${values.svg}\n`);
}

/** Draws the timeline as it comes about, over itself. */
async function play(timeline: Timeline, stdout: Output, text: TextOptions, frameMs: number): Promise<void> {
  for (let frame = 1; frame <= FRAMES; frame++) {
    const untilMs = (timeline.durationMs * frame) / FRAMES;
    const lines = timelineText(timeline, { ...text, untilMs });
    stdout.write(lines.map((line) => `\u001B[2K${line}\n`).join(""));
    if (frame === FRAMES) return;
    await sleep(frameMs);
    stdout.write(`\u001B[${lines.length}A`);
  }
}
