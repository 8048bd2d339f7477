import type { Question } from "./arguments.ts";
import type { Reading } from "./findings.ts";
import type { Io } from "./io.ts";
import { safeText } from "./render/safe-text.ts";

/** Tells on standard error what makes every answer doubtful: a file that was cut, or is no robots.txt. */
export async function warnOfErrors(
  { robots }: Question,
  readings: readonly Reading[],
  io: Io,
): Promise<void> {
  const diagnostics = readings[0]?.policy.document.diagnostics ?? [];
  const name = robots === "-" ? "standard input" : robots;
  for (const { severity, line, message } of diagnostics) {
    if (severity === "error") await io.stderr.write(`warning: ${safeText(name)}:${line}: ${message}\n`);
  }
}
