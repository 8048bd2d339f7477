/** The member of the union `Event` whose `type` is `Type`. */
export type EventOf<Event extends { readonly type: string }, Type extends Event["type"]> = Extract<
  Event,
  { readonly type: Type }
>;

/**
 * Hands events to those who listen, in the order in which they began to. A listener that throws disturbs
 * neither the others nor the one who emits: its error surfaces as an uncaught one right after, as with the
 * platform's own event targets.
 */
export class Emitter<Event extends { readonly type: string }> {
  readonly #listeners = new Map<string, Set<(event: never) => void>>();

  /** Calls `listener` for each event of `type` from now on. What is returned ends that. */
  on<Type extends Event["type"]>(type: Type, listener: (event: EventOf<Event, Type>) => void): () => void {
    // A wrapper of its own for each call, so that one function may listen twice and stop once.
    const entry = (event: EventOf<Event, Type>): void => listener(event);
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(entry));
    return () => void listeners.delete(entry);
  }

  /** Tells everyone who listens for events of this type. */
  emit(event: Event): void {
    const listeners = this.#listeners.get(event.type);
    if (listeners === undefined || listeners.size === 0) return;
    // A copy: a listener may end itself or begin another, and only those of this moment are told.
    for (const listener of Array.from(listeners)) {
      try {
        (listener as (event: Event) => void)(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
