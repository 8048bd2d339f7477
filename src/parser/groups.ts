import type { RecordKind } from "./record-names.ts";

// RFC 9309 2.2.1: a group is one or more user-agent lines and the rules behind them. Records in between
// neither close nor start one (2.2.4).

/** What a record is to groups: its kind, or the end that a blank line puts to them. */
export type GroupingKind = RecordKind | "group-end";

/** Records in the order of a file, by number. */
export interface RecordSequence {
  readonly size: number;
  kindOf(record: number): GroupingKind;
}

/** One group, as numbers of records. */
export interface RecordGroup {
  /** Its first user-agent record. Every user-agent record before `rules` names it. */
  readonly start: number;
  /** The first record that can be a rule of it. */
  readonly rules: number;
  /** The record behind it. */
  readonly end: number;
}

export const isRule = (kind: GroupingKind): boolean => kind === "allow" || kind === "disallow";

/** The groups of a file in order. Rules before the first user-agent line belong to none of them. */
export function groupsOf(records: RecordSequence): RecordGroup[] {
  const groups: RecordGroup[] = [];
  const { size } = records;
  let at = 0;
  while (at < size) {
    while (at < size && records.kindOf(at) !== "user-agent") at++;
    const start = at;
    while (at < size && !isRule(records.kindOf(at)) && records.kindOf(at) !== "group-end") at++;
    const rules = at;
    while (at < size && records.kindOf(at) !== "user-agent" && records.kindOf(at) !== "group-end") at++;
    if (start < rules) groups.push({ start, rules, end: at });
  }
  return groups;
}

/**
 * The records of one kind, such as `crawl-delay`, that belong to user-agent records which `names` accepts:
 * to the run directly above. A rule or such a record ends that run, other records do not.
 */
export function extensionsOf(
  records: RecordSequence,
  kind: GroupingKind,
  names: (record: number) => boolean,
): number[] {
  const extensions: number[] = [];
  let inRun = false;
  let named = false;
  for (let record = 0; record < records.size; record++) {
    const found = records.kindOf(record);
    if (found === "user-agent") {
      named = (inRun && named) || names(record);
      inRun = true;
    } else if (found === "group-end") {
      inRun = false;
      named = false;
    } else if (found !== "sitemap" && found !== "license") {
      inRun = false;
      if (found === kind && named) extensions.push(record);
    }
  }
  return extensions;
}
