/** A rule that matches a URL. */
export interface MatchedRule {
  readonly type: "allow" | "disallow";
  /** The path pattern as the file has it. */
  readonly pattern: string;
  /** Where the rule stands in the file, from 1. */
  readonly line: number;
  /** The octets that its precedence counts (RFC 9309 2.2.2), after normalisation. */
  readonly length: number;
}

/** The groups that were merged to serve an agent. */
export interface MatchedGroup {
  /** Every name in their user-agent lines, as the file has them. */
  readonly tokens: readonly string[];
  /** Where those user-agent lines stand, from 1. */
  readonly lines: readonly number[];
  /** Whether they name the agent, serve everybody, or are not there at all. */
  readonly matchedBy: "token" | "wildcard" | "none";
}

/** An answer with its reasons. */
export interface Verdict {
  /** The same as `isAllowed` says. */
  readonly allowed: boolean;
  /** What was found: `out-of-scope` and `invalid-url` only where the policy is bound to a URL. */
  readonly verdict: "allow" | "disallow" | "out-of-scope" | "invalid-url";
  readonly reason:
    | "rule"
    | "no-matching-rule"
    | "no-group"
    | "robots-txt-itself"
    | "allow-all"
    | "disallow-all"
    | "scope";
  /** The text that was matched: path and query, normalised as the dialect does. */
  readonly path: string;
  readonly group: MatchedGroup;
  /** The rule that decided, with reason `rule`. */
  readonly rule?: MatchedRule;
  /** The rules that match too and lost, the strongest first. */
  readonly competing: readonly MatchedRule[];
}
