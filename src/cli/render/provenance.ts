import type { RobotsEntry } from "../../cache/index.ts";
import type { Rules } from "../rules.ts";
import { safeText } from "./safe-text.ts";

function stateOf({ state, failure, note }: RobotsEntry): string {
  if (state === "unavailable") return "unavailable: everything is allowed";
  if (state !== "rules") return `${state}: nothing is allowed, ${failure?.message ?? "nobody knows why"}`;
  if (note === "html") return "a web page without rules: everything is allowed";
  return note === "empty" ? "an empty file: everything is allowed" : "rules";
}

function statusOf({ status, redirects }: RobotsEntry): readonly string[] {
  return [
    ...redirects.map((address) => `redirected to ${safeText(address)}`),
    ...(status === undefined ? [] : [`status ${status}`]),
  ];
}

/** Where the rules of a site come from, in one line; `undefined` for a file, which is known by its name. */
export function provenanceOf({ name, entry }: Rules): string | undefined {
  if (entry === undefined) return undefined;
  return [safeText(name), "fetched now", ...statusOf(entry), stateOf(entry)].join(" · ");
}
