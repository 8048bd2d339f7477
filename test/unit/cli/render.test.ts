import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "../../../src/cli/render/duration.ts";
import { samplesOf } from "../../../src/cli/render/samples.ts";
import { linearAxis, logAxis } from "../../../src/cli/render/scale.ts";
import { sparkline } from "../../../src/cli/render/sparkline.ts";
import { timelineSvg } from "../../../src/cli/render/timeline-svg.ts";
import type { Timeline } from "../../../src/testing/index.ts";

const timeline: Timeline = {
  name: "a <b> & co",
  durationMs: 10_000,
  pace: [
    { atMs: 0, intervalMs: 1000, concurrency: 2 },
    { atMs: 5000, intervalMs: 2000, concurrency: 1 },
  ],
  answers: [
    { startMs: 0, endMs: 100, status: 200, kind: "accepted" },
    { startMs: 1000, endMs: 5000, status: 429, kind: "refused" },
  ],
  cooldowns: [{ fromMs: 5000, untilMs: 8000, reason: "cooldown" }],
  crawlDelayMs: 500,
  accepted: 1,
  refused: 1,
  failed: 0,
};

describe("a sparkline", () => {
  it("goes from the smallest to the largest value, with gaps where there is none", () => {
    expect(sparkline([0, 1, undefined, 2, 7, NaN])).toBe("▁▂ ▃█ ");
  });

  it("of equal values is flat, of none empty", () => {
    expect(sparkline([3, 3])).toBe("▁▁");
    expect(sparkline([])).toBe("");
  });

  it("starts where it is told, so that counts are as high as they are large", () => {
    expect(sparkline([4, 8, 6], 0)).toBe("▅█▆");
    expect(sparkline([2, 2], 0)).toBe("██");
  });
});

describe("durations", () => {
  it.each([
    [0, "0 ms"],
    [250, "250 ms"],
    [1500, "1.5 s"],
    [600_000, "10 min"],
    [5_400_000, "1.5 h"],
  ])("of %d ms are written %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it("are read with their unit only", () => {
    expect(["250ms", "90s", "10m", "10 min", "1.5h"].map(parseDuration)).toEqual([
      250, 90_000, 600_000, 600_000, 5_400_000,
    ]);
    expect(["10", "", "-1s", "1d", "1e3s", "s"].map(parseDuration)).toEqual(Array(6).fill(undefined));
  });
});

describe("axes", () => {
  it("label round values within their ends", () => {
    expect(linearAxis(0, 10, 0, 100, [1, 2, 5]).ticks).toEqual([0, 2, 4, 6, 8, 10]);
    expect(logAxis([20, 3000], 0, 100).ticks).toEqual([100, 1000]);
  });

  it("put equal factors equally far apart", () => {
    const { scale } = logAxis([10, 1000], 0, 100);

    expect(scale(100) - scale(10)).toBeCloseTo(scale(1000) - scale(100));
  });
});

describe("samples", () => {
  it("take the slowest pace of each stretch and count its answers", () => {
    const [first, second] = samplesOf(timeline, 2);

    expect(first).toMatchObject({ intervalMs: 1000, concurrency: 2, accepted: 1, refused: 0 });
    expect(second).toMatchObject({ intervalMs: 2000, concurrency: 1, accepted: 0, refused: 1 });
  });
});

describe("the picture of a timeline", () => {
  const svg = timelineSvg(timeline);

  it("shows steps, a red tick, a band and the dashed floor, with labels and a legend", () => {
    for (const part of ["interval", "limit", "refused", "hair", "band", "floor", "accepted"]) {
      expect(svg).toContain(`class="${part}"`);
    }
    for (const text of ["in-flight limit", "Crawl-delay 500 ms", "time since the first request"]) {
      expect(svg).toContain(text);
    }
  });

  it("shows the end of a long path, beside the figures", () => {
    const long = timelineSvg({ ...timeline, name: `/var/log/${"crawl-".repeat(12)}june.jsonl` });

    expect(long).toContain(">…");
    expect(long).toContain("june.jsonl</text>");
    expect(long).toMatch(/text-anchor="end">1 accepted, 1 refused \(50\.0 %\)/);
  });

  it("lets no text break out of it", () => {
    expect(svg).toContain("a &lt;b&gt; &amp; co");
    expect(svg).not.toContain("<b>");
  });
});
