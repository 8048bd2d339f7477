import type * as PolicyEntry from "../../src/policy/index.ts";
import { contender, type AnyContender } from "./contender.ts";

type RobotsPolicy = PolicyEntry.RobotsPolicy;
type AgentPolicy = PolicyEntry.AgentPolicy;

/** What of ours is measured: the built package that users get, or the source as it stands. */
export type Build = "dist" | "source";

// No peer stops reading: to do the same work, ours must not stop at 500 KiB either.
const wholeFile = { maxBytes: 64 * 2 ** 20 };

async function loadPolicy(build: Build): Promise<typeof PolicyEntry> {
  const specifier = build === "dist" ? "robots-governor/policy" : "../../src/policy/index.ts";
  return (await import(specifier)) as typeof PolicyEntry;
}

function asking(name: string, { RobotsPolicy }: typeof PolicyEntry, limit: { maxBytes?: number }) {
  return contender<RobotsPolicy>({
    name,
    kind: "answers",
    parse: (file) => RobotsPolicy.parse(file.text, { url: `${file.origin}/robots.txt`, ...limit }),
    isAllowed: (policy, { url, agent }) => policy.isAllowed(url, agent),
    sitemaps: (policy) => policy.sitemaps.length,
  });
}

/** `RobotsPolicy`, asked with URL and agent each time, reading the whole of each file. */
export async function oursWhole(build: Build): Promise<AnyContender> {
  return asking("robots-governor", await loadPolicy(build), wholeFile);
}

/** The same with the limit that users get who set none. */
export async function oursLimited(build: Build): Promise<AnyContender> {
  return asking("robots-governor, 500 KiB", await loadPolicy(build), {});
}

interface Bound {
  policy: RobotsPolicy;
  agent: string;
  bound: AgentPolicy;
}

/** `RobotsPolicy` through `forAgent`, bound anew only when another agent comes. */
export async function oursBound(build: Build): Promise<AnyContender> {
  const { RobotsPolicy } = await loadPolicy(build);
  return contender<Bound>({
    name: "robots-governor, forAgent",
    kind: "answers",
    parse: (file) => {
      const policy = RobotsPolicy.parse(file.text, { url: `${file.origin}/robots.txt`, ...wholeFile });
      return { policy, agent: "*", bound: policy.forAgent("*") };
    },
    isAllowed: (held, { url, agent }) => {
      if (held.agent !== agent) {
        held.agent = agent;
        held.bound = held.policy.forAgent(agent);
      }
      return held.bound.isAllowed(url);
    },
    sitemaps: ({ policy }) => policy.sitemaps.length,
  });
}
