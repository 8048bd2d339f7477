import { decode, DEFAULT_MAX_BYTES, LONGEST_LINE, type RobotsText } from "../parser/index.ts";
import type { Finding } from "./finding.ts";
import { lint, type LintOptions } from "./lint.ts";

/** A file after its fixes. */
export interface FixedFile {
  /** UTF-8. */
  readonly octets: Uint8Array;
  /** The findings that were cured, in the order of their fixes; places are those of the text before each round. */
  readonly fixed: readonly Finding[];
  /** What is left, with places in the new text. */
  readonly remaining: readonly Finding[];
}

/** A line this near to what is read of one may lose its end to a fix. */
const LONGEST_FIXED_LINE = LONGEST_LINE - 64;

const isLong = (octets: Uint8Array, { start }: Finding): boolean => {
  let from = start;
  let to = start;
  const isEnd = (at: number): boolean => octets[at] === 0x0a || octets[at] === 0x0d;
  while (from > 0 && !isEnd(from - 1) && start - from <= LONGEST_LINE) from--;
  while (to < octets.length && !isEnd(to) && to - from <= LONGEST_LINE) to++;
  return to - from > LONGEST_FIXED_LINE;
};

/** The findings whose fixes can be made at once: none touches another. */
function fixableOf(findings: readonly Finding[], octets: Uint8Array): Finding[] {
  let end = -1;
  return findings
    .filter((finding) => finding.fix !== undefined && !isLong(octets, finding))
    .sort((one, other) => (one.fix?.start ?? 0) - (other.fix?.start ?? 0))
    .filter(({ fix }) => {
      if (fix === undefined || fix.start < end) return false;
      end = fix.end;
      return true;
    });
}

/** The octets with the replacements of some findings, which are in order. */
function applied(octets: Uint8Array, findings: readonly Finding[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { fix } of findings) {
    if (fix === undefined) continue;
    parts.push(octets.subarray(at, fix.start), encoder.encode(fix.text));
    at = fix.end;
  }
  parts.push(octets.subarray(at));
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(size);
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/**
 * Makes every fix that findings offer, and changes nothing else: unknown lines, comments and line ends stay. Doing
 * it again changes nothing. No verdict changes but by a fix whose finding says `changesVerdicts`. A file that is
 * longer than is read, or would become so, is left as it is: its rest is not known.
 *
 * @throws as {@link lint} does.
 */
export function fix(text: RobotsText, options: LintOptions = {}): FixedFile {
  const { maxBytes = DEFAULT_MAX_BYTES, dialect = "rfc9309" } = options;
  const decoded = decode(text, maxBytes, dialect);
  const fixed: Finding[] = [];
  let octets = decoded.octets;
  if (decoded.truncated) return { octets, fixed, remaining: lint(text, options) };
  for (;;) {
    const findings = lint(octets, options);
    const fixable = fixableOf(findings, octets);
    const next = applied(octets, fixable);
    if (fixable.length === 0 || next.length > maxBytes) return { octets, fixed, remaining: findings };
    octets = next;
    fixed.push(...fixable);
  }
}
