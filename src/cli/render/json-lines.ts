import type { RobotsEntry } from "../../cache/index.ts";
import type { Diagnostic } from "../../parser/index.ts";
import type { Dialect, Verdict } from "../../policy/index.ts";
import { dialectsAgree, type Answer, type Finding } from "../findings.ts";
import type { Rules } from "../rules.ts";
import { servingToken } from "../serving.ts";
import { safeJson } from "./safe-text.ts";

/** One answer as `--json` prints it. Fields are added, never renamed; what is not there is null. */
interface JsonAnswer extends Omit<Verdict, "rule" | "path"> {
  readonly url: string;
  /** As it was given to `--agent`. */
  readonly agent: string;
  /** The token of the agent that the group names; null where the group of `*` or none serves it. */
  readonly matchedAgent: string | null;
  readonly dialect: Dialect;
  /** Whether both dialects come to the same verdict; null when only one was looked at. */
  readonly dialectsAgree: boolean | null;
  /** Null where nothing was matched: out of scope, or no URL. */
  readonly path: string | null;
  readonly rule: Verdict["rule"] | null;
  readonly crawlDelayMs: number | null;
  /** Where the rules are from, when a site was asked for them. */
  readonly source: JsonSource | null;
  /** What is odd about the file, of `explain` alone; the first of it. */
  readonly diagnostics?: readonly JsonDiagnostic[];
}

type JsonDiagnostic = Pick<Diagnostic, "line" | "severity" | "code" | "message">;

/** So many are told with each answer. */
const MOST_DIAGNOSTICS = 100;

const diagnosticsOf = ({ policy }: Answer): readonly JsonDiagnostic[] =>
  policy.document.diagnostics
    .slice(0, MOST_DIAGNOSTICS)
    .map(({ line, severity, code, message }) => ({ line, severity, code, message }));

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

/** The answers of those dialects that were asked for, one JSON value a line, with diagnostics on demand. */
export function jsonLines(
  finding: Finding,
  dialects: readonly Dialect[],
  { diagnostics = false }: { diagnostics?: boolean } = {},
): string {
  const { url, agent, answers, rules } = finding;
  const source = sourceOf(rules);
  const agree = answers.length > 1 ? dialectsAgree(finding) : null;
  return answers
    .filter(({ dialect }) => dialects.includes(dialect))
    .map((one) => {
      const { dialect, policy, verdict } = one;
      const { allowed, reason, path, group, rule = null, competing } = verdict;
      const answer: JsonAnswer = {
        url,
        agent: agent.label,
        matchedAgent: servingToken(agent, verdict, dialect) ?? null,
        dialect,
        allowed,
        verdict: verdict.verdict,
        reason,
        path: reason === "scope" ? null : path,
        group,
        rule,
        competing,
        crawlDelayMs: reason === "scope" ? null : (policy.crawlDelayMs(agent.tokens) ?? null),
        dialectsAgree: agree,
        source,
        ...(diagnostics ? { diagnostics: diagnosticsOf(one) } : {}),
      };
      return `${safeJson(answer)}\n`;
    })
    .join("");
}
