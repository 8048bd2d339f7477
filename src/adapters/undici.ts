// Entry `robots-governor/adapters/undici`: an interceptor that lets each request of a dispatcher enter a gate.
import type { CrawlGate, Permit } from "../gate/index.ts";
import { urlOf, withUserAgent, type UndiciRequest } from "./undici-request.ts";
import { WaitingController, type UndiciController } from "./undici-controller.ts";

export type { UndiciController, UndiciRequest };

/** Undici's handler, as versions 7 and 8 hand it to interceptors. */
export interface UndiciHandler {
  onRequestStart?(controller: never, context: unknown): void;
  onRequestUpgrade?(controller: never, statusCode: number, headers: never, socket: never): void;
  onResponseStart?(controller: never, statusCode: number, headers: never, statusMessage?: string): void;
  onResponseData?(controller: never, chunk: never): void;
  onResponseEnd?(controller: never, trailers: never): void;
  onResponseError?(controller: never, error: Error): void;
}

type Dispatch<Options, Handler> = (options: Options, handler: Handler) => boolean;

/** The client's own handler behind one that gives the permit back. */
function watched(handler: UndiciHandler, permit: Permit, controller: WaitingController): UndiciHandler {
  const done = (status: number, headers: unknown): void =>
    void permit.done({ status, latencyMs: permit.elapsedMs, headers: headers as Record<string, string> });
  return {
    onRequestStart: (inner: UndiciController) => {
      controller.inner = inner;
      if (controller.reason !== null) inner.abort(controller.reason);
    },
    onRequestUpgrade: (inner, status, headers, socket) => {
      done(status, headers);
      handler.onRequestUpgrade?.(inner, status, headers, socket);
    },
    onResponseStart: (inner, status, headers, message) => {
      if (status >= 200) done(status, headers);
      handler.onResponseStart?.(inner, status, headers, message);
    },
    onResponseData: (inner, chunk) => handler.onResponseData?.(inner, chunk),
    onResponseEnd: (inner, trailers) => handler.onResponseEnd?.(inner, trailers),
    onResponseError: (inner, error) => {
      void permit.done(controller.aborted ? undefined : { error });
      handler.onResponseError?.(inner, error);
    },
  };
}

/** What undici's `compose` takes. */
export type UndiciInterceptor = <Options extends UndiciRequest, Handler extends UndiciHandler>(
  dispatch: Dispatch<Options, Handler>,
) => Dispatch<Options, Handler>;

/**
 * An interceptor for undici's `compose`. List it first, so that it sees every retry and every redirect:
 * `new Agent().compose(undiciInterceptor(gate), interceptors.redirect(), interceptors.retry())`. A refusal
 * comes out as the error of the request.
 */
export function undiciInterceptor(gate: CrawlGate): UndiciInterceptor {
  const entered = new WeakSet<UndiciHandler>();
  return (dispatch) => {
    const run = async (
      options: Parameters<typeof dispatch>[0],
      handler: Parameters<typeof dispatch>[1],
      controller: WaitingController,
    ): Promise<void> => {
      // A handler that comes back does so for a retry or a redirect.
      const isNewPage = !entered.has(handler);
      entered.add(handler);
      let permit: Permit | undefined;
      try {
        permit = await gate.enter(urlOf(options), { signal: controller.signal, isNewPage });
        const headers = withUserAgent(options.headers, gate.userAgent);
        dispatch({ ...options, headers }, watched(handler, permit, controller) as typeof handler);
      } catch (error) {
        await permit?.done();
        handler.onResponseError?.(controller as never, error as Error);
      }
    };
    return (options, handler) => {
      const controller = new WaitingController();
      // At once, so that the request can be aborted while it waits.
      handler.onRequestStart?.(controller as never, {});
      void run(options, handler, controller);
      return true;
    };
  };
}
