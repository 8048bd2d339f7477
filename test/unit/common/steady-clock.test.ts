import { expect, it } from "vitest";
import { steadyClock } from "../../../src/common/steady-clock.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";

it("goes on from where it was when the clock below jumps back", () => {
  const readings = [0, 1000, 400, 500, NaN, 900];
  const steady = steadyClock(Object.assign(new ManualClock(), { now: () => readings.shift() ?? 0 }));

  const seen = [steady.now(), steady.now(), steady.now(), steady.now(), steady.now()];

  expect(seen).toEqual([1000, 1000, 1100, 1100, 1500]);
});
