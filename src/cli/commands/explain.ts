import type { Dialect } from "../../policy/index.ts";
import { announcer } from "../announce.ts";
import { QUESTION_HELP, questionOf } from "../arguments.ts";
import { commandPage, type CommandPage } from "../command.ts";
import { findingsOf } from "../findings.ts";
import { EXIT, type Io } from "../io.ts";
import { paintFor } from "../render/color.ts";
import { explanation } from "../render/explanation.ts";
import { jsonLines } from "../render/json-lines.ts";
import { openRules } from "../rules.ts";

/** Both dialects are looked at, always: the one that was asked for first, and whether the other agrees. */
const withTheOther = ([first]: readonly Dialect[]): readonly Dialect[] =>
  first === "google" ? ["google", "rfc9309"] : ["rfc9309", "google"];

async function run(args: readonly string[], io: Io): Promise<number> {
  const question = questionOf(args);
  const rulesFor = await openRules(question, withTheOther(question.dialects), io);
  const announce = announcer(io, { asked: question.dialects });
  const look = {
    paint: paintFor(question.color, io),
    columns: io.stdout.isTTY === true ? io.stdout.columns : undefined,
    bothDialects: question.dialects.length > 1,
  };
  let separator = "";
  for await (const finding of findingsOf(question, rulesFor, io)) {
    await announce(finding);
    await io.stdout.write(
      question.json
        ? jsonLines(finding, question.dialects, { diagnostics: true })
        : separator + explanation(finding, look),
    );
    separator = "\n";
  }
  return EXIT.ok;
}

/** `robots-governor explain`: which lines of the file make the verdict? */
export const explain: CommandPage = commandPage({
  name: "explain",
  summary: "show the lines of robots.txt that decide about URLs",
  help: `Shows for each URL the group, the rule that wins and the rules that lose, in the file itself.

  robots-governor explain URL… [--robots FILE|URL] [options]

${QUESTION_HELP}
The other dialect is always asked too; with --dialect both, each is shown where they disagree.

Exit code: 0 whatever the verdict, 2 no answer (misuse, or a file that cannot be read).
`,
  run,
});
