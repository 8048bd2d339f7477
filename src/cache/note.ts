import type { RobotsPolicy } from "../policy/index.ts";
import type { RobotsNote } from "./robots-entry.ts";

/** So much of a file shows what it is. */
const HEAD_LENGTH = 1_024;

function headOf(body: string | Uint8Array): string {
  const head =
    typeof body === "string"
      ? body.slice(0, HEAD_LENGTH)
      : new TextDecoder().decode(body.subarray(0, HEAD_LENGTH));
  return head.trimStart();
}

/** What is odd about a file that has no rules; `undefined` when nothing is, or it has some. */
export function noteOf(body: string | Uint8Array, policy: RobotsPolicy): RobotsNote | undefined {
  if (body.length === 0) return "empty";
  const head = headOf(body);
  if (head === "" && body.length <= HEAD_LENGTH) return "empty";
  // Rules count in whatever they are wrapped (RFC 9309 2.3.1.1). The document would tell as well, but a policy
  // keeps it, and error pages are many.
  const hasGroup = /^[^\S\n]*user[- ]?agent/im.test(policy.toString());
  return head.startsWith("<") && !hasGroup ? "html" : undefined;
}
