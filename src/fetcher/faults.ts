import type { Clock } from "../common/clock.ts";
import { CrawlError } from "../common/errors.ts";
import { categoryOf } from "../common/failure-category.ts";
import { RefusalError } from "../gate/index.ts";
import { DEADLINE_CODE, Fault } from "./failure.ts";

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

/** The fault that a refusal of the gate, or of the check of an address, comes to. */
function refusalFault(error: CrawlError, wallMs: number): Fault {
  const { code, message, retryAtMs, cause } = error;
  if (code === "lookup-failed" && isTimeout(cause))
    return new Fault("timeout", "lookup-timeout", message, { cause });
  const retryAfterMs = retryAtMs === undefined ? {} : { retryAfterMs: Math.max(0, retryAtMs - wallMs) };
  const verdict = error instanceof RefusalError ? error.refusal.verdict : undefined;
  return new Fault(categoryOf(code), code, message, {
    ...retryAfterMs,
    ...(verdict === undefined ? {} : { verdict }),
    cause: error,
  });
}

/** Makes a fault of whatever was thrown while a page was fetched. */
export function faultOf(error: unknown, wallMs: number): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof CrawlError) return refusalFault(error, wallMs);
  // The one limit that comes as it is: that of the whole call.
  if (isTimeout(error)) return new Fault("timeout", DEADLINE_CODE, "not done in time", { cause: error });
  const message = error instanceof Error ? error.message : "something was thrown that is no error";
  return new Fault("network", "failed", message, { cause: error });
}

/** The fault that a page failed of: the caller's own wish to end comes first. */
export const outcomeFault = (error: unknown, signal: AbortSignal | undefined, clock: Clock): Fault =>
  signal?.aborted === true
    ? new Fault("aborted", "aborted", "the caller gave up", { cause: error })
    : faultOf(error, clock.wall());
