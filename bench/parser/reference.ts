import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseOrNothing, type AnyContender, type Check, type RobotsFile } from "./contender.ts";
import { readFiles, type FileSet } from "./files.ts";

const google = new URL("../../../shared/conformance/google-real.jsonl.gz", import.meta.url);
const own = new URL("files/verdicts.json", import.meta.url);

/** A file with questions and their right answers. */
export interface Expectation {
  file: RobotsFile;
  checks: (Check & { allowed: boolean })[];
}

/** How right a contender is. */
export interface Agreement {
  checks: number;
  right: number;
  /** Files on which it threw: their checks count as wrong. */
  unanswered: number;
  /** Some of the wrong answers, for reading. */
  wrong: string[];
}

interface GoogleRow {
  c: string;
  f: string;
  a: string[];
  u: string[];
  v: string[];
}

interface OwnRow {
  file: string;
  agent: string;
  path: string;
  allowed: boolean;
}

// What RFC 9309 and Google's parser read alike: no escapes, no octets that need one, nothing that a URL
// parser would rewrite, and no file of robots.txt itself.
const plainPath = /^\/(?!robots\.txt$)[\w\-./?=&,;~+:@!]*$/;
const dotSegment = /(?:^|\/)\.\.?(?:[/?]|$)/;
const plainAgent = /^[a-z]+$/i;

const bothRead = (path: string, agent: string): boolean =>
  plainPath.test(path) && !dotSegment.test(path) && plainAgent.test(agent);

const isOwn = (set: FileSet): boolean => set === "own" || !existsSync(google);

/** Which answers count as right for a set of files. */
export function referenceName(set: FileSet): string {
  return !isOwn(set) ? "Google's parser on real files, where the dialects agree" : "our own verdicts";
}

/** Loads the answers of the reference; of every `step`th file where there are many. */
export function loadExpectations(set: FileSet, step: number): Expectation[] {
  return isOwn(set) ? fromOwn() : fromGoogle(step);
}

function fromGoogle(step: number): Expectation[] {
  const files = new Map(readFiles("real").map((file) => [file.name, file]));
  const rows = gunzipSync(readFileSync(google)).toString("utf8").trimEnd().split("\n");
  return rows.flatMap((line, index) => {
    if (index % step !== 0) return [];
    const { c, f, a, u, v } = JSON.parse(line) as GoogleRow;
    const file = files.get(`${c}/${f}`);
    if (file === undefined) return [];
    const checks = a.flatMap((agent, row) =>
      u.flatMap((path, column) => {
        if (!bothRead(path, agent)) return [];
        return [{ url: file.origin + path, path, agent, allowed: v[row]?.[column] === "1" }];
      }),
    );
    return [{ file, checks }];
  });
}

function fromOwn(): Expectation[] {
  const rows = JSON.parse(readFileSync(own, "utf8")) as OwnRow[];
  return readFiles("own").map((file) => ({
    file,
    checks: rows
      .filter((row) => row.file === file.name)
      .map(({ path, agent, allowed }) => ({ url: file.origin + path, path, agent, allowed })),
  }));
}

/** Asks a contender everything that the reference has answered. */
export async function agreementOf(
  contender: AnyContender,
  expectations: readonly Expectation[],
): Promise<Agreement> {
  const agreement: Agreement = { checks: 0, right: 0, unanswered: 0, wrong: [] };
  for (const { file, checks } of expectations) {
    agreement.checks += checks.length;
    const policy = await parseOrNothing(contender, file);
    if (policy === undefined) {
      agreement.unanswered++;
      continue;
    }
    for (const check of checks) {
      if (contender.isAllowed(policy, check) === check.allowed) agreement.right++;
      else if (agreement.wrong.length < 5) agreement.wrong.push(describe(file, check));
    }
  }
  return agreement;
}

const describe = (file: RobotsFile, { path, agent, allowed }: Expectation["checks"][number]): string =>
  `${file.name} ${agent} ${path}: ${allowed ? "allowed" : "disallowed"} would be right`;
