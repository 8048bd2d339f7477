import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { LawOptions } from "../../governor/index.ts";
import {
  lawPacer,
  ScriptedServer,
  seededRandom,
  simulate as runSimulation,
  type Timeline,
} from "../../testing/index.ts";
import { commandPage, type CommandPage } from "../command.ts";
import { EXIT, type Io, type Output } from "../io.ts";
import { paintFor } from "../render/color.ts";
import { parseDuration } from "../render/duration.ts";
import { safeJson, safeText } from "../render/safe-text.ts";
import { timelineSvg } from "../render/timeline-svg.ts";
import { LEAST_COLUMNS, timelineText, type TextOptions } from "../render/timeline-text.ts";
import { namedServers, type NamedServer } from "./servers.ts";
import { UnreadableError, UsageError } from "../usage-error.ts";
import { parseTrace, replay, TraceError } from "./trace.ts";

const FRAMES = 60;
const FRAME_MS = 70;

const HELP = `Shows what the rate governor does with a server, in virtual time.

  robots-governor simulate SERVER|TRACE.jsonl [options]

Servers:
${Array.from(namedServers, ([name, { about }]) => `  ${name.padEnd(15)}${about}\n`).join("")}
A trace is a JSON object a line: atMs, and any of latencyMs, status, headers, error, crawlDelayMs.
The picture then shows the recorded answers and the pace the governor would have learned from them.

Options:
  --svg FILE            write the picture as SVG
  --duration 10m        how long to simulate (ms, s, m, h)
  --crawl-delay 3s      what robots.txt asks for
  --base-interval 1s    interval to an unknown host
  --min-interval 10ms   shortest interval
  --max-concurrency 16  most requests in flight
  --workers 16          requests the crawler would have in flight
  --seed 1              another run of the same server
  --json                write the timeline as JSON
  --no-live             no moving picture in the terminal
  -h, --help            this page

Exit code: 0, or 2 for misuse or a file that cannot be read.
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
} as const;

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });

type Values = ReturnType<typeof parse>["values"];

/** What the user can put right: arguments, settings, files. */
function asUsage(error: unknown): unknown {
  if (error instanceof TraceError) return new UnreadableError(error.message, { cause: error });
  if (error instanceof RangeError) return new UsageError(error.message, { cause: error });
  if (!(error instanceof Error) || !("code" in error)) return error;
  const [message = ""] = error.message.split(/\. |\n/, 1);
  if (String(error.code).startsWith("ERR_PARSE_ARGS_")) return new UsageError(message, { cause: error });
  return /^E[A-Z]+$/.test(String(error.code)) ? new UnreadableError(message, { cause: error }) : error;
}

async function run(args: readonly string[], io: Io, frameMs: number): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const [source, ...rest] = positionals;
    if (source === undefined || rest.length > 0) throw new UsageError("name one server or one trace file");
    await show(await timelineOf(source, values), values, io, frameMs);
    return EXIT.ok;
  } catch (error) {
    throw asUsage(error);
  }
}

/** The command, with so many milliseconds between two pictures in a terminal. */
export const simulation = (frameMs: number): CommandPage =>
  commandPage({
    name: "simulate",
    summary: "show what the rate governor does with a server",
    help: HELP,
    run: (args, io) => run(args, io, frameMs),
  });

/**
 * `robots-governor simulate`: a server model or a recorded trace in, a picture out: moving in a terminal, a summary
 * elsewhere, and an SVG on request.
 */
export const simulate: CommandPage = simulation(FRAME_MS);

async function timelineOf(source: string, values: Values): Promise<Timeline> {
  const law = lawFrom(values);
  const named = namedServers.get(source);
  if (named !== undefined) return simulated(named, values, law);
  if (!source.includes(".") && !source.includes("/")) {
    throw new UsageError(`no server is called ${source}; there are ${[...namedServers.keys()].join(", ")}`);
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
  const [timeline] = runSimulation({
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
    throw new UsageError(`--${name} must be a time with its unit, as 500ms, 90s, 10m or 1h, got ${text}`);
  }
  return ms;
}

function numberFrom(values: Values, name: "workers" | "seed" | "max-concurrency"): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${name} must be a whole number of at least 1, got ${text}`);
  return Number(text);
}

async function show(timeline: Timeline, values: Values, io: Io, frameMs: number): Promise<void> {
  const { stdout, stderr } = io;
  if (values.svg !== undefined) {
    await writeFile(values.svg, timelineSvg(timeline, namedServers.get(timeline.name)?.about));
  }
  if (values.json === true) {
    await stdout.write(`${safeJson(timeline)}\n`);
    return;
  }
  const paint = paintFor("auto", io);
  const look: TextOptions = { columns: stdout.columns ?? 80, red: (text) => paint("bad", text) };
  // Drawing over itself takes a terminal that can move up, and lines that it does not break.
  const canMove = stdout.isTTY === true && io.env["TERM"] !== "dumb" && look.columns >= LEAST_COLUMNS;
  if (canMove && values["no-live"] !== true) await play(timeline, stdout, look, frameMs);
  else await stdout.write(`${timelineText(timeline, look).join("\n")}\n`);
  if (values.svg !== undefined) await stderr.write(`picture in ${safeText(values.svg)}\n`);
}

/** Draws the timeline as it comes about, over itself. */
async function play(timeline: Timeline, stdout: Output, look: TextOptions, frameMs: number): Promise<void> {
  for (let frame = 1; frame <= FRAMES; frame++) {
    const untilMs = (timeline.durationMs * frame) / FRAMES;
    const lines = timelineText(timeline, { ...look, untilMs });
    await stdout.write(lines.map((line) => `\u001B[2K${line}\n`).join(""));
    if (frame === FRAMES) return;
    await sleep(frameMs);
    await stdout.write(`\u001B[${lines.length}A`);
  }
}
