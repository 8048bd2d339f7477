import type { WaitReason } from "./admit.ts";

/** What has changed for a key. Times are epoch milliseconds. */
interface PaceChange {
  readonly key: string;
  /** The interval between starts from now on. */
  readonly intervalMs: number;
  /** The in-flight limit from now on. */
  readonly concurrency: number;
  /** For `cooldown`, `parked` and `blocked`: until when nothing starts. */
  readonly untilMs?: number;
}

/** What a `LearnedRateLimiter` tells of itself. */
export type LimiterEvent =
  /** A lease was given. */
  | {
      readonly type: "grant";
      readonly host: string;
      readonly waitedMs: number;
      readonly waitedFor: WaitReason;
    }
  /** A key is asked less from now on: it refused. */
  | ({ readonly type: "decrease" } & PaceChange)
  /** A key is asked more from now on. */
  | ({ readonly type: "increase" } & PaceChange)
  /** Nothing starts for a while, since the host asked for it. */
  | ({ readonly type: "cooldown" } & PaceChange)
  /**
   * A key is left alone but for single probes, since everything is refused; or, with `turnedAway`, so many
   * callers were turned away since its cooldown is longer than `maxCooldownMs`.
   */
  | ({ readonly type: "parked"; readonly turnedAway?: number } & PaceChange)
  /** The host does not want us. */
  | ({ readonly type: "blocked" } & PaceChange)
  /** Answers are clean again after `parked` or `blocked`. */
  | ({ readonly type: "recovered" } & PaceChange)
  /** The memory store forgot an idle key to make room. */
  | { readonly type: "evicted"; readonly key: string }
  /** A lease was not released in time, and its slot is free again. */
  | { readonly type: "lease-expired"; readonly host: string; readonly heldMs: number }
  /** The store failed and everything goes on here (`true`), or it is back (`false`). */
  | { readonly type: "degraded"; readonly isDegraded: boolean; readonly members: number }
  /** A call to the store failed. */
  | { readonly type: "store-error"; readonly key: string; readonly error: unknown };
