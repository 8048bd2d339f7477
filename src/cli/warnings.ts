import type { Diagnostic } from "../parser/index.ts";
import type { Dialect, Verdict } from "../policy/index.ts";
import { dialectsAgree, type Finding } from "./findings.ts";
import { safeText } from "./render/safe-text.ts";

/** Whether a diagnostic makes every answer doubtful: a file that was cut, or is no robots.txt. */
export const makesDoubtful = ({ severity, code }: Diagnostic): boolean =>
  severity === "error" || code === "utf-16";

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Whether a text is neither a URL nor a path: what stands before its first slash is taken for a host. */
const isBareWord = (url: string): boolean => !SCHEME.test(url) && !/^[/?;#]/.test(url);

function bareWordWarning(url: string, verdict: Verdict | undefined): readonly string[] {
  // A URL that is answered as invalid needs no warning.
  if (verdict === undefined || verdict.reason === "scope" || !isBareWord(url)) return [];
  return [
    `${safeText(url)} is neither a path (/…) nor a URL (https://…): it is taken for ${safeText(verdict.path)}`,
  ];
}

/** What makes the answers about a URL doubtful, whatever the file says. */
export function warningsOn(finding: Finding, asked: readonly Dialect[]): readonly string[] {
  const { url, answers } = finding;
  const isGoogleAsked = asked.includes("google") || !dialectsAgree(finding);
  return [
    ...bareWordWarning(url, answers[0]?.verdict),
    ...(isGoogleAsked && /\P{ASCII}/u.test(url)
      ? [`${safeText(url)}: Google's parser compares URLs as given; percent-encode it first`]
      : []),
  ];
}
