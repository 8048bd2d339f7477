import type { Observation } from "../governor/index.ts";
import type { Permit } from "./permit.ts";
import type { Refusal } from "./refusal.ts";

/** What a gate tells those who listen. */
export type GateEvent =
  /** A request may be sent now. */
  | { readonly type: "permitted"; readonly permit: Permit }
  /** A request must not be sent, or not now. */
  | { readonly type: "refused"; readonly refusal: Refusal }
  /** A permit was given back; `observation` is what was taught, absent when nothing was. */
  | { readonly type: "finished"; readonly permit: Permit; readonly observation?: Observation };

/** What a gate has done so far. */
export interface GateStats {
  /** Permits given. */
  readonly permitted: number;
  /** Permits given and not given back yet; those whose lease ran out among them. */
  readonly open: number;
  /** Refusals, by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** How long all permits together waited for their turn. */
  readonly waitedMs: number;
}
