import { isGlobalAgent } from "../../matcher/index.ts";
import { isRule, textOf, type RecordLine, type RobotsDocument, type RobotsLine } from "../../parser/index.ts";
import type { LintRule, Report } from "../finding.ts";

/** A run of user-agent lines that one group has, with what stands between its names. */
interface Run {
  readonly names: readonly RecordLine[];
  /** Records, comments and blank lines between one name and the next, by the name behind. */
  readonly between: ReadonlyMap<RecordLine, readonly RobotsLine[]>;
  readonly hasRules: boolean;
}

/** The run of each group. */
function runsOf({ lines, groups }: RobotsDocument): readonly Run[] {
  return groups.map(({ userAgents, rules }) => {
    const between = new Map<RecordLine, readonly RobotsLine[]>();
    for (const [at, name] of userAgents.entries()) {
      const last = userAgents[at - 1];
      if (last !== undefined) between.set(name, lines.slice(last.line, name.line - 1));
    }
    return { names: userAgents, between, hasRules: rules.length > 0 };
  });
}

const nameOf = ({ octets }: RobotsDocument, { value }: RecordLine): string =>
  textOf(octets, value.start, value.end);

/** A `*` above blank lines or other records, and then named crawlers with rules: those are for everybody. */
const swallowed = (document: RobotsDocument, { names, between, hasRules }: Run): Report[] => {
  const { octets } = document;
  const isStar = ({ value }: RecordLine): boolean => isGlobalAgent(octets, value.start, value.end);
  const at = names.findIndex(isStar);
  const star = names[at];
  const parted = names.find(
    (name, other) => other > at && !isStar(name) && (between.get(name)?.length ?? 0) > 0,
  );
  if (star === undefined || parted === undefined || !hasRules) return [];
  const message =
    `this User-agent: * has no rules of its own, so it shares those of ${nameOf(document, parted)} in line ` +
    `${parted.line}: they are for all crawlers. Give it a rule, such as an empty "Disallow:"`;
  return [{ code: "star-swallowed", line: star.line, start: star.start, end: star.value.end, message }];
};

/** A record between names that does not part them, whatever it looks like. */
const goesOn = (document: RobotsDocument, { between }: Run): Report[] =>
  [...between].flatMap(([name, lines]): Report[] => {
    const record = lines.find((line) => line.type === "record" && !isRule(line.kind));
    if (record?.type !== "record") return [];
    const place = { line: record.line, start: record.start, end: record.value.end };
    if (record.kind === "content-usage") {
      const message = `today's crawlers read on, so that ${nameOf(document, name)} shares a group with the names above; by the draft a new group begins there. Move this line behind the last User-agent line of its group`;
      return [{ code: "usage-splits-group", ...place, message }];
    }
    if (record.kind === "sitemap" || record.kind === "license") return [];
    const message = `this line does not end the group: ${nameOf(document, name)} in line ${name.line} shares its rules with the names above`;
    return [{ code: "run-goes-on", ...place, message }];
  });

/** Names that share a group, though their owner may mean otherwise. */
export const groupingRule: LintRule = ({ document }) =>
  runsOf(document).flatMap((run) => swallowed(document, run).concat(goesOn(document, run)));
