/** A line of the file with what it has to do with an answer. */
export interface ExcerptLine {
  readonly type: "line";
  readonly line: number;
  readonly text: string;
  /** Whether it belongs to a group that serves the agent. */
  readonly inGroup: boolean;
  /** `names`: a user-agent line that chose the group; `wins` and `lost`: rules that match. */
  readonly role: "names" | "wins" | "lost" | "none";
  /** The octets that a rule that matches counts; 0 for other lines. */
  readonly length: number;
  /** What is odd about it. */
  readonly remarks: readonly string[];
}

/** Lines that are left out. */
export interface ExcerptGap {
  readonly type: "gap";
  readonly lines: number;
  /** Groups that begin among them and do not serve the agent. */
  readonly otherGroups: number;
  /** Rules of the groups among them that do not match. */
  readonly otherRules: number;
  /** Rules among them that match too. */
  readonly matchingRules: number;
}

/** That part of a file that made an answer. */
export type Excerpt = readonly (ExcerptLine | ExcerptGap)[];

/** Leaving out fewer lines than this would save no room. */
const LEAST_GAP = 4;

/** The lines from `first` to `last`, where all but those to be shown become gaps; short gaps are shown as well. */
export function excerptOf(
  [first, last]: readonly [first: number, last: number],
  shown: ReadonlySet<number>,
  lineOf: (line: number) => ExcerptLine,
  gapOf: (from: number, to: number) => ExcerptGap,
): Excerpt {
  const parts: (ExcerptLine | ExcerptGap)[] = [];
  let from = first;
  const skipTo = (to: number): void => {
    if (to - from >= LEAST_GAP) parts.push(gapOf(from, to));
    else for (let line = from; line < to; line++) parts.push(lineOf(line));
  };
  for (const line of [...shown].sort((one, other) => one - other)) {
    skipTo(line);
    parts.push(lineOf(line));
    from = line + 1;
  }
  skipTo(last + 1);
  return parts;
}
