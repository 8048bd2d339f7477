import type { RobotsFetcher, RobotsResponse } from "../../../src/cache/index.ts";
import type { Clock } from "../../../src/common/clock.ts";
import type { CacheCase, ScriptedAnswer } from "./cache-case.ts";

/** A request as the fetcher was asked for it. */
export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The forms in which a fetcher may hand over a body. */
export const BODY_FORMS = ["string", "octets", "stream"] as const;
export type BodyForm = (typeof BODY_FORMS)[number];

function octetsOf({ body = "", bodyBase64, bodyGen }: ScriptedAnswer): Uint8Array {
  if (bodyBase64 !== undefined) return Uint8Array.from(Buffer.from(bodyBase64, "base64"));
  if (bodyGen === undefined) return new TextEncoder().encode(body);
  const { prefix, fill, times, suffix } = bodyGen;
  return new TextEncoder().encode(prefix + fill.repeat(times) + suffix);
}

const CHUNK_LENGTH = 16_384;

function streamOf(answer: ScriptedAnswer): ReadableStream<Uint8Array> {
  const octets = octetsOf(answer);
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset < octets.length) {
        controller.enqueue(octets.subarray(offset, (offset += CHUNK_LENGTH)));
        if (answer.endless === true && offset >= octets.length) offset = 0;
      } else if (answer.cutOff === true) {
        controller.error(Object.assign(new Error("terminated"), { code: "ECONNRESET" }));
      } else {
        controller.close();
      }
    },
  });
}

function bodyOf(answer: ScriptedAnswer, form: BodyForm): RobotsResponse["body"] {
  if (form === "stream" || answer.cutOff === true || answer.endless === true) return streamOf(answer);
  // Octets that are no UTF-8 cannot be handed over as text.
  return form === "octets" || answer.bodyBase64 !== undefined
    ? octetsOf(answer)
    : new TextDecoder().decode(octetsOf(answer));
}

/** Answers by a script: per address its answers in order, the last again and again. */
export class ScriptedFetcher {
  readonly requests: Request[] = [];
  readonly #script: CacheCase["script"];
  readonly #clock: Clock;
  readonly #form: BodyForm;
  readonly #asked = new Map<string, number>();

  constructor(script: CacheCase["script"], clock: Clock, form: BodyForm = "string") {
    this.#script = script;
    this.#clock = clock;
    this.#form = form;
  }

  /** The fetcher to hand to a cache. */
  readonly fetch: RobotsFetcher = (url, { headers }) => {
    this.requests.push({ url, headers });
    const answer = this.#next(url);
    if (answer.throwSync === true) throw new Error("thrown at once");
    if (answer.delay === undefined) return this.#settle(answer);
    const delayMs = answer.delay * 1000;
    return new Promise((resolve) => {
      this.#clock.setTimeout(() => resolve(this.#settle(answer)), delayMs);
    });
  };

  #next(url: string): ScriptedAnswer {
    const answers = Object.hasOwn(this.#script, url) ? this.#script[url] : undefined;
    const count = this.#asked.get(url) ?? 0;
    this.#asked.set(url, count + 1);
    return answers?.[Math.min(count, answers.length - 1)] ?? { error: "ENOTFOUND" };
  }

  async #settle(answer: ScriptedAnswer): Promise<RobotsResponse> {
    const { error, never, garbage, status = 200, headers = {}, url } = answer;
    if (error !== undefined) throw Object.assign(new Error(error), { code: error });
    if (never === true) return new Promise(() => undefined);
    if (garbage !== undefined) return (garbage === true ? undefined : garbage) as RobotsResponse;
    const body = bodyOf(answer, this.#form);
    return { status, headers, body, ...(url === undefined ? {} : { url }) };
  }
}
