import { combine, type Saying, type TermsConflict, type TermsOrigin } from "./terms.ts";

/** Whether a use is granted (`yes`) or refused (`no`). */
export type SignalAnswer = "yes" | "no";

/** The highest level of use that is granted, from the lowest to the highest. */
export type SignalUse = "immediate" | "reference" | "full";

/** What `Content-Signal` says to an agent. A signal that is absent neither grants nor refuses. */
export interface ContentSignals {
  readonly search?: SignalAnswer;
  readonly "ai-input"?: SignalAnswer;
  readonly "ai-train"?: SignalAnswer;
  readonly use?: SignalUse;
  /** Everything that was said, in order; also names and values that are not known here. */
  readonly sayings: readonly Saying[];
  /** Where different values were said; the most restrictive counts. */
  readonly conflicts: readonly TermsConflict[];
}

/** The values of each signal, the most restrictive first. */
const ANSWERS: readonly string[] = ["no", "yes"];
const LEVELS: readonly string[] = ["immediate", "reference", "full"];

const NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set(["search", "ai-input", "ai-train", "use"]);

/** Whether a name and its value mean something: others are kept, and count for nothing. */
export const isSignal = (name: string, value: string): boolean =>
  NAMES.has(name) && (name === "use" ? LEVELS : ANSWERS).includes(value);

/** Reads the value of a `Content-Signal` record or field: `name=value`, parted by commas, without case. */
export const parseContentSignal = (text: string, { source, line }: TermsOrigin): readonly Saying[] =>
  text
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "")
    .map((part) => {
      const [name = ""] = part.split("=", 1);
      return { source, line, name: name.trim(), value: part.slice(name.length + 1).trim() };
    });

/** What some sayings come to. */
export function combineSignals(sayings: readonly Saying[]): ContentSignals {
  const known = sayings.filter(({ name, value }) => isSignal(name, value));
  const { values, conflicts } = combine("content-signal", known, [...ANSWERS, ...LEVELS]);
  return { ...(Object.fromEntries(values) as Pick<ContentSignals, "use">), sayings, conflicts };
}
