import type { WaitReason } from "./admit.ts";
import type { LawContext, Taught } from "./law-steps.ts";
import type { Line } from "./waiters.ts";

/** What is known here of a key while callers wait for it, it is paused, or it has settings of its own. */
export interface Pacer {
  readonly key: string;
  /** Before this, asking the law is useless; in the past when it is not. */
  untilMs: number;
  /** What is waited for until then. */
  reason: WaitReason;
  isPaused: boolean;
  /** Its own settings, where it has any. */
  law: LawContext | undefined;
  /** The queues whose callers need it. */
  readonly lines: Set<Line>;
  /** Lessons that the store has not confirmed yet. */
  readonly lessons: Set<Promise<Taught>>;
}

/** Keys that can be paused or have settings of their own at a time, about. */
const MAX_PACERS = 2_000_000;

/** Every {@link Pacer} that is needed; a key that nobody waits for has none. */
export class Pacers {
  readonly #pacers = new Map<string, Pacer>();

  get size(): number {
    return this.#pacers.size;
  }

  get(key: string): Pacer | undefined {
    return this.#pacers.get(key);
  }

  /** The pacer of `key`, made when there is none. {@link Pacers.drop} it when done. */
  need(key: string): Pacer {
    let pacer = this.#pacers.get(key);
    if (pacer === undefined) {
      pacer = {
        key,
        untilMs: -Infinity,
        reason: "none",
        isPaused: false,
        law: undefined,
        lines: new Set(),
        lessons: new Set(),
      };
      this.#pacers.set(key, pacer);
    }
    return pacer;
  }

  /**
   * As {@link Pacers.need}, for a key that is to be kept until its user says otherwise.
   *
   * @throws RangeError when there are too many.
   */
  keep(key: string): Pacer {
    if (this.size >= MAX_PACERS && !this.#pacers.has(key)) {
      throw new RangeError(`at most ${MAX_PACERS} keys can be paused or have settings of their own`);
    }
    return this.need(key);
  }

  /** Forgets `pacer` unless something still needs it. */
  drop(pacer: Pacer): void {
    const isNeeded =
      pacer.isPaused || pacer.law !== undefined || pacer.lines.size > 0 || pacer.lessons.size > 0;
    if (!isNeeded) this.#pacers.delete(pacer.key);
  }

  /** Done when every lesson given until then is confirmed. */
  async settled(): Promise<void> {
    for (const { lessons } of Array.from(this.#pacers.values())) await Promise.all(lessons);
  }
}
