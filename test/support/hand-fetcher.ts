import type { FetchContext, RobotsFetcher, RobotsResponse } from "../../src/cache/index.ts";

/** A request that waits for the test to answer it. */
export interface PendingRequest extends FetchContext {
  readonly url: string;
  answer(response: string | RobotsResponse): void;
  fail(error: unknown): void;
  /** Whether it was answered, or aborted. */
  isOver(): boolean;
}

/** A fetcher whose requests are answered by hand, and which gives up when it is told to. */
export class HandFetcher {
  readonly requests: PendingRequest[] = [];
  /** Requests that were neither answered nor aborted. */
  inFlight = 0;

  readonly fetch: RobotsFetcher = (url, { signal, headers }) =>
    new Promise((resolve, reject) => {
      let isOver = false;
      const end = (): void => {
        if (!isOver) this.inFlight--;
        isOver = true;
      };
      this.inFlight++;
      this.requests.push({
        url,
        signal,
        headers,
        answer: (response) => (end(), resolve(response)),
        fail: (error) => (end(), reject(error)),
        isOver: () => isOver,
      });
      signal.addEventListener("abort", () => (end(), reject(signal.reason)), { once: true });
    });

  /** The request sent last. */
  get last(): PendingRequest {
    const request = this.requests.at(-1);
    if (request === undefined) throw new Error("nothing was requested");
    return request;
  }
}
