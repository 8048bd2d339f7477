import type { Io } from "../io.ts";

/** What the user wants: colour on terminals, everywhere, or nowhere. */
export type ColorWish = "auto" | "always" | "never";

/** What a piece of text means; how that looks is decided here alone. */
export type Tone = "good" | "bad" | "warning" | "group" | "faint" | "strong" | "plain";

/** Gives text the look of a tone. */
export type Paint = (tone: Tone, text: string) => string;

/** SGR parameters. */
const LOOKS: Readonly<Record<Exclude<Tone, "plain">, string>> = {
  good: "1;32",
  bad: "1;31",
  warning: "33",
  group: "36",
  faint: "2",
  strong: "1",
};

const colorless: Paint = (_tone, text) => text;

const colored: Paint = (tone, text) =>
  text === "" || tone === "plain" ? text : `\u001B[${LOOKS[tone]}m${text}\u001B[0m`;

const isSet = (value: string | undefined): value is string => value !== undefined && value !== "";

/** Whether output is coloured: the flag decides, then NO_COLOR, then FORCE_COLOR, then the terminal. */
function wantsColor(wish: ColorWish, { stdout, env }: Io): boolean {
  if (wish !== "auto") return wish === "always";
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (isSet(NO_COLOR)) return false;
  if (isSet(FORCE_COLOR)) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stdout.isTTY === true && TERM !== "dumb";
}

/** The paint for standard output. */
export const paintFor = (wish: ColorWish, io: Io): Paint => (wantsColor(wish, io) ? colored : colorless);
