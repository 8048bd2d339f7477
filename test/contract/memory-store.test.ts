import { MemoryStore } from "../../src/common/memory-store.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";
import { AsyncStore } from "../support/async-store.ts";
import { describeStateStore } from "./state-store.ts";

describeStateStore("MemoryStore", () => {
  const clock = new ManualClock();
  return { store: new MemoryStore({ clock }), pass: (ms) => clock.advance(ms) };
});

describeStateStore("a store that answers later", () => {
  const clock = new ManualClock();
  return { store: new AsyncStore(new MemoryStore({ clock })), pass: (ms) => clock.advance(ms) };
});
