import { bodyOf, caseFiles, written, type Case, type Check } from "../../test/support/case.ts";

/** One check of one of our cases, in the words of a parser that takes text, URL and one name. */
export interface Question {
  /** The case and the number of the check in it, from 1. */
  id: string;
  check: number;
  text: string;
  url: string;
  agent: string;
  /** What the RFC and our choices make of it. */
  allowed: boolean;
}

/** The site that all questions are about. */
export const origin = "https://example.com";

/** The file as a string; `undefined` where a string cannot hold its octets. */
const textOf = (given: Case): string | undefined => {
  const body = bodyOf(given);
  if (typeof body === "string") return body;
  const text = Buffer.from(body).toString("utf8");
  return Buffer.from(text, "utf8").equals(body) ? text : undefined;
};

/** The URL on our site that the check is about; `undefined` where it is about another form of URL. */
const urlOf = ({ url }: Check): string | undefined => {
  const text = written(url);
  if (/^\/(?!\/)/u.test(text)) return `${origin}${text}`;
  return text.startsWith(`${origin}/`) ? text : undefined;
};

const questionOf = (given: Case, check: Check, index: number): Question[] => {
  const { agent = "*", allowed } = check;
  const text = textOf(given);
  const url = urlOf(check);
  const canAsk = check.dialect !== "google" && typeof agent === "string";
  if (!canAsk || text === undefined || url === undefined) return [];
  return [{ id: given.id, check: index + 1, text, url, agent, allowed }];
};

/** Every check that can be put to any parser: left out are options of ours, Google's dialect, lists of names and files that no string can hold. */
export const questions = (): Question[] =>
  caseFiles()
    .flatMap(({ cases }) => cases)
    .filter(({ options }) => options === undefined)
    .flatMap((given) => (given.checks ?? []).flatMap((check, index) => questionOf(given, check, index)));
