import { existsSync, readFileSync } from "node:fs";

/** The lines of a JSON-lines file beside the repository; none, and a word about it, where it is absent. */
export function sharedLines<Line>(name: string): Line[] {
  const file = new URL(`../../../../shared/conformance/${name}`, import.meta.url);
  if (!existsSync(file)) {
    console.warn(`shared/conformance/${name} is absent: its cases are not run`);
    return [];
  }
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}
