import type { RobotsEntry } from "../../cache/index.ts";
import type { Dialect, Verdict } from "../../policy/index.ts";
import { dialectsAgree, type Finding } from "../findings.ts";
import type { Rules } from "../rules.ts";
import { safeJson } from "./safe-text.ts";

/** One answer as `--json` prints it. Fields are added, never renamed; what is not there is null. */
interface JsonAnswer extends Omit<Verdict, "rule"> {
  readonly url: string;
  /** As it was given to `--agent`. */
  readonly agent: string;
  readonly dialect: Dialect;
  /** Whether both dialects come to the same verdict; null when only one was looked at. */
  readonly dialectsAgree: boolean | null;
  readonly rule: Verdict["rule"] | null;
  readonly crawlDelayMs: number | null;
  /** Where the rules are from, when a site was asked for them. */
  readonly source: JsonSource | null;
}

/** What a site answered. */
interface JsonSource {
  readonly robots: string;
  readonly state: RobotsEntry["state"];
  readonly status: number | null;
  readonly redirects: readonly string[];
  readonly fetchedAtMs: number;
  readonly failure: RobotsEntry["failure"] | null;
}

function sourceOf({ name, entry }: Rules): JsonSource | null {
  if (entry === undefined) return null;
  const { state, status = null, redirects, fetchedAtMs, failure = null } = entry;
  return { robots: name, state, status, redirects, fetchedAtMs, failure };
}

/** The answers of those dialects that were asked for, one JSON value a line. */
export function jsonLines(finding: Finding, dialects: readonly Dialect[]): string {
  const { url, agent, answers, rules } = finding;
  const source = sourceOf(rules);
  const agree = answers.length > 1 ? dialectsAgree(finding) : null;
  return answers
    .filter(({ dialect }) => dialects.includes(dialect))
    .map(({ dialect, policy, verdict }) => {
      const { allowed, reason, path, group, rule = null, competing } = verdict;
      const answer: JsonAnswer = {
        url,
        agent: agent.label,
        dialect,
        allowed,
        verdict: verdict.verdict,
        reason,
        path,
        group,
        rule,
        competing,
        crawlDelayMs: policy.crawlDelayMs(agent.tokens) ?? null,
        dialectsAgree: agree,
        source,
      };
      return `${safeJson(answer)}\n`;
    })
    .join("");
}
