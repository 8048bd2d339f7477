import { agentToken, isGlobalAgent, namesAgent } from "../matcher/index.ts";
import {
  textOf,
  type Group,
  type RecordLine,
  type RobotsDocument,
  type RobotsLine,
} from "../parser/index.ts";
import type { Verdict } from "../policy/index.ts";
import { excerptOf, type Excerpt, type ExcerptLine } from "./excerpt.ts";

/** So many lines of a sort are shown: of names, of weaker rules, of records on pace, of odd lines. */
const SHOWN_OF_A_SORT = 12;
/** So many octets of a line are looked at for its text. */
const SHOWN_OCTETS = 2000;

const PACE: ReadonlySet<RecordLine["kind"]> = new Set(["crawl-delay", "request-rate", "visit-time"]);

/** The groups that serve the agent, as numbers of lines. */
interface Members {
  /** The user-agent lines that name the agent. */
  readonly names: ReadonlySet<number>;
  readonly userAgents: ReadonlySet<number>;
  readonly rules: ReadonlySet<number>;
  /** Crawl-delay and the like. */
  readonly pace: ReadonlySet<number>;
}

const numbersOf = (records: readonly RecordLine[]): ReadonlySet<number> =>
  new Set(records.map(({ line }) => line));

function membersOf(groups: readonly Group[], names: (record: RecordLine) => boolean): Members {
  const userAgents = groups.flatMap((group) => group.userAgents);
  return {
    names: numbersOf(userAgents.filter(names)),
    userAgents: numbersOf(userAgents),
    rules: numbersOf(groups.flatMap((group) => group.rules)),
    pace: numbersOf(groups.flatMap((group) => group.others).filter(({ kind }) => PACE.has(kind))),
  };
}

/** Tells which user-agent lines chose the groups. */
function namer({ octets, dialect }: RobotsDocument, served: string | undefined) {
  const agent = served === undefined ? undefined : agentToken(served, dialect);
  return ({ value: { start, end } }: RecordLine): boolean =>
    agent === undefined ? isGlobalAgent(octets, start, end) : namesAgent(octets, start, end, agent);
}

/** What is odd about some lines, by line; of the first odd ones. */
function remarksOn(
  { diagnostics }: RobotsDocument,
  isConcerned: (line: number) => boolean,
): ReadonlyMap<number, readonly string[]> {
  const remarks = new Map<number, string[]>();
  for (const { severity, line, message } of diagnostics) {
    if (severity === "info" || !isConcerned(line)) continue;
    const earlier = remarks.get(line);
    if (earlier !== undefined) earlier.push(message);
    else if (remarks.size < SHOWN_OF_A_SORT) remarks.set(line, [message]);
  }
  return remarks;
}

/** The text of a line without its end; of a very long one the beginning. */
function lineText({ octets }: RobotsDocument, line: RobotsLine | undefined): string {
  if (line === undefined) return "";
  const end = Math.min(line.end, line.start + SHOWN_OCTETS);
  return textOf(octets, line.start, end).replace(/[\r\n]+$/, "");
}

const extentOf = (sets: readonly ReadonlySet<number>[]): readonly [first: number, last: number] => {
  let first = Infinity;
  let last = 0;
  for (const lines of sets) {
    for (const line of lines) {
      first = Math.min(first, line);
      last = Math.max(last, line);
    }
  }
  return [first, last];
};

const head = <T>(values: Iterable<T>): readonly T[] => [...values].slice(0, SHOWN_OF_A_SORT);

/**
 * Cuts out of a file what made a verdict: the groups that serve the agent, the rule that won and those that
 * lost. Long runs of other lines become gaps, so that a file of any length gives something to look at. Empty
 * when no group serves the agent.
 *
 * @param served - the token that the groups name; none: they are those of `*`
 */
export function annotate(document: RobotsDocument, served: string | undefined, verdict: Verdict): Excerpt {
  const { rule, competing } = verdict;
  const chosen = new Set(verdict.group.lines);
  const groups = document.groups.filter(({ userAgents: [first] }) => chosen.has(first?.line ?? 0));
  if (groups.length === 0) return [];

  const members = membersOf(groups, namer(document, served));
  const { names, userAgents, rules, pace } = members;
  const [first, last] = extentOf([userAgents, rules, pace]);
  const inGroup = (line: number): boolean => userAgents.has(line) || rules.has(line) || pace.has(line);
  const remarks = remarksOn(document, (line) => {
    const isLost = line > first && line < last && document.lines[line - 1]?.type === "malformed";
    return names.has(line) || rules.has(line) || pace.has(line) || isLost;
  });
  const groupStarts = numbersOf(document.groups.flatMap(({ userAgents }) => userAgents.slice(0, 1)));
  const winner = rule === undefined ? [] : [rule];
  const lengths = new Map([...competing, ...winner].map(({ line, length }) => [line, length]));
  const shown = new Set([
    ...winner.map(({ line }) => line),
    ...competing.slice(0, SHOWN_OF_A_SORT).map(({ line }) => line),
    ...head(names),
    ...head(pace),
    ...remarks.keys(),
  ]);

  const roleOf = (line: number): ExcerptLine["role"] => {
    if (line === rule?.line) return "wins";
    if (lengths.has(line)) return "lost";
    return names.has(line) ? "names" : "none";
  };
  const lineOf = (line: number): ExcerptLine => ({
    type: "line",
    line,
    text: lineText(document, document.lines[line - 1]),
    inGroup: inGroup(line),
    role: roleOf(line),
    length: lengths.get(line) ?? 0,
    remarks: remarks.get(line) ?? [],
  });
  return excerptOf([first, last], shown, lineOf, (from, to) => {
    let otherGroups = 0;
    let otherRules = 0;
    let matchingRules = 0;
    for (let line = from; line < to; line++) {
      if (lengths.has(line)) matchingRules++;
      else if (rules.has(line)) otherRules++;
      else if (groupStarts.has(line) && !userAgents.has(line)) otherGroups++;
    }
    return { type: "gap", lines: to - from, otherGroups, otherRules, matchingRules };
  });
}
