import { COMMANDS } from "./commands/index.ts";
import { EXIT, type Io } from "./io.ts";
import { safeText } from "./render/safe-text.ts";

const NAME_WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length));

const HELP = `robots-governor: robots.txt policy you can question

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(NAME_WIDTH)}  ${summary}\n`).join("")}
  robots-governor COMMAND --help   how to use a command
  robots-governor --version, -v    the version
`;

/** Finds the command that the first argument names and runs it with the others. Resolves to the exit code. */
export async function dispatch(args: readonly string[], version: string, io: Io): Promise<number> {
  const [name, ...rest] = args;
  const command = COMMANDS.find((page) => page.name === name);
  if (command !== undefined) return command.run(rest, io);
  if (name === "--version" || name === "-v" || name === "-V") {
    await io.stdout.write(`${version}\n`);
    return EXIT.ok;
  }
  if (name === "help" && rest.length > 0) return dispatch([...rest.slice(0, 1), "--help"], version, io);
  if (name === "help" || name === "--help" || name === "-h") {
    await io.stdout.write(HELP);
    return EXIT.ok;
  }
  const problem = name === undefined ? "no command" : `unknown command ${safeText(name)}`;
  await io.stderr.write(`robots-governor: ${problem}\n\n${HELP}`);
  return EXIT.misuse;
}
