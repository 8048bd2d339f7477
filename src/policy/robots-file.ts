import { isGlobalAgent, namesAgent, type AgentToken, type RuleOptions } from "../matcher/index.ts";
import { groupsOf, type RecordGroup, type RecordOptions, type Records } from "../parser/index.ts";

/** A parsed file as the questions to it need it: its records, and how rules are read. */
export interface RobotsFile {
  readonly records: Records;
  readonly options: RuleOptions & RecordOptions;
}

/** Which groups serve an agent (RFC 9309 2.2.1), and whether they name it. */
export interface GroupChoice {
  readonly groups: readonly RecordGroup[];
  readonly matchedBy: "token" | "wildcard" | "none";
  /** The agent that they name; absent where they are those of `*`. */
  readonly agent: AgentToken | undefined;
}

/** Whether a user-agent record names an agent; for no agent, whether it is `*`. */
export function isNamed({ records }: RobotsFile, record: number, agent: AgentToken | undefined): boolean {
  const { octets } = records;
  const start = records.valueStart(record);
  const end = records.valueEnd(record);
  return agent === undefined ? isGlobalAgent(octets, start, end) : namesAgent(octets, start, end, agent);
}

/**
 * The groups for the first of `agents` that the file names, else those of `*`, else none. All that name the
 * same token count as one.
 */
export function chooseGroups(file: RobotsFile, agents: readonly AgentToken[]): GroupChoice {
  const { records } = file;
  const candidates = [...agents, undefined].map((agent) => ({ agent, groups: [] as RecordGroup[] }));
  for (const group of groupsOf(records)) {
    for (let record = group.start; record < group.rules; record++) {
      if (records.kindOf(record) !== "user-agent") continue;
      for (const { agent, groups } of candidates) {
        if (groups.at(-1) !== group && isNamed(file, record, agent)) groups.push(group);
      }
    }
  }
  const found = candidates.find(({ groups }) => groups.length > 0);
  if (found === undefined) return { groups: [], agent: undefined, matchedBy: "none" };
  return { ...found, matchedBy: found.agent === undefined ? "wildcard" : "token" };
}
