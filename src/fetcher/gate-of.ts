import type { Observation } from "../governor/index.ts";
import type { Verdict } from "../policy/index.ts";

/** The right to send one request. */
export interface Pass extends AsyncDisposable {
  readonly url: URL;
  readonly verdict: Verdict;
  done(observation?: Observation): void | Promise<void>;
}
/** What the fetcher needs of a gate. */
export interface Gate {
  enter(
    url: string | URL,
    options?: { signal?: AbortSignal; depth?: number; isNewPage?: boolean },
  ): Promise<Pass>;
}
