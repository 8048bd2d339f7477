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

/**
 * The groups for the first of `agents` that the file names, else those of `*`, else none. All that name the
 * same token count as one.
 */
export function chooseGroups(file: RobotsFile, agents: readonly AgentToken[]): GroupChoice {
  const { records } = file;
  const candidates = [...agents, undefined].map((agent) => ({
    names: namer(file, agent),
    groups: [] as RecordGroup[],
    matchedBy: agent === undefined ? ("wildcard" as const) : ("token" as const),
  }));
  for (const group of groupsOf(records)) {
    for (let record = group.start; record < group.rules; record++) {
      if (records.kindOf(record) !== "user-agent") continue;
      for (const { names, groups } of candidates) {
        if (groups.at(-1) !== group && names(record)) groups.push(group);
      }
    }
  }
  return (
    candidates.find(({ groups }) => groups.length > 0) ?? {
      groups: [],
      matchedBy: "none",
      names: () => false,
    }
  );
}
