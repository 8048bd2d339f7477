import { RuleList, type RuleOptions } from "../../src/matcher/index.ts";
import type { RuleSource } from "../../src/matcher/rule-list.ts";

/** A rule as a file has it: `+/a` allows, anything else disallows. */
export type WrittenRule = string;

/** A source that holds these rules, one a line: no two begin at the same place, as in any file. */
function sourceOf(rules: readonly WrittenRule[]): RuleSource {
  const values = rules.map((rule) => Buffer.from(`${rule.replace(/^\+/, "")}\n`));
  const ends: number[] = [];
  for (const value of values) ends.push((ends.at(-1) ?? 0) + value.length);
  return {
    octets: new Uint8Array(Buffer.concat(values)),
    allows: (rule) => rules[rule]?.startsWith("+") ?? false,
    valueStart: (rule) => (ends[rule] ?? 0) - (values[rule]?.length ?? 0),
    valueEnd: (rule) => (ends[rule] ?? 1) - 1,
  };
}

/** A list over these rules. */
export const listOf = (rules: readonly WrittenRule[], options: Partial<RuleOptions> = {}): RuleList =>
  new RuleList(sourceOf(rules), { dialect: "rfc9309", indexHtml: true, ...options }, [...rules.keys()]);
