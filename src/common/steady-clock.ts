import type { Clock } from "./clock.ts";

/**
 * `clock`, except that its monotonic time never goes back: after a jump back it goes on from where it was, so
 * that a jump lets nothing pass and makes nobody wait for ever. A reading that is no finite number stands still.
 */
export function steadyClock(clock: Clock): Clock {
  const firstMs = clock.now();
  let lastMs = Number.isFinite(firstMs) ? firstMs : 0;
  let aheadMs = 0;
  return {
    now: () => {
      const nowMs = clock.now() + aheadMs;
      if (!Number.isFinite(nowMs)) return lastMs;
      if (nowMs >= lastMs) lastMs = nowMs;
      else aheadMs += lastMs - nowMs;
      return lastMs;
    },
    wall: () => clock.wall(),
    setTimeout: (task, ms) => clock.setTimeout(task, ms),
    clearTimeout: (timer) => clock.clearTimeout(timer),
  };
}
