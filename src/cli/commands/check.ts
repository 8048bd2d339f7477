import { announcer } from "../announce.ts";
import { QUESTION_HELP, questionOf } from "../arguments.ts";
import { commandPage, type CommandPage } from "../command.ts";
import { findingsOf } from "../findings.ts";
import { EXIT, type Io } from "../io.ts";
import { checkLines } from "../render/check-lines.ts";
import { paintFor } from "../render/color.ts";
import { jsonLines } from "../render/json-lines.ts";
import { openRules } from "../rules.ts";

async function run(args: readonly string[], io: Io): Promise<number> {
  const question = questionOf(args);
  const rulesFor = await openRules(question, question.dialects, io);
  const paint = paintFor(question.color, io);
  const linesOf = checkLines(question.agents, paint);
  const heading = (provenance: string): string => paint("faint", `# ${provenance}\n`);
  const announce = announcer(io, {
    asked: question.dialects,
    heading: question.json ? undefined : heading,
  });
  let allAllowed = true;
  for await (const finding of findingsOf(question, rulesFor, io)) {
    await announce(finding);
    allAllowed &&= finding.answers.every(({ verdict }) => verdict.allowed);
    await io.stdout.write(question.json ? jsonLines(finding, question.dialects) : linesOf(finding));
  }
  return allAllowed ? EXIT.ok : EXIT.disallowed;
}

/** `robots-governor check`: may these URLs be fetched? */
export const check: CommandPage = commandPage({
  name: "check",
  summary: "tell whether URLs may be fetched",
  help: `Tells for each URL whether robots.txt lets a crawler fetch it.

  robots-governor check URL… [--robots FILE|URL] [options]

${QUESTION_HELP}
With --dialect both, "both" is where the dialects come to the same verdict; where they do not, each has a
line of its own, with its name.

Exit code: 0 all allowed, 1 some not allowed, 2 no answer (misuse, or a file that cannot be read).
`,
  run,
});
