import type { CrawlGate, Permit } from "../gate/index.ts";

/** The part of got's options that is needed here. */
export interface GotOptions {
  url?: string | URL | undefined;
  headers: Record<string, string | string[] | undefined>;
  context: Record<string, unknown>;
  signal?: AbortSignal | undefined;
}

/** The part of got's answer that is needed here. */
export interface GotAnswer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
}

/** The part of got's errors that is needed here. */
export interface GotFailure {
  options: GotOptions;
  response?: GotAnswer | undefined;
}

/** What a call of got has of the gate, whatever becomes of its options. */
export class Passage {
  readonly #gate: CrawlGate;
  readonly #ended = new AbortController();
  #permit: Permit | undefined;
  #hasEntered = false;

  constructor(gate: CrawlGate) {
    this.#gate = gate;
  }

  async enter({ url, signal, headers }: GotOptions): Promise<void> {
    await this.leave();
    const signals = [this.#ended.signal, ...(signal === undefined ? [] : [signal])];
    const isNewPage = !this.#hasEntered;
    this.#hasEntered = true;
    this.#permit = await this.#gate.enter(url ?? "", { signal: AbortSignal.any(signals), isNewPage });
    headers["user-agent"] = this.#gate.userAgent;
  }

  async answered({ statusCode, headers }: GotAnswer): Promise<void> {
    const permit = this.#permit;
    await permit?.done({ status: statusCode, headers, latencyMs: permit.elapsedMs });
  }

  async failed(error: GotFailure & Error): Promise<void> {
    if (error.response !== undefined) await this.answered(error.response);
    else await this.#permit?.done({ error });
  }

  async leave(): Promise<void> {
    await this.#permit?.done();
  }

  /** Nothing of the call is left. */
  end(): void {
    this.#ended.abort();
    void this.leave();
  }
}
