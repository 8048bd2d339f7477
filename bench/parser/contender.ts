/** A robots.txt file and the site it belongs to. */
export interface RobotsFile {
  /** For messages. */
  name: string;
  /** Scheme and host, without a slash at the end. */
  origin: string;
  text: string;
}

/** A question for a policy. */
export interface Check {
  /** Absolute, on the origin of the file. */
  url: string;
  /** Path and query of `url`, for contenders that take no URL; cutting it out is a gift to them. */
  path: string;
  /** A product token. */
  agent: string;
}

/**
 * One way to answer, as its README says. What it makes of a file is handed back to it untouched, so that
 * neither time nor memory is spent on a wrapper.
 */
export interface Contender<Policy = unknown> {
  name: string;
  /** What is measured: an answer, or only a part of the work that any answer needs at least. */
  kind: "answers" | "floor of checks" | "floor of parsing";
  /** May throw on some files: those count as not answered. */
  parse(file: RobotsFile): Policy | Promise<Policy>;
  isAllowed(policy: Policy, check: Check): boolean;
  /** How many sitemaps the file names: a question that nobody can answer without reading all of it. */
  sitemaps(policy: Policy): number;
}

/** A contender whose policies are nobody else's business. */
export type AnyContender = Contender;

/**
 * Hides the type of a contender's policies. It is sound because whoever calls gives back to a contender
 * only what that contender made.
 */
export function contender<Policy>(contender: Contender<Policy>): AnyContender {
  return contender;
}

/** Parses a file; `undefined` where the contender throws. */
export async function parseOrNothing(contender: AnyContender, file: RobotsFile): Promise<unknown> {
  try {
    return await contender.parse(file);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
