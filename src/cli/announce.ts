import type { Io } from "./io.ts";
import { provenanceOf } from "./render/provenance.ts";
import { safeText } from "./render/safe-text.ts";
import type { Rules } from "./rules.ts";

/** Tells on standard error what makes every answer doubtful: a file that was cut, or is no robots.txt. */
async function warnOfErrors({ name, readings }: Rules, io: Io): Promise<void> {
  const diagnostics = readings[0]?.policy.document.diagnostics ?? [];
  for (const { severity, line, message } of diagnostics) {
    if (severity === "error") await io.stderr.write(`warning: ${safeText(name)}:${line}: ${message}\n`);
  }
}

/**
 * Makes what is told before the first answer by some rules, and once alone: their errors, and, where `heading`
 * makes a line of it, where they come from.
 */
export function announcer(io: Io, heading?: (provenance: string) => string): (rules: Rules) => Promise<void> {
  const announced = new WeakSet<Rules>();
  return async (rules) => {
    if (announced.has(rules)) return;
    announced.add(rules);
    await warnOfErrors(rules, io);
    const provenance = provenanceOf(rules);
    if (heading !== undefined && provenance !== undefined) await io.stdout.write(heading(provenance));
  };
}
