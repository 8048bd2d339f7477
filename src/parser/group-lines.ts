import type { Group, RecordLine, RobotsLine } from "./document.ts";
import { groupsOf, isRule, type GroupingKind } from "./groups.ts";

/** The groups of a file, as its lines. */
export function groupLines(lines: readonly RobotsLine[], blankLineEndsGroup: boolean): readonly Group[] {
  const sequence = lines.filter(
    (line) => line.type === "record" || (blankLineEndsGroup && line.type === "blank"),
  );
  const kindOf = (at: number): GroupingKind => {
    const line = sequence[at];
    return line?.type === "record" ? line.kind : "group-end";
  };
  return groupsOf({ size: sequence.length, kindOf }).map(({ start, end }) => {
    const records = sequence.slice(start, end).filter((line) => line.type === "record");
    return {
      userAgents: records.filter(({ kind }) => kind === "user-agent"),
      rules: records.filter(({ kind }) => isRule(kind)),
      others: records.filter(({ kind }) => kind !== "user-agent" && !isRule(kind)),
    };
  });
}

/** The first line at which a reading of 1996, where a blank line ends a group, parts from that of RFC 9309. */
export function blankLineDifference(lines: readonly RobotsLine[]): RecordLine | undefined {
  let inRun = false;
  let inGroup = false;
  let blank = false;
  for (const line of lines) {
    if (line.type === "blank") blank = true;
    if (line.type !== "record" || (line.kind !== "user-agent" && !isRule(line.kind))) continue;
    // What a blank line parts, RFC 9309 reads as one: a run of user-agent lines, or a group and its rules.
    if (blank && (isRule(line.kind) ? inGroup : inRun)) return line;
    blank = false;
    inRun = line.kind === "user-agent";
    inGroup ||= inRun;
  }
  return undefined;
}
