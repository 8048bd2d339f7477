import { readdirSync, readFileSync } from "node:fs";
import type { Dialect, ParseOptions, RequestRate, TimeWindow, Verdict } from "../../src/policy/index.ts";

/** A text, or pieces of it, each perhaps repeated: `["/", ["a", 2000]]`. */
export type LongText = string | readonly (string | readonly [text: string, times: number])[];

/** One question to the policy of a case and what must come back; only what is given is compared. */
export interface Check {
  /** @defaultValue `"*"` */
  agent?: string | readonly string[];
  url: LongText;
  allowed: boolean;
  /** The line of the deciding rule. */
  line?: number;
  /** Its length. */
  length?: number;
  verdict?: Verdict["verdict"];
  reason?: Verdict["reason"];
  matchedBy?: Verdict["group"]["matchedBy"];
  path?: string;
  /** The one dialect that the check is for. @defaultValue both */
  dialect?: Dialect;
}

/** A case of ours: a file and everything that must be read from it. */
export interface Case {
  /** Unique; begins with `rfc-`, `google-` or `house-`, after whose choice it fixes. */
  id: string;
  /** The section of RFC 9309, or `house:` and a topic. */
  section: string;
  note: string;
  robots?: LongText;
  robotsBase64?: string;
  options?: ParseOptions;
  checks?: Check[];
  /** By agent; null for none. */
  crawlDelayMs?: Record<string, number | null>;
  /** By agent; null for none. */
  requestRate?: Record<string, RequestRate | null>;
  /** By agent; null for none. */
  visitTime?: Record<string, TimeWindow | null>;
  sitemaps?: string[];
  licenses?: string[];
  truncated?: boolean;
  /** By User-Agent header; null for none. */
  productTokens?: Record<string, string | null>;
  /** Diagnostics that must be there. */
  diagnostics?: { code: string; line?: number }[];
  /** Whether there may be others beside them. @defaultValue true */
  otherDiagnostics?: boolean;
}

/** Writes a {@link LongText} out. */
export const written = (text: LongText): string =>
  typeof text === "string"
    ? text
    : text.map((part) => (typeof part === "string" ? part : part[0].repeat(part[1]))).join("");

/** The file of a case, as a string or as octets. */
export const bodyOf = ({ robots, robotsBase64 }: Case): string | Uint8Array =>
  robotsBase64 === undefined ? written(robots ?? "") : Buffer.from(robotsBase64, "base64");

const folder = new URL("../conformance/cases/", import.meta.url);

/** Our cases, by file. */
export const caseFiles = (): { file: string; cases: Case[] }[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => ({
      file,
      cases: JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Case[],
    }));
