import type { RobotsDocument } from "../../parser/index.ts";
import { makesDoubtful } from "../warnings.ts";
import type { Paint } from "./color.ts";

/** So many are printed; the others are counted. */
const SHOWN_REMARKS = 3;

/** What is odd about lines that were not shown. What makes all answers doubtful was told before them. */
export function remarkLines(
  { diagnostics }: RobotsDocument,
  shown: ReadonlySet<number>,
  paint: Paint,
): readonly string[] {
  const more = diagnostics.filter(
    (one) => one.severity !== "info" && !makesDoubtful(one) && !shown.has(one.line),
  );
  if (more.length === 0) return [];
  const listed = more.slice(0, SHOWN_REMARKS);
  const width = Math.max(...listed.map(({ line }) => String(line).length));
  const hidden = more.length - listed.length;
  return [
    "",
    "More remarks on this file:",
    ...listed.map(({ line, message }) =>
      paint("warning", `! line ${String(line).padEnd(width)}  ${message}`),
    ),
    ...(hidden === 0 ? [] : [paint("faint", `  and ${hidden} more`)]),
  ];
}
