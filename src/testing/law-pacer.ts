import { admit, learn, settingsFrom, viewOf } from "../governor/index.ts";
import type { Grant, HostState, LawOptions, Observation } from "../governor/index.ts";
import type { Pacer, PacerPace, Turn } from "./pacer.ts";

/** The learned law as a pacer: the pure functions `LearnedRateLimiter` calls, without its queue. */
export function lawPacer(
  options: LawOptions = {},
  crawlDelayMs = 0,
  random: () => number = () => 0.5,
): Pacer {
  const settings = settingsFrom(options);
  const request = { crawlDelayMs };
  let state: HostState | undefined;
  return {
    tryStart(nowMs): Turn {
      const admission = admit(state, request, nowMs, settings, random);
      state = admission.state;
      const { decision } = admission;
      if (decision.granted) return { ticket: decision.grant };
      return { atMs: decision.reason === "concurrency" ? Infinity : decision.atMs };
    },
    end(ticket: unknown, observation: Observation, nowMs: number) {
      state = learn(state, { grant: ticket as Grant, observation }, nowMs, settings, random).state;
    },
    pace(nowMs): PacerPace {
      return viewOf(state, request, nowMs, settings);
    },
  };
}
