import type { Dialect } from "../policy/index.ts";
import type { Finding } from "./findings.ts";
import type { Io } from "./io.ts";
import { provenanceOf } from "./render/provenance.ts";
import { safeText } from "./render/safe-text.ts";
import type { Rules } from "./rules.ts";
import { makesDoubtful, warningsOn } from "./warnings.ts";

async function warnOfFile({ name, readings }: Rules, io: Io): Promise<void> {
  const diagnostics = readings[0]?.policy.document.diagnostics ?? [];
  for (const { line, message } of diagnostics.filter(makesDoubtful))
    await io.stderr.write(`warning: ${safeText(name)}:${line}: ${message}\n`);
}

/** How findings are announced. */
export interface Announcing {
  /** The dialects that were asked for. */
  readonly asked: readonly Dialect[];
  /** Makes a line for standard output of where rules come from. @defaultValue none: nothing is said there */
  readonly heading?: ((provenance: string) => string) | undefined;
}

/**
 * Makes what is told before the answers of a finding: once for its rules, what makes them doubtful and where
 * they come from; once for its URL, what is doubtful about that.
 */
export function announcer(io: Io, { asked, heading }: Announcing): (finding: Finding) => Promise<void> {
  const announced = new WeakSet<Rules>();
  let lastUrl: string | undefined;
  return async (finding) => {
    const { rules, url } = finding;
    if (!announced.has(rules)) {
      announced.add(rules);
      await warnOfFile(rules, io);
      const provenance = provenanceOf(rules);
      if (heading !== undefined && provenance !== undefined) await io.stdout.write(heading(provenance));
    }
    if (url === lastUrl) return;
    lastUrl = url;
    for (const warning of warningsOn(finding, asked)) await io.stderr.write(`warning: ${warning}\n`);
  };
}
