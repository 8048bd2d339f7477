/** The groups of a robots.txt file as the benches need them to make questions: plain, and lenient. */
export interface Reading {
  /** Lower-cased tokens of the named agents, without `*`. */
  agents: string[];
  /** Values of the `Allow` and `Disallow` lines for each lower-cased token, `*` included. */
  rulesOf: Map<string, string[]>;
  /** How many `Allow` and `Disallow` lines with a value the file has. */
  ruleCount: number;
}

const record = /^\s*(user-agent|allow|disallow)\s*:\s*([^#]*)/i;

/** Reads a file for {@link Reading}. It decides nothing that is measured, only what is asked. */
export function readRobots(text: string): Reading {
  const rulesOf = new Map<string, string[]>();
  let ruleCount = 0;
  let run: string[][] = [];
  let runIsOpen = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name, rawValue] = record.exec(line) ?? [];
    if (name === undefined || rawValue === undefined) continue;
    const value = rawValue.trim();
    if (name.toLowerCase() === "user-agent") {
      const token = /^(?:\*|[a-z_-]+)/i.exec(value)?.[0].toLowerCase();
      if (!runIsOpen) run = [];
      runIsOpen = true;
      if (token === undefined) continue;
      const rules = rulesOf.get(token) ?? [];
      rulesOf.set(token, rules);
      run.push(rules);
    } else {
      runIsOpen = false;
      if (value === "") continue;
      ruleCount++;
      for (const rules of run) rules.push(value);
    }
  }
  return { agents: [...rulesOf.keys()].filter((token) => token !== "*"), rulesOf, ruleCount };
}

/** The rules that a crawler of this token is under. */
export function rulesFor(reading: Reading, agent: string): readonly string[] {
  return reading.rulesOf.get(agent.toLowerCase()) ?? reading.rulesOf.get("*") ?? [];
}
