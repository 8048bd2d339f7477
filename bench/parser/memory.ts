import { setTimeout } from "node:timers/promises";
import { parseOrNothing, type AnyContender, type RobotsFile } from "./contender.ts";
import { seededRandom } from "./random.ts";
import { checksFor } from "./urls.ts";

/** What a contender's policies hold on to. */
export interface Kept {
  policies: number;
  /** Octets of all texts, as they came. */
  textOctets: number;
  /** Octets alive through all policies, after parsing. */
  before: number;
  /** The same after 60 checks of each. */
  after: number;
}

const checksPerFile = 60;

/** Octets in use when all garbage is gone. `external` counts array buffers too, so they are not added. */
async function octetsInUse(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error("needs node --expose-gc");
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc();
    await setTimeout(5);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The policies of all files, each parsed from a text that nobody else holds, as from the network. */
async function parseFresh(
  contender: AnyContender,
  files: readonly RobotsFile[],
  octets: readonly Buffer[],
): Promise<unknown[]> {
  const policies: unknown[] = Array.from({ length: files.length });
  for (const [index, { name, origin }] of files.entries()) {
    const text = octets[index]?.toString("utf8") ?? "";
    policies[index] = await parseOrNothing(contender, { name, origin, text });
  }
  return policies;
}

function use(
  contender: AnyContender,
  policies: readonly unknown[],
  files: readonly RobotsFile[],
  octets: readonly Buffer[],
): number {
  const random = seededRandom(1);
  let allowed = 0;
  for (const [index, policy] of policies.entries()) {
    const { name, origin } = files[index] ?? { name: "", origin: "" };
    const checks = checksFor(
      { name, origin, text: octets[index]?.toString("utf8") ?? "" },
      checksPerFile,
      random,
    );
    if (policy === undefined) continue;
    for (const check of checks) if (contender.isAllowed(policy, check)) allowed++;
  }
  return allowed;
}

/** Measures what the policies of all files keep alive. `files` is emptied of its texts. */
export async function measureMemory(contender: AnyContender, files: RobotsFile[]): Promise<Kept> {
  const octets = files.map(({ text }) => Buffer.from(text, "utf8"));
  const bare = files.map(({ name, origin }) => ({ name, origin, text: "" }));
  files.length = 0;
  // A part first, so that compiled code and its feedback are there before counting starts.
  use(contender, await parseFresh(contender, bare.slice(0, 300), octets), bare, octets);

  const start = await octetsInUse();
  const policies = await parseFresh(contender, bare, octets);
  const before = (await octetsInUse()) - start;
  use(contender, policies, bare, octets);
  const after = (await octetsInUse()) - start;

  const textOctets = octets.reduce((sum, { length }) => sum + length, 0);
  return { policies: policies.length, textOctets, before, after };
}
