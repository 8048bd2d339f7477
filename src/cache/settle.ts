import { RobotsPolicy, type ParseOptions } from "../policy/index.ts";
import type { FailedAnswer, GoodAnswer, RobotsAnswer } from "./fetch-robots.ts";
import { keptMs, lifetimeOf, renewedLifetime, retryDelayMs } from "./freshness.ts";
import { noteOf } from "./note.ts";
import {
  siteInTrouble,
  siteOfCopy,
  siteWithoutFile,
  type Copy,
  type Moment,
  type Site,
  type SiteRules,
} from "./site.ts";
import { renewedValidators, validatorsOf } from "./validators.ts";

/** What the settling of an answer depends on beside the answer itself. */
export interface SettleRules extends SiteRules {
  readonly unreachableTtlMs: number;
  readonly maxBytes: number;
  readonly parse: ParseOptions;
}

/** Reads a file for the site that was asked, wherever it came from. */
export function parseFile(
  origin: string,
  body: string | Uint8Array,
  { parse, maxBytes }: Pick<SettleRules, "parse" | "maxBytes">,
): Pick<Copy, "policy" | "note" | "truncated" | "octets"> {
  const policy = RobotsPolicy.parse(body, { ...parse, maxBytes, url: `${origin}/robots.txt` });
  const octets = Math.min(body.length, maxBytes);
  return { policy, note: noteOf(body, policy), truncated: policy.truncated, octets };
}

function readCopy(origin: string, answer: GoodAnswer, moment: Moment, rules: SettleRules): Copy {
  return {
    ...parseFile(origin, answer.body, rules),
    redirects: answer.redirects,
    lifetime: lifetimeOf(answer.headers, moment.wallMs),
    validators: validatorsOf(answer.headers, answer.url),
    confirmedAt: moment.nowMs,
    confirmedWallMs: moment.wallMs,
  };
}

/** The same file, confirmed just now. */
function confirmed(copy: Copy | undefined, answer: GoodAnswer, moment: Moment): Copy | undefined {
  return (
    copy && {
      ...copy,
      redirects: answer.redirects,
      lifetime: renewedLifetime(copy.lifetime, answer.headers, moment.wallMs),
      validators: renewedValidators(copy.validators, validatorsOf(answer.headers, answer.url)),
      confirmedAt: moment.nowMs,
      confirmedWallMs: moment.wallMs,
    }
  );
}

function inTrouble(
  origin: string,
  known: Site | undefined,
  answer: Omit<FailedAnswer, "kind">,
  moment: Moment,
  rules: SettleRules,
): Site {
  const { failure, status, redirects, headers } = answer;
  const { nowMs, wallMs } = moment;
  const since = Math.min(known?.trouble?.since ?? nowMs, nowMs);
  const retryAt = nowMs + retryDelayMs(headers, wallMs, rules.unreachableTtlMs);
  return siteInTrouble(origin, known?.copy, { failure, status, redirects, since, retryAt }, moment, rules);
}

/** What is known of a site after an answer, from what was known before. Reads no clock and changes nothing. */
export function settle(
  origin: string,
  known: Site | undefined,
  answer: RobotsAnswer,
  moment: Moment,
  rules: SettleRules,
): Site {
  if (answer.kind === "unreachable") return inTrouble(origin, known, answer, moment, rules);
  if (answer.kind === "unavailable" || answer.kind === "forbidden") {
    return siteWithoutFile(origin, answer, moment.nowMs + rules.unavailableTtlMs, moment, rules);
  }
  const copy =
    answer.kind === "rules"
      ? readCopy(origin, answer, moment, rules)
      : confirmed(known?.copy, answer, moment);
  if (copy === undefined) {
    const failure = { code: "bad-response", message: "the server confirmed a copy nobody has" } as const;
    return inTrouble(origin, known, { ...answer, failure }, moment, rules);
  }
  return siteOfCopy(origin, copy, answer.status, moment.nowMs + keptMs(copy.lifetime, rules), moment);
}
