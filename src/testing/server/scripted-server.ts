import type { Observation } from "../../governor/index.ts";
import type { RetryAfterForm, ServerDescription } from "./description.ts";
import { latencyFrom, type Latency, type OthersWait } from "./latency.ts";
import { EPOCH_MS, limitFrom, type Limit, type Refusal } from "./limits.ts";

/** An answer to come: what the client will observe, and when. */
export interface ScriptedAnswer {
  /** How long the client waits for it. */
  readonly latencyMs: number;
  readonly observation: Observation;
  readonly kind: "accepted" | "refused" | "failed";
}

/**
 * A server in virtual time. It is asked in order of time and tells at once what will be answered when, so
 * nothing has to wait.
 */
export class ScriptedServer {
  readonly description: ServerDescription;
  readonly #limits: readonly { readonly limit: Limit; readonly retryAfter: RetryAfterForm }[];
  readonly #latency: Latency;

  constructor(description: ServerDescription, random: () => number) {
    this.description = description;
    this.#limits = description.limits.map((each) => ({
      limit: limitFrom(each, random),
      retryAfter: "retryAfter" in each ? (each.retryAfter ?? "none") : "none",
    }));
    this.#latency = latencyFrom(description.latency, random);
  }

  /** Answers a request that arrives at `nowMs`; `client` tells unconnected clients apart. */
  answer(nowMs: number, client = 0): ScriptedAnswer {
    for (const { limit, retryAfter } of this.#limits) {
      const refusal = limit.judge(nowMs, client);
      if (refusal !== undefined) return this.#refuse(refusal, retryAfter, nowMs, client);
    }
    const latencyMs = this.#latency.acceptedMs(nowMs);
    for (const { limit } of this.#limits) {
      limit.note?.(nowMs, client, false);
      limit.accepted?.(nowMs + latencyMs);
    }
    return {
      latencyMs,
      observation: { status: 200, latencyMs, headers: this.#headers(nowMs, latencyMs) },
      kind: "accepted",
    };
  }

  /** What others have suffered so far; `undefined` where the server has no others. */
  others(): OthersWait | undefined {
    return this.#latency.others();
  }

  #refuse(refusal: Refusal, form: RetryAfterForm, nowMs: number, client: number): ScriptedAnswer {
    const latencyMs = this.#latency.refusedMs();
    const isFailure = refusal.status >= 500 && refusal.status !== 503 && refusal.status !== 529;
    if (!isFailure) for (const { limit } of this.#limits) limit.note?.(nowMs, client, true);
    if (refusal.status === 0) {
      return { latencyMs, observation: { latencyMs, error: new Error("connection reset") }, kind: "refused" };
    }
    const headers = this.#headers(nowMs, latencyMs);
    if (refusal.waitMs !== undefined && form !== "none") {
      const seconds = Math.ceil(refusal.waitMs / 1000);
      headers["retry-after"] = form === "seconds" ? String(seconds) : httpDate(nowMs + seconds * 1000);
    }
    return {
      latencyMs,
      observation: { status: refusal.status, latencyMs, headers },
      kind: isFailure ? "failed" : "refused",
    };
  }

  #headers(nowMs: number, latencyMs: number): Record<string, string> {
    const headers: Record<string, string> = { date: httpDate(nowMs + latencyMs) };
    for (const { limit } of this.#limits) Object.assign(headers, limit.hints?.(nowMs));
    return headers;
  }
}

const httpDate = (atMs: number): string => new Date(EPOCH_MS + atMs).toUTCString();
