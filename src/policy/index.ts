// Entry `robots-governor/policy`: robots.txt text in, verdicts out.
export type { Dialect } from "../common/dialect.ts";
export { productTokenOf } from "../matcher/index.ts";
export type { RequestRate, RobotsText, TimeWindow } from "../parser/index.ts";
export type { AgentPolicy } from "./agent-policy.ts";
export { RobotsPolicy, type Agent, type ParseOptions } from "./robots-policy.ts";
export type { MatchedGroup, MatchedRule, Verdict } from "./verdict.ts";
export {
  isSignal,
  parseContentSignal,
  type ContentSignals,
  type SignalAnswer,
  type SignalUse,
} from "./terms/content-signal.ts";
export { parseContentUsage, type Preference, type UsageStatement } from "./terms/content-usage.ts";
export { usageWithHeaders, type TermsHeaders } from "./terms/header-terms.ts";
export { parseRobotsTag, type RobotsTag, type RobotsTagDirective } from "./terms/robots-tag.ts";
export type { Saying, TermsConflict, TermsOrigin } from "./terms/terms.ts";
export type { License, Usage } from "./terms/usage.ts";
