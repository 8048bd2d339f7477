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
  // Which of them the groups found so far name: behind the agents stands `*`, behind that nothing.
  let found = agents.length + 1;
  let groups: RecordGroup[] = [];
  for (const group of groupsOf(file.records)) {
    const named = firstNamed(file, group, agents, found);
    if (named > found || named > agents.length) continue;
    if (named < found) groups = [];
    found = named;
    groups.push(group);
  }
  const matchedBy = found < agents.length ? "token" : found === agents.length ? "wildcard" : "none";
  return { groups, matchedBy, agent: agents[found] };
}

/** The first agent that a group names, up to `last`, as its place in the list; `last + 1` for none. */
function firstNamed(
  file: RobotsFile,
  group: RecordGroup,
  agents: readonly AgentToken[],
  last: number,
): number {
  let first = last + 1;
  for (let record = group.start; record < group.rules; record++) {
    if (file.records.kindOf(record) !== "user-agent") continue;
    for (let at = 0; at < first && at <= agents.length; at++) {
      if (isNamed(file, record, agents[at])) first = at;
    }
  }
  return first;
}
