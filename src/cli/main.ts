#!/usr/bin/env node
// The command line: the process as commands see it, and the exit code that they leave.
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { dispatch } from "./dispatch.ts";
import { EXIT, type Io, type Output } from "./io.ts";

/** What a shell reports of a program whose reader has gone (128 + SIGPIPE). */
const READER_GONE = 141;

/** A stream of the process as an `Output`: writing waits for room, and fails as the stream does. */
function outputOf(stream: NodeJS.WriteStream): Output {
  // Each write reports its own failure; without a listener the stream would throw it once more.
  stream.on("error", () => undefined);
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    isTTY: stream.isTTY,
    columns: stream.columns,
  };
}

const isReaderGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EPIPE";

function versionOf(manifest: URL): string {
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  return version;
}

const io: Io = {
  // Only looked at when a command reads it: a stream that was opened keeps the process waiting.
  get stdin() {
    return process.stdin;
  },
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  env: process.env,
};

try {
  const version = versionOf(new URL("../../package.json", import.meta.url));
  process.exitCode = await dispatch(process.argv.slice(2), version, io);
} catch (error) {
  if (isReaderGone(error)) {
    process.exitCode = READER_GONE;
  } else {
    // Node's own code for this would be 1, which is an answer of `check`.
    process.exitCode = EXIT.misuse;
    await io.stderr.write(`robots-governor failed, and should not have: ${inspect(error)}\n`);
  }
}
