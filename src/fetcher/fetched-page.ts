import type { WaitReason } from "../governor/index.ts";
import type { Verdict } from "../policy/index.ts";
import type { Failure } from "./failure.ts";

/** What both outcomes tell. */
interface AnyOutcome {
  /** The addresses that the page's own was redirected to, in order. */
  readonly redirects: readonly string[];
  /** How long the gate made this page wait for its turns. */
  readonly waitedMs: number;
  /** What took longest of that; `none` when no turn was waited for. */
  readonly waitedFor: WaitReason;
}

/** A page that came. */
export interface GoodPage extends AnyOutcome {
  readonly ok: true;
  /** The address that answered, which is the last of `redirects` where there are any. */
  readonly url: string;
  /** The address that was asked for. */
  readonly requestedUrl: string;
  readonly status: number;
  readonly headers: Headers;
  /** `type/subtype`, in lower case. */
  readonly contentType: string;
  /** As octets, without a content coding. */
  readonly body: Uint8Array;
  /** How many requests were sent for it, redirects and retries included. */
  readonly attempts: number;
  /** Octets of the body that came off the wire. */
  readonly receivedBytes: number;
  /** What robots.txt says; absent where something other than a fetch asked. */
  readonly verdict?: Verdict;
}

/** A page that did not come, and why. */
export interface FailedPage extends AnyOutcome {
  readonly ok: false;
  /** The address that was asked for. */
  readonly url: string;
  readonly failure: Failure;
}

/** What came of fetching one page. Failures are values: one of them never ends a batch. */
export type FetchedPage = GoodPage | FailedPage;
