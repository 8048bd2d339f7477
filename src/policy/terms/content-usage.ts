import { parseDictionary } from "./structured-dictionary.ts";
import { combine, type Combined, type Saying, type TermsOrigin } from "./terms.ts";

// IETF AIPREF, the drafts attach and vocab as of August 2026: experimental, and free to change with them.

/** What a site prefers for a category of use. */
export type Preference = "allow" | "disallow" | "unknown";

/** One `Content-Usage` record, or header field. */
export interface UsageStatement extends TermsOrigin {
  /** The path pattern in front of the preferences; absent: all paths. */
  readonly path?: string;
  /** The value as it was written. */
  readonly text: string;
  /** By category. Empty where the text cannot be read: then everything is unknown. */
  readonly preferences: ReadonlyMap<string, Preference>;
  /** Whether it could be read: it is an RFC 9651 Dictionary. */
  readonly isValid: boolean;
}

const PREFERENCES: ReadonlyMap<string, Preference> = /* @__PURE__ */ new Map([
  ["y", "allow"],
  ["n", "disallow"],
]);

/** Reads the value of a `Content-Usage` header field. */
export function usageField(text: string, origin: TermsOrigin): UsageStatement {
  const members = parseDictionary(text);
  const preferences = new Map<string, Preference>();
  for (const [name, value] of members ?? []) preferences.set(name, PREFERENCES.get(value) ?? "unknown");
  return { ...origin, text, preferences, isValid: members !== undefined };
}

/** Reads the value of a `Content-Usage` record: a path, if it begins with `/`, and preferences. */
export function parseContentUsage(text: string, line: number): UsageStatement {
  const [path] = /^\/[^ \t]*/.exec(text) ?? [];
  const statement = usageField(text.slice(path?.length ?? 0).trimStart(), { source: "robots.txt", line });
  return path === undefined ? statement : { ...statement, text, path };
}

/** Combines statements: what one disallows is disallowed, else what one allows is allowed. */
export const combineUsage = (statements: readonly UsageStatement[]): Combined<Preference> =>
  combine(
    "content-usage",
    statements.flatMap(({ source, line, preferences }): Saying<Preference>[] =>
      [...preferences].map(([name, value]) => ({
        source,
        line,
        name,
        value,
      })),
    ),
    ["disallow", "allow", "unknown"],
  );
