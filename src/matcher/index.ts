// Octets, tokens, patterns and targets: what robots.txt compares with what. No file and no group here.
export * from "./octets.ts";
export {
  agentToken,
  isGlobalAgent,
  namesAgent,
  productTokenOf,
  tokenEnd,
  type AgentToken,
} from "./product-token.ts";
export { normalPattern } from "./normal-form.ts";
export { deciderFor } from "./rule-index.ts";
export {
  NOT_NORMAL,
  RuleList,
  rulesNear,
  type Decider,
  type RuleOptions,
  type RuleSource,
} from "./rule-list.ts";
export { pathStart, targetOf, type Target } from "./target.ts";
