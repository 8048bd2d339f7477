/** Where text goes. */
export interface Output {
  /** Takes some text. A promise: when there is room for more; it rejects when nobody reads any longer. */
  write(text: string): void | Promise<void>;
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined;
  /** How many characters fit on a line of the terminal. */
  readonly columns?: number | undefined;
}

/** All that a command sees of the process that runs it. */
export interface Io {
  readonly stdin: AsyncIterable<string | Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Does one thing with its arguments and resolves to the exit code; it does not reject on misuse. */
export type Command = (args: readonly string[], io: Io) => Promise<number>;

/** What an exit code says. */
export const EXIT = {
  /**
   * Done; for `check`: every answer is "allowed"; for `fetch`: every page was fetched; for `lint`: nothing as grave
   * as `--fail-on` says.
   */
  ok: 0,
  /** `check`: at least one answer is not "allowed"; `fetch`: at least one page was not fetched. */
  disallowed: 1,
  /** `lint`: something is as grave as `--fail-on` says. */
  findings: 1,
  /** No answer: misuse, or something that cannot be read. */
  misuse: 2,
} as const;
