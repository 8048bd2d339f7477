/** One GET request, on its own: no redirect is followed, nothing is retried. */
export interface TransportRequest {
  readonly url: URL;
  /** To be sent as they are, beside `Host` and what the connection itself needs. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request at once, its body included. */
  readonly signal: AbortSignal;
}

/** The head of an answer, and its body as it comes off the wire: no coding is undone. */
export interface TransportResponse {
  readonly status: number;
  /** In the order in which they came, a line each; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Can be read once; it rejects when the body ends before it should. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives up what is left of the answer and its connection; a read that waits rejects with `reason`. Idempotent. */
  close(reason?: Error): void;
}

/**
 * Sends requests. The one that comes with this package resolves each host once, judges every address, and connects
 * to nothing else. Who supplies another answers for that: its guard is then theirs.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Lets go of idle connections, where there are any. */
  close?(): void;
}
