import { isGlobalAgent, namesAgent, type AgentToken, type RuleOptions } from "../matcher/index.ts";
import { groupsOf, type RecordGroup, type Records } from "../parser/index.ts";

/** A parsed file as the questions to it need it: its records, and how rules are read. */
export interface RobotsFile {
  readonly records: Records;
  readonly options: RuleOptions;
}

/** Which groups serve an agent (RFC 9309 2.2.1), and whether they name it. */
export interface GroupChoice {
  readonly groups: readonly RecordGroup[];
  readonly matchedBy: "token" | "wildcard" | "none";
  /** Whether a user-agent record is one that names the agent. */
  readonly names: (record: number) => boolean;
}

/** Tells which user-agent records name an agent; for no agent, which are `*`. */
const namer =
  ({ records }: RobotsFile, agent: AgentToken | undefined) =>
  (record: number): boolean => {
    const start = records.valueStart(record);
    const end = records.valueEnd(record);
    return agent === undefined
      ? isGlobalAgent(records.octets, start, end)
      : namesAgent(records.octets, start, end, agent);
  };

function groupsNamed(file: RobotsFile, names: (record: number) => boolean): RecordGroup[] {
  const { records } = file;
  const named: RecordGroup[] = [];
  for (const group of groupsOf(records)) {
    for (let record = group.start; record < group.rules; record++) {
      if (records.kindOf(record) !== "user-agent" || !names(record)) continue;
      named.push(group);
      break;
    }
  }
  return named;
}

/**
 * The groups for the first of `agents` that the file names, else those of `*`, else none. All that name the
 * same token count as one.
 */
export function chooseGroups(file: RobotsFile, agents: readonly AgentToken[]): GroupChoice {
  for (const agent of agents) {
    const names = namer(file, agent);
    const groups = groupsNamed(file, names);
    if (groups.length > 0) return { groups, matchedBy: "token", names };
  }
  const names = namer(file, undefined);
  const groups = groupsNamed(file, names);
  return { groups, matchedBy: groups.length > 0 ? "wildcard" : "none", names };
}
