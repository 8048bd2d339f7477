import { open } from "node:fs/promises";
import type { Io } from "./io.ts";
import { UnreadableError } from "./usage-error.ts";

type Chunks = AsyncIterable<string | Uint8Array>;

/** A source that was opened, and what to call it. */
interface Source {
  readonly name: string;
  readonly chunks: Chunks;
}

/** Longer than any URL: so much of a line is held before the list is refused. */
const LONGEST_URL_LINE = 1_048_576;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a directory",
  ENOENT: "no such file",
  ENOTDIR: "no such file",
};

function unreadable(name: string, error: unknown): UnreadableError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new UnreadableError(`cannot read ${name}: ${REASONS[code] ?? String(error)}`, { cause: error });
}

/** Opens a file, or standard input for `-`, so that what cannot be opened is refused before any answer. */
async function openSource(path: string, io: Io): Promise<Source> {
  if (path === "-") return { name: "standard input", chunks: io.stdin };
  try {
    const file = await open(path);
    return { name: path, chunks: file.createReadStream() };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The chunks of a source as octets; a failure on the way names the source. */
async function* octetsOf({ name, chunks }: Source): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for await (const chunk of chunks) yield typeof chunk === "string" ? encoder.encode(chunk) : chunk;
  } catch (error) {
    throw unreadable(name, error);
  }
}

/**
 * The octets of robots.txt, and no more than one past `maxBytes`: enough to see that it goes on.
 *
 * @throws UnreadableError when it cannot be read.
 */
export async function readRobots(path: string, maxBytes: number, io: Io): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of octetsOf(await openSource(path, io))) {
    parts.push(part);
    size += part.length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(parts, Math.min(size, maxBytes + 1));
}

async function* linesOf(source: Source): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const octets of octetsOf(source)) {
    const lines = (rest + decoder.decode(octets, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > LONGEST_URL_LINE)
      throw new UnreadableError(
        `${source.name} is no list of URLs: a line is longer than ${LONGEST_URL_LINE}`,
      );
  }
  yield rest + decoder.decode();
}

/** The URLs of an opened list: one a line, without blank lines and comments, one after the other. */
async function* urlsOf(source: Source): AsyncGenerator<string> {
  for await (const line of linesOf(source)) {
    const url = line.trim();
    if (url !== "" && !url.startsWith("#")) yield url;
  }
}

/**
 * Opens a list of URLs; they are read while they are asked for, so a list may be longer than memory.
 *
 * @throws UnreadableError when it cannot be opened, and while it is read.
 */
export const openUrlList = async (path: string, io: Io): Promise<AsyncIterable<string>> =>
  urlsOf(await openSource(path, io));
