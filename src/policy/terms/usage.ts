import { RuleList, SLASH, SPACE, TAB, targetOf, type RuleSource } from "../../matcher/index.ts";
import { lineCounter, type GroupingKind, type RecordGroup, type Records } from "../../parser/index.ts";
import type { AgentRules } from "../agent-policy.ts";
import { combineSignals, parseContentSignal, type ContentSignals } from "./content-signal.ts";
import { combineUsage, parseContentUsage, type Preference, type UsageStatement } from "./content-usage.ts";
import type { TermsConflict, TermsOrigin } from "./terms.ts";

/** A licence that applies (RSL 1.0). */
export interface License extends TermsOrigin {
  /** Absolute. */
  readonly url: string;
}

/** The terms under which a URL may be used. They never change whether it may be fetched. */
export interface Usage {
  /** Whether preferences apply: only to what may be fetched. Where they do not, there are none at all. */
  readonly applies: boolean;
  /**
   * What the site prefers, by category of use: `train-ai` and `search`, which are there whenever preferences
   * apply, and what else was said. Experimental, as the drafts of `Content-Usage` are.
   */
  readonly preferences: ReadonlyMap<string, Preference>;
  /** The `Content-Usage` statements that count. */
  readonly statements: readonly UsageStatement[];
  readonly contentSignals: ContentSignals;
  readonly licenses: readonly License[];
  /** Where different values were said, of `Content-Usage` and `Content-Signal`. */
  readonly conflicts: readonly TermsConflict[];
}

const CATEGORIES = ["train-ai", "search"] as const;

/** The terms that statements, signals and licences come to. */
export function usageFrom(
  applies: boolean,
  statements: readonly UsageStatement[],
  contentSignals: ContentSignals,
  licenses: readonly License[],
): Usage {
  const { values, conflicts } = combineUsage(statements);
  const preferences = new Map<string, Preference>(
    applies ? CATEGORIES.map((name) => [name, values.get(name) ?? "unknown"]) : [],
  );
  for (const [name, value] of values) preferences.set(name, value);
  return {
    applies,
    preferences,
    statements,
    contentSignals,
    licenses,
    conflicts: [...conflicts, ...contentSignals.conflicts],
  };
}

const recordsOf = (
  records: Records,
  kind: GroupingKind,
  { start, end }: Omit<RecordGroup, "rules">,
): number[] =>
  Array.from({ length: end - start }, (_, at) => start + at).filter((at) => records.kindOf(at) === kind);

/** The records of one kind in the groups that serve an agent. */
const recordsFor = ({ file, choice }: AgentRules, kind: GroupingKind): number[] =>
  choice.groups.flatMap((group) => recordsOf(file.records, kind, group));

/** Each of some records, in order, with its line. */
function read<T>(records: Records, some: readonly number[], of: (value: string, line: number) => T): T[] {
  const lineOf = lineCounter(records.octets);
  return some.map((record) => of(records.valueOf(record), lineOf(records.valueStart(record))));
}

/** The first record that belongs to a group; behind the last where there is no group. */
function firstGroup(records: Records): number {
  let at = 0;
  while (at < records.size && records.kindOf(at) !== "user-agent") at++;
  return at;
}

/** What `Content-Signal` says to an agent: its groups, and for names they leave out what stands before any group. */
export function contentSignalsOf(rules: AgentRules): ContentSignals {
  const { records } = rules.file;
  const sayingsOf = (some: readonly number[]) =>
    read(records, some, (value, line) => parseContentSignal(value, { source: "robots.txt", line })).flat();
  const own = sayingsOf(recordsFor(rules, "content-signal"));
  const names = new Set(own.map(({ name }) => name));
  const fallback = sayingsOf(recordsOf(records, "content-signal", { start: 0, end: firstGroup(records) }));
  return combineSignals([...fallback.filter(({ name }) => !names.has(name)), ...own]);
}

/** The `Content-Usage` records that count for a URL: of the agent's groups, those with the longest path. */
function statementsFor(rules: AgentRules, url: string): UsageStatement[] {
  const { records, options } = rules.file;
  const found = recordsFor(rules, "content-usage");
  const paths: RuleSource = {
    octets: records.octets,
    allows: () => false,
    valueStart: (record) => records.valueStart(record),
    valueEnd: (record) => pathEnd(records, record),
  };
  const withPath = found.filter((record) => records.octets[records.valueStart(record)] === SLASH);
  const matching = new RuleList(paths, options, withPath).matching(targetOf(url, options.dialect));
  const longest = matching[0]?.length;
  const chosen =
    longest === undefined
      ? found.filter((record) => !withPath.includes(record))
      : matching.filter(({ length }) => length === longest).map(({ rule }) => rule);
  return read(
    records,
    chosen.sort((one, other) => one - other),
    parseContentUsage,
  );
}

/** Where the path of a record ends: before white space, which a path has escaped. */
function pathEnd(records: Records, record: number): number {
  const { octets } = records;
  const end = records.valueEnd(record);
  let at = records.valueStart(record);
  while (at < end && octets[at] !== SPACE && octets[at] !== TAB) at++;
  return at;
}

function licensesOf({ records }: AgentRules["file"]): License[] {
  const all = recordsOf(records, "license", { start: 0, end: records.size });
  return read(records, all, (url, line): License => ({ source: "robots.txt", line, url })).filter(
    ({ url }) => URL.canParse(url) && !url.includes("\ufffd"),
  );
}

/** The terms for a URL. For one of another site, or none, the file has none. */
export function usageOf(rules: AgentRules, url: string, applies: boolean): Usage {
  const { place, url: given } = rules.scope?.placeOf(url) ?? { place: "in-scope", url };
  if (place !== "in-scope") return usageFrom(false, [], combineSignals([]), []);
  const statements = applies ? statementsFor(rules, given) : [];
  return usageFrom(applies, statements, contentSignalsOf(rules), licensesOf(rules.file));
}
