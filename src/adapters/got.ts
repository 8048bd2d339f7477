// Entry `robots-governor/adapters/got`: what makes each request of got, retries and redirects too, enter a gate.
import type { CrawlGate } from "../gate/index.ts";
import { Passage, type GotAnswer, type GotFailure, type GotOptions } from "./got-passage.ts";

export type { GotAnswer, GotFailure, GotOptions };

/** What `got.extend` takes. */
export interface GotExtension {
  handlers: [
    <Options extends Pick<GotOptions, "context">, Result>(
      options: Options,
      next: (options: Options) => Result,
    ) => Result,
  ];
  hooks: {
    beforeRequest: [(options: GotOptions) => Promise<void>];
    beforeRedirect: [(options: GotOptions, response: GotAnswer) => Promise<void>];
    beforeRetry: [(error: GotFailure & Error) => Promise<void>];
    beforeError: [<Failure extends GotFailure & Error>(error: Failure) => Promise<Failure>];
    afterResponse: [
      <Answer extends GotAnswer & { request: { options: GotOptions } }>(response: Answer) => Answer,
    ];
  };
}

const KEY = "robots-governor";

const passageOf = ({ context }: GotOptions): Passage | undefined => context[KEY] as Passage | undefined;

interface Ending {
  then?(onDone: () => void, onFailed: () => void): unknown;
  once?(event: "close" | "response", listener: (response: GotAnswer) => void): unknown;
}

/**
 * What `got.extend` takes: `got.extend(gotExtension(gate))`, for promises and streams. Each request, retry and
 * redirect enters. A refusal is the `cause` of got's `RequestError`, with its `code`, and is not retried. Whatever
 * becomes of a call, cancelled ones too, its permit is given back.
 */
export function gotExtension(gate: CrawlGate): GotExtension {
  return {
    handlers: [
      (options, next) => {
        const passage = new Passage(gate);
        options.context[KEY] = passage;
        const result = next(options);
        const end = (): void => passage.end();
        const ending = result as Ending;
        ending.then?.(end, end);
        if (ending.then === undefined) {
          ending.once?.("response", (response) => void passage.answered(response));
          ending.once?.("close", end);
        }
        return result;
      },
    ],
    hooks: {
      beforeRequest: [async (options) => passageOf(options)?.enter(options)],
      beforeRedirect: [async (options, response) => passageOf(options)?.answered(response)],
      beforeRetry: [async (error) => passageOf(error.options)?.failed(error)],
      beforeError: [
        async (error) => {
          await passageOf(error.options)?.failed(error);
          return error;
        },
      ],
      afterResponse: [
        (response) => {
          void passageOf(response.request.options)?.answered(response);
          return response;
        },
      ],
    },
  };
}
