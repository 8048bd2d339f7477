import type { FailureCategory } from "../common/failure-category.ts";
import type { Verdict } from "../policy/index.ts";
import { sanitizeForLog } from "./log-safety.ts";
import { withoutSecrets, type Secret } from "./secret.ts";

/** Why a page was not fetched, as a value. */
export interface Failure {
  readonly category: FailureCategory;
  /** Says more than the category, in a word that programs can rely on: `blocked-address`, `too-large`, … */
  readonly code: string;
  /** A sentence for people; safe to log. May change. */
  readonly message: string;
  /** Of the answer that made it fail, where there was one. */
  readonly status?: number;
  /** How long the host is to be left alone, from now; at most a day. */
  readonly retryAfterMs?: number;
  /** What robots.txt says, where that is the reason. */
  readonly verdict?: Verdict;
  /** How many requests were sent for this page, redirects and retries included. */
  readonly attempts: number;
  /** Octets of the body that came off the wire in the attempt that failed. */
  readonly receivedBytes: number;
}

/** What a {@link Fault} may know beside what it is. */
export interface FaultDetails {
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly verdict?: Verdict;
  readonly cause?: unknown;
}

/** Carries a failure out of the depth of a fetch. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly category: FailureCategory;
  readonly code: string;
  readonly details: FaultDetails;

  constructor(category: FailureCategory, code: string, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.category = category;
    this.code = code;
    this.details = details;
  }
}

/** The categories in which another attempt can bring something else. */
const TRANSIENT: ReadonlySet<FailureCategory> = new Set(["server-error", "timeout", "network"]);

/** The time of the whole call is up: there is none for another attempt. */
export const DEADLINE_CODE = "deadline";

/** Whether the same request may be sent again. Never after a 4xx. */
export const isTransient = ({ category, code }: Fault): boolean =>
  TRANSIENT.has(category) && code !== DEADLINE_CODE;

const MAX_MESSAGE_LENGTH = 300;

const STATUS_CATEGORIES: Readonly<Record<number, FailureCategory>> = {
  401: "authentication",
  403: "access-blocked",
  404: "not-found",
  407: "authentication",
  410: "not-found",
  429: "rate-limit",
  451: "access-blocked",
};

/** The category of an answer that is no page, by its status. */
export const categoryOfStatus = (status: number): FailureCategory =>
  STATUS_CATEGORIES[status] ?? (status >= 500 && status <= 599 ? "server-error" : "invalid-response");

/** Makes a value of a fault: the one place where foreign text becomes a message. */
export function failureFrom(
  fault: Fault,
  counts: { readonly attempts: number; readonly receivedBytes: number },
  secrets: readonly Secret[] = [],
): Failure {
  const { status, retryAfterMs, verdict } = fault.details;
  const text = withoutSecrets(fault.message, secrets);
  return {
    category: fault.category,
    code: fault.code,
    message: sanitizeForLog(text, { maxLength: MAX_MESSAGE_LENGTH }),
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(verdict === undefined ? {} : { verdict }),
    ...counts,
  };
}
