// Entry `robots-governor/policy`: robots.txt text in, verdicts out.
export type { Dialect } from "../common/dialect.ts";
export { productTokenOf } from "../matcher/index.ts";
export type { RequestRate, RobotsText, TimeWindow } from "../parser/index.ts";
export type { AgentPolicy } from "./agent-policy.ts";
export { RobotsPolicy, type Agent, type ParseOptions } from "./robots-policy.ts";
export type { MatchedGroup, MatchedRule, Verdict } from "./verdict.ts";
