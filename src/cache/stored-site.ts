import { availabilityOf, type AuthStatus } from "./availability.ts";
import type { RobotsFailure, RobotsFailureCode } from "./failure.ts";
import type { Lifetime } from "./freshness.ts";
import { HeaderFields } from "./headers.ts";
import { parseFile, type SettleRules } from "./settle.ts";
import {
  siteInTrouble,
  siteOfCopy,
  siteWithoutFile,
  wallOf,
  type Copy,
  type Moment,
  type Site,
} from "./site.ts";
import { readStoredBody, storedBodyOf } from "./stored-body.ts";
import { validatorsOf, type Validators } from "./validators.ts";

/** Raised whenever older readers would misunderstand what is written; they then pass it over. */
const VERSION = 1;

/** A reader whose clock is behind the writer's by more than this does not trust its times. */
const MAX_SKEW_MS = 5 * 60_000;

const DAY_MS = 86_400_000;

/**
 * The failures that tell something about the site, whoever asked. All others may be the asker's own: one worker
 * that has lost its network must not close every site for the rest.
 */
const SHARED_FAILURES: ReadonlySet<RobotsFailureCode> = new Set([
  "status",
  "redirect-limit",
  "redirect-loop",
  "redirect-target",
]);

/** What the reading of a stored site depends on. */
export interface StoredRules extends SettleRules {
  readonly authStatus: AuthStatus;
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** Turns a time that another process wrote into one of our steady clock. */
const steadyOf = (wall: number, { nowMs, wallMs }: Moment): number => nowMs + wall - wallMs;

function storedCopy(copy: Copy, moment: Moment): Json {
  const { policy, note, truncated, redirects, lifetime, validators, confirmedAt } = copy;
  return {
    ...storedBodyOf(policy),
    note,
    truncated,
    redirects,
    lifetime,
    validators,
    confirmedMs: wallOf(confirmedAt, moment),
  };
}

/**
 * Writes down what is known of a site, for other processes and later times; `undefined` for what is only of
 * interest to this one.
 */
export function storedText(site: Site, moment: Moment): string | undefined {
  const { entry, from, until, copy, trouble } = site;
  if (trouble !== undefined && !SHARED_FAILURES.has(trouble.failure.code)) return undefined;
  return JSON.stringify({
    version: VERSION,
    origin: entry.origin,
    settledMs: wallOf(from, moment),
    untilMs: wallOf(until, moment),
    status: entry.status,
    redirects: entry.redirects,
    copy: copy && storedCopy(copy, moment),
    trouble: trouble && {
      failure: trouble.failure,
      sinceMs: wallOf(trouble.since, moment),
      retryMs: wallOf(trouble.retryAt, moment),
    },
  });
}

/** How long what is written down is of use, in milliseconds. */
export function storedForMs(site: Site, moment: Moment, { staleLimitMs }: SettleRules): number {
  // Whole numbers: a Redis takes no others.
  const answerMs = Math.ceil(site.until - moment.nowMs);
  // Old rules outlive the answer, as does the memory of when trouble began.
  return site.copy === undefined && site.trouble === undefined ? answerMs : answerMs + staleLimitMs;
}

function parsedJson(text: unknown): Json {
  if (typeof text !== "string") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : {};
  } catch {
    // Something else was kept under this key, or half of it: as good as nothing.
    return {};
  }
}

function readLifetime(stored: unknown): Lifetime | undefined {
  if (!isJson(stored) || typeof stored["mustRevalidate"] !== "boolean") return undefined;
  const { mustRevalidate, declaredMs } = stored;
  return isNumber(declaredMs) ? { mustRevalidate, declaredMs } : { mustRevalidate };
}

function readValidators(stored: unknown): Validators | undefined {
  if (!isJson(stored) || typeof stored["url"] !== "string") return undefined;
  const fields = Object.entries({ etag: stored["etag"], "last-modified": stored["lastModified"] });
  // Read as if from the network: nothing goes into a request unchecked.
  const headers = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  return validatorsOf(new HeaderFields(headers), stored["url"]);
}

function readCopy(origin: string, stored: unknown, moment: Moment, rules: StoredRules): Copy | undefined {
  if (!isJson(stored)) return undefined;
  const { truncated, redirects, confirmedMs } = stored;
  const body = readStoredBody(stored);
  const lifetime = readLifetime(stored["lifetime"]);
  if (body === undefined || lifetime === undefined || !isTexts(redirects) || !isNumber(confirmedMs)) {
    return undefined;
  }
  const file = parseFile(origin, body, rules);
  return {
    ...file,
    // What was cut off is not in the store: the rest looks whole.
    truncated: file.truncated || truncated === true,
    redirects,
    lifetime,
    validators: readValidators(stored["validators"]),
    confirmedAt: Math.min(steadyOf(confirmedMs, moment), moment.nowMs),
    confirmedWallMs: Math.min(confirmedMs, moment.wallMs),
  };
}

function readFailure(stored: unknown): RobotsFailure | undefined {
  if (!isJson(stored)) return undefined;
  const { code, message } = stored;
  if (typeof message !== "string" || !SHARED_FAILURES.has(code as RobotsFailureCode)) return undefined;
  return { code: code as RobotsFailureCode, message };
}

/**
 * Reads what {@link storedText} wrote, as it was settled then and by the rules of now. `undefined` for what is
 * no such thing, for another site's, and for one from the future. Nothing in it makes this throw.
 */
export function readStoredSite(
  origin: string,
  text: unknown,
  moment: Moment,
  rules: StoredRules,
): Site | undefined {
  const { version, origin: owner, settledMs, untilMs, status, redirects, copy, trouble } = parsedJson(text);
  if (version !== VERSION || owner !== origin) return undefined;
  if (!isNumber(settledMs) || !isNumber(untilMs) || !isTexts(redirects)) return undefined;
  if (settledMs > moment.wallMs + MAX_SKEW_MS) return undefined;
  const settled: Moment = {
    nowMs: Math.min(steadyOf(settledMs, moment), moment.nowMs),
    wallMs: Math.min(settledMs, moment.wallMs),
  };
  // However far ahead the writer's clock was, a day from now is the longest anything holds.
  const soon = (wall: number): number => Math.min(steadyOf(wall, moment), moment.nowMs + DAY_MS);
  const rulesCopy = readCopy(origin, copy, moment, rules);
  if (isJson(trouble)) {
    const { sinceMs, retryMs } = trouble;
    const failure = readFailure(trouble["failure"]);
    if (failure === undefined || !isNumber(sinceMs) || !isNumber(retryMs)) return undefined;
    const since = Math.min(steadyOf(sinceMs, moment), moment.nowMs);
    const known = { failure, status: isNumber(status) ? status : undefined, redirects };
    return siteInTrouble(origin, rulesCopy, { ...known, since, retryAt: soon(retryMs) }, settled, rules);
  }
  if (!isNumber(status)) return undefined;
  if (rulesCopy !== undefined) return siteOfCopy(origin, rulesCopy, status, soon(untilMs), settled);
  const kind = availabilityOf(status, { conditional: false, authStatus: rules.authStatus });
  if (kind !== "unavailable" && kind !== "forbidden") return undefined;
  return siteWithoutFile(origin, { kind, status, redirects }, soon(untilMs), settled, rules);
}
