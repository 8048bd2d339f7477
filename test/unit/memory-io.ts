import { Readable } from "node:stream";
import type { Command, Io } from "../../src/cli/io.ts";

/** What a command left behind. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command finds. */
export interface Surroundings {
  readonly stdin?: string | Uint8Array;
  readonly env?: Io["env"];
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Runs a command in memory. */
export async function runInMemory(
  command: Command,
  args: readonly string[],
  around: Surroundings = {},
): Promise<Ran> {
  const { stdin = "", env = {}, isTTY, columns } = around;
  const texts = { stdout: "", stderr: "" };
  const outputTo = (name: keyof typeof texts) => ({
    write: (text: string): void => {
      texts[name] += text;
    },
    isTTY,
    columns,
  });
  const io = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: outputTo("stdout"),
    stderr: outputTo("stderr"),
    env,
  };
  const code = await command(args, io);
  return { code, ...texts };
}
