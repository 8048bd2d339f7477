// Answers questions with one parser in a process of its own, so that whoever waits can end it.
import type { AnyContender } from "../parser/contender.ts";
import { oursLimited } from "../parser/ours.ts";
import { robotsParser, robotsTxtGuard, robotsTxtParser } from "../parser/peers.ts";
import { origin, type Question } from "./questions.ts";

/** The name of a parser that can be asked. */
export type ParserName = "robots-governor" | "robots-parser" | "robots-txt-guard" | "robots-txt-parser";

const parsers: Record<ParserName, () => AnyContender | Promise<AnyContender>> = {
  "robots-governor": () => oursLimited("source"),
  "robots-parser": robotsParser,
  "robots-txt-guard": robotsTxtGuard,
  "robots-txt-parser": robotsTxtParser,
};

/** What a parser says to a question. */
export type Answer = "allowed" | "disallowed" | "throws";

async function answerOf(parser: AnyContender, { text, url, agent }: Question): Promise<Answer> {
  try {
    const policy = await parser.parse({ name: "file", origin, text });
    const path = url.slice(origin.length);
    return parser.isAllowed(policy, { url, path, agent }) ? "allowed" : "disallowed";
  } catch (error) {
    // Whatever is thrown is the answer; what it says is of no interest here.
    if (error instanceof Error) return "throws";
    throw error;
  }
}

const parser = await parsers[process.argv[2] as ParserName]();
process.on("message", (question: Question) => {
  void answerOf(parser, question).then((answer) => process.send?.(answer));
});
process.send?.("ready");
