import type { Group, RecordLine, RobotsLine } from "./document.ts";
import { groupsOf, isRule, type GroupingKind } from "./groups.ts";

/** The groups of a file, as its lines. */
export function groupLines(lines: readonly RobotsLine[], blankLineEndsGroup: boolean): readonly Group[] {
  const kindOf = (at: number): GroupingKind => {
    const line = lines[at];
    if (line?.type === "record") return line.kind;
    return blankLineEndsGroup && line?.type === "blank" ? "group-end" : "other";
  };
  return groupsOf({ size: lines.length, kindOf }).map(({ start, end }) => {
    const userAgents: RecordLine[] = [];
    const rules: RecordLine[] = [];
    const others: RecordLine[] = [];
    for (const line of lines.slice(start, end)) {
      if (line.type !== "record") continue;
      (line.kind === "user-agent" ? userAgents : isRule(line.kind) ? rules : others).push(line);
    }
    return { userAgents, rules, others };
  });
}

/** The first line at which a reading of 1996, where a blank line ends a group, parts from that of RFC 9309. */
export function blankLineDifference(lines: readonly RobotsLine[]): RecordLine | undefined {
  let inRun = false;
  let inGroup = false;
  let blank = false;
  for (const line of lines) {
    blank ||= line.type === "blank";
    if (line.type !== "record" || (line.kind !== "user-agent" && !isRule(line.kind))) continue;
    // What a blank line parts, RFC 9309 reads as one: a run of user-agent lines, or a group and its rules.
    if (blank && (isRule(line.kind) ? inGroup : inRun)) return line;
    blank = false;
    inRun = line.kind === "user-agent";
    inGroup ||= inRun;
  }
  return undefined;
}
