import { combineSignals, parseContentSignal } from "./content-signal.ts";
import { usageField } from "./content-usage.ts";
import type { TermsOrigin } from "./terms.ts";
import { usageFrom, type License, type Usage } from "./usage.ts";

/** Header fields of a response: `Headers`, pairs, or an object as Node has it. */
export type TermsHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const HEADER: TermsOrigin = { source: "header" };

const isPairs = (headers: TermsHeaders): headers is Iterable<readonly [string, string]> =>
  Symbol.iterator in headers;

/** All lines of a field. */
function valuesOf(headers: TermsHeaders, field: string): readonly string[] {
  const pairs = isPairs(headers) ? [...headers] : Object.entries(headers);
  return pairs
    .filter(([name]) => name.toLowerCase() === field)
    .flatMap(([, value]) => value ?? [])
    .map((value) => value.trim());
}

/** A link of a `Link` field (RFC 8288): its target, and its parameters as they are written. */
const LINK = /<([^>]*)>((?:"(?:[^"\\]|\\.)*"|[^",<])*)/g;
const IS_LICENSE = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?license(?:\s[^"]*)?"|license(?=\s*(?:;|$)))/i;
const IS_RSL = /;\s*type\s*=\s*"?application\/rsl\+xml"?\s*(?:;|$)/i;

const licensesOf = (headers: TermsHeaders): License[] =>
  valuesOf(headers, "link")
    .flatMap((value) => Array.from(value.matchAll(LINK)))
    .filter(([, , parameters = ""]) => IS_LICENSE.test(parameters) && IS_RSL.test(parameters))
    .map(([, url = ""]): License => ({ source: "header", url }))
    .filter(({ url }) => URL.canParse(url));

/**
 * The terms of a URL with what its response said: `Content-Usage`, `Content-Signal`, and `Link` to an RSL
 * licence. For each name the most restrictive value counts; `conflicts` lists where they differ. Fields are read
 * whatever robots.txt said of the URL: who has the response has what they are about.
 */
export function usageWithHeaders(usage: Usage, headers: TermsHeaders): Usage {
  // The lines of a list field are one list (RFC 9110 5.3).
  const preferences = valuesOf(headers, "content-usage");
  const fields = preferences.length === 0 ? [] : [usageField(preferences.join(", "), HEADER)];
  const signals = valuesOf(headers, "content-signal").flatMap((value) => parseContentSignal(value, HEADER));
  return usageFrom(
    usage.applies || fields.length > 0,
    [...usage.statements, ...fields],
    combineSignals([...usage.contentSignals.sayings, ...signals]),
    [...usage.licenses, ...licensesOf(headers)],
  );
}
