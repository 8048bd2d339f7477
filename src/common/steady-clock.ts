import type { Clock } from "./clock.ts";

/**
 * `clock`, except that its monotonic time never goes back: after a jump back it goes on from where it was, so
 * that a jump lets nothing pass and makes nobody wait for ever. A reading that is no number stands still.
 */
export function steadyClock(clock: Clock): Clock {
  let lastMs = clock.now();
  let aheadMs = 0;
  return {
    now: () => {
      const nowMs = clock.now() + aheadMs;
      if (nowMs >= lastMs) lastMs = nowMs;
      else if (nowMs < lastMs) aheadMs += lastMs - nowMs;
      return lastMs;
    },
    wall: () => clock.wall(),
    setTimeout: (task, ms) => clock.setTimeout(task, ms),
    clearTimeout: (timer) => clock.clearTimeout(timer),
  };
}
