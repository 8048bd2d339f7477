import type { WaitReason } from "./admit.ts";
import type { Due } from "./alarm.ts";
import type { Granted } from "./law-steps.ts";
import type { Observation } from "./observation.ts";

/** The right to have one request in flight. Give it back: it runs out after `leaseMs`, and says so. */
export interface Lease extends AsyncDisposable {
  readonly granted: true;
  readonly host: string;
  /** How long it was waited for. */
  readonly waitedMs: number;
  /** What took longest of that; `none` when nothing was waited for. */
  readonly waitedFor: WaitReason;
  /**
   * Frees the slot and teaches the law what came of the request; without an observation it teaches nothing. Only the
   * first call counts. Returns a promise where the store does; neither throws.
   */
  release(observation?: Observation): void | Promise<void>;
}

/** Why `tryAcquire` gave no lease. */
export interface Denial {
  readonly granted: false;
  readonly host: string;
  readonly reason: WaitReason;
  /** Milliseconds after which asking again can help; `Infinity` when no time can be named. */
  readonly waitMs: number;
  /** The same as epoch milliseconds; absent when no time can be named. */
  readonly retryAtMs?: number;
}

/** One key's part of a lease. */
export interface Slot {
  readonly key: string;
  readonly granted: Granted;
}

/** What a lease tells whoever gave it. */
export interface LeaseKeeper {
  onRelease(lease: HeldLease, observation: Observation | undefined): void | Promise<void>;
  onExpiry(lease: HeldLease): void;
}

/** A {@link Lease} with what is needed to take it back. */
export class HeldLease implements Lease, Due {
  readonly granted = true;
  readonly host: string;
  readonly waitedMs: number;
  readonly waitedFor: WaitReason;
  readonly slots: readonly Slot[];
  readonly sinceMs: number;
  /** What is left of it: the slot, then only the right to teach, then nothing. */
  phase: "held" | "expired" | "released" = "held";
  dueMs: number = Infinity;
  heapIndex = -1;
  readonly #keeper: LeaseKeeper;

  constructor(
    host: string,
    slots: readonly Slot[],
    waitedMs: number,
    waitedFor: WaitReason,
    sinceMs: number,
    keeper: LeaseKeeper,
  ) {
    this.host = host;
    this.slots = slots;
    this.waitedMs = waitedMs;
    this.waitedFor = waitedFor;
    this.sinceMs = sinceMs;
    this.#keeper = keeper;
  }

  release(observation?: Observation): void | Promise<void> {
    if (this.phase === "released") return undefined;
    return this.#keeper.onRelease(this, observation);
  }

  onDue(): void {
    this.#keeper.onExpiry(this);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }
}

/** The denial that several keys come to: the longest wait of them. */
export function denialOf(
  host: string,
  denials: readonly { readonly waitMs: number; readonly reason: WaitReason }[],
  wallMs: number,
): Denial {
  // Without a reason the store's answer was overtaken by a lesson: asking again helps.
  let longest: { waitMs: number; reason: WaitReason } = { waitMs: 0, reason: "store" };
  for (const denial of denials) if (denial.waitMs >= longest.waitMs) longest = denial;
  const { reason } = longest;
  const waitMs = Math.max(0, Math.ceil(longest.waitMs));
  const retryAt = waitMs === Infinity ? {} : { retryAtMs: Math.ceil(wallMs + waitMs) };
  return { granted: false, host, reason, waitMs, ...retryAt };
}
