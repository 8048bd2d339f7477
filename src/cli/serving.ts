import { agentToken, namesAgent } from "../matcher/index.ts";
import type { Dialect, Verdict } from "../policy/index.ts";
import type { AgentChoice } from "./arguments.ts";

/**
 * Which of an agent's tokens the groups of a verdict name: the one that counted. `undefined` where none is
 * named, and the groups of `*` or none serve the agent.
 */
export function servingToken(
  { tokens }: AgentChoice,
  { group }: Verdict,
  dialect: Dialect,
): string | undefined {
  if (group.matchedBy !== "token") return undefined;
  if (tokens.length === 1) return tokens[0];
  const encoder = new TextEncoder();
  const names = group.tokens.map((name) => encoder.encode(name));
  return tokens.find((token) => {
    const agent = agentToken(token, dialect);
    return names.some((octets) => namesAgent(octets, 0, octets.length, agent));
  });
}
