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
export { deciderFor } from "./rule-index.ts";
export { RuleList, type RuleOptions } from "./rule-list.ts";
export { targetOf, type Target } from "./target.ts";
