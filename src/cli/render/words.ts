import type { Dialect, MatchedRule, Verdict } from "../../policy/index.ts";
import type { Tone } from "./color.ts";
import { fit, safeText } from "./safe-text.ts";

const VERDICTS: Readonly<Record<Verdict["verdict"], readonly [word: string, tone: Tone]>> = {
  allow: ["allowed", "good"],
  disallow: ["disallowed", "bad"],
  "out-of-scope": ["out of scope", "warning"],
  "invalid-url": ["invalid URL", "warning"],
};

/** A verdict in a word or two. */
export const verdictWord = ({ verdict }: Verdict): string => VERDICTS[verdict][0];

/** The look of that word. */
export const verdictTone = ({ verdict }: Verdict): Tone => VERDICTS[verdict][1];

/** So much of an agent is shown beside other things. */
export const WIDEST_AGENT = 32;

/** The place for the longest verdict. */
export const VERDICT_WIDTH = 12;

const DIALECTS: Readonly<Record<Dialect, string>> = { rfc9309: "RFC 9309", google: "Google's parser" };

/** A dialect as people call it. */
export const dialectName = (dialect: Dialect): string => DIALECTS[dialect];

/** Stands in a column that has nothing to say. */
export const NOTHING = "—";

const LONGEST_RULE = 80;

/** A rule as one writes it. */
export const ruleText = ({ type, pattern }: MatchedRule): string =>
  fit(safeText(`${type === "allow" ? "Allow" : "Disallow"}: ${pattern}`), LONGEST_RULE);
