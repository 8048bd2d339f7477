import { referenceLength, referenceText } from "./matching.ts";
import { octetsOf, referenceRecords, type ReferenceDialect, type ReferenceRecord } from "./records.ts";

/** The options of the reading, all given. */
export interface ReferenceOptions {
  dialect: ReferenceDialect;
  maxBytes: number;
  indexHtml: boolean;
  blankLineEndsGroup: boolean;
}

/** The options that `RobotsPolicy.parse` has where none are given. */
const referenceDefaults: ReferenceOptions = {
  dialect: "rfc9309",
  maxBytes: 512_000,
  indexHtml: true,
  blankLineEndsGroup: false,
};

/** Whether the URL may be fetched and the line that decides, 0 where no rule does. */
export interface ReferenceVerdict {
  allowed: boolean;
  line: number;
}

interface Group {
  agents: string[];
  rules: ReferenceRecord[];
}

const groupsOf = (records: ReferenceRecord[], blankLineEndsGroup: boolean): Group[] => {
  const groups: Group[] = [];
  let current: Group | undefined;
  for (const record of records) {
    if (record.type === "blank" && blankLineEndsGroup) current = undefined;
    if (record.type === "user-agent") {
      if (!current || current.rules.length > 0) {
        current = { agents: [], rules: [] };
        groups.push(current);
      }
      current.agents.push(record.value);
    }
    if (record.type === "allow" || record.type === "disallow") current?.rules.push(record);
  }
  return groups;
};

const beginning = (pattern: RegExp, text: string): string => pattern.exec(text)?.[0] ?? "";

const names = (value: string, agent: string, dialect: ReferenceDialect): boolean => {
  if (/^\*($|[ \t\n\v\f\r])/u.test(value)) return agent === "*";
  if (agent === "*") return false;
  const wanted = (dialect === "rfc9309" ? agent.replace(/\s*\/[^]*$/u, "") : agent).toLowerCase();
  const wide = dialect === "rfc9309" && /[0-9]/u.test(wanted);
  const token = beginning(wide ? /^[A-Za-z0-9_-]+/u : /^[A-Za-z_-]+/u, value).toLowerCase();
  return token === wanted && (token !== "" || dialect === "google");
};

const best = (
  rules: ReferenceRecord[],
  text: string,
  { dialect, indexHtml }: ReferenceOptions,
): { length: number; line: number } => {
  let winner = { length: -1, line: 0 };
  for (const { type, value, line } of rules) {
    let length = referenceLength(value, text, dialect);
    const folder = /^([^]*\/)index\.htm[^/]*$/u.exec(value)?.[1];
    if (length < 0 && type === "allow" && indexHtml && folder !== undefined) {
      length = referenceLength(`${folder}$`, text, dialect);
    }
    if (length > winner.length) winner = { length, line };
  }
  return winner;
};

/** The verdict of the plain reading for one URL, asked for the first of `agents` that has a group. */
export function referenceVerdict(
  body: string | Uint8Array,
  url: string,
  agents: readonly string[],
  given: Partial<ReferenceOptions> = {},
): ReferenceVerdict {
  const options = { ...referenceDefaults, ...given };
  const { dialect, maxBytes, blankLineEndsGroup } = options;
  const text = referenceText(url, dialect);
  if (dialect === "rfc9309" && text === "/robots.txt") return { allowed: true, line: 0 };

  const groups = groupsOf(referenceRecords(body, dialect, maxBytes), blankLineEndsGroup);
  const grouped = [...agents.map(octetsOf), "*"]
    .map((agent) => groups.filter((group) => group.agents.some((v) => names(v, agent, dialect))))
    .find((found) => found.length > 0);
  const rules = (grouped ?? [])
    .flatMap((group) => group.rules)
    .filter(({ value }) => dialect === "google" || value !== "");

  const allow = best(
    rules.filter(({ type }) => type === "allow"),
    text,
    options,
  );
  const disallow = best(
    rules.filter(({ type }) => type === "disallow"),
    text,
    options,
  );
  const allowed = disallow.length <= Math.max(allow.length, 0);
  return { allowed, line: disallow.length > allow.length ? disallow.line : allow.line };
}
