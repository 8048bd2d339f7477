import type { Admission, Outcome } from "./admission.ts";
import type { GlobalSlots } from "./global-slots.ts";
import type { Slot } from "./lease.ts";
import { isPending } from "./maybe.ts";
import type { Line } from "./waiters.ts";

/** Asks for starts within what all hosts together may have in flight. */
export class Inquiry {
  readonly #admission: Admission;
  readonly #globalSlots: GlobalSlots<Line>;
  readonly #serve: (line: Line) => void;

  constructor(admission: Admission, globalSlots: GlobalSlots<Line>, serve: (line: Line) => void) {
    this.#admission = admission;
    this.#globalSlots = globalSlots;
    this.#serve = serve;
  }

  /** Asks for a start. A global slot is taken while it is under way, and kept when it is granted. */
  ask(host: string, keys: readonly string[]): Outcome | Promise<Outcome> {
    this.#globalSlots.take();
    const outcome = this.#admission.ask(host, keys);
    return isPending(outcome) ? outcome.then((told) => this.#account(told)) : this.#account(outcome);
  }

  /**
   * What was `asked` of a store that answers later, with what was learned meanwhile taken into account. Nobody else
   * asks for `line` until then.
   */
  async wait(line: Line, asked: Promise<Outcome>): Promise<Outcome> {
    line.isAsking = true;
    line.isOutdated = false;
    const outcome = await asked;
    while (line.pacers.some((pacer) => pacer.lessons.size > 0)) {
      for (const { lessons } of line.pacers) await Promise.all(lessons);
    }
    line.isAsking = false;
    if (outcome.kind !== "granted" || !line.isOutdated) return outcome;
    this.giveBack(outcome.slots);
    return { kind: "denied", denials: [] };
  }

  /** Takes back a start that was granted and is not used. */
  giveBack(slots: readonly Slot[]): void {
    this.#admission.giveBack(slots);
    this.freeGlobalSlot();
  }

  /** Frees a global slot, and serves who waits for one. */
  freeGlobalSlot(): void {
    this.#globalSlots.free();
    for (let line = this.#globalSlots.next(); line !== undefined; line = this.#globalSlots.next()) {
      this.#serve(line);
    }
  }

  #account(outcome: Outcome): Outcome {
    if (outcome.kind !== "granted") this.freeGlobalSlot();
    return outcome;
  }
}
