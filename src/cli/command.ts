import { EXIT, type Command, type Io } from "./io.ts";
import { safeText } from "./render/safe-text.ts";
import { UnreadableError, UsageError } from "./usage-error.ts";

/** A command with the words that describe it. */
export interface CommandPage {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** All that `--help` prints. */
  readonly help: string;
  readonly run: Command;
}

/** Whether the arguments ask for help; behind `--` they are no options. */
const wantsHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes("--help") || options.includes("-h");
};

/** What all commands share: `--help` prints the page, and misuse ends with a message and exit code 2. */
export function commandPage(page: CommandPage): CommandPage {
  const run = async (args: readonly string[], io: Io): Promise<number> => {
    if (wantsHelp(args)) {
      await io.stdout.write(page.help);
      return EXIT.ok;
    }
    try {
      return await page.run(args, io);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const name = `robots-governor ${page.name}`;
      const hint = error instanceof UnreadableError ? "" : `More: ${name} --help\n`;
      await io.stderr.write(`${name}: ${safeText(error.message)}\n${hint}`);
      return EXIT.misuse;
    }
  };
  return { ...page, run };
}
