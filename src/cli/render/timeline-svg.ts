import type { PaceStep, Timeline } from "../../testing/index.ts";
import { formatDuration } from "./duration.ts";
import { fitEnd } from "./safe-text.ts";
import { samplesOf } from "./samples.ts";
import { linearAxis, logAxis, type Axis, type Scale } from "./scale.ts";
import { TIMELINE_STYLE } from "./timeline-style.ts";

const WIDTH = 960;
const LEFT = 92;
const RIGHT = 936;
const MOST_BINS = 211;
/** Letters of a title that fit beside the figures. */
const MOST_TITLE = 44;
/** Answers a bar of the histogram stands for on average, at least: fewer would draw chance. */
const ANSWERS_PER_BIN = 5;

const INTERVAL = { top: 118, bottom: 288, label: "interval between starts (up is slower)" } as const;
const LIMIT = { top: 326, bottom: 416, label: "in-flight limit" } as const;
const ANSWERS = { top: 454, bottom: 534, label: "accepted answers per second" } as const;
const TICKS = { top: 540, bottom: 554 } as const;
const HEIGHT = 612;

type Panel = typeof INTERVAL | typeof LIMIT | typeof ANSWERS;

/**
 * A timeline as a picture: a self-contained SVG, light or dark as its reader has it. Interval and in-flight limit are
 * drawn as steps, refusals as red ticks, cooldowns as grey bands, the Crawl-delay as a dashed floor.
 */
export function timelineSvg(timeline: Timeline, about = ""): string {
  const { durationMs, pace, crawlDelayMs } = timeline;
  const time = linearAxis(0, durationMs, LEFT, RIGHT, TIME_STEPS_MS);
  const interval = logAxis(
    pace.map(({ intervalMs }) => intervalMs).concat(crawlDelayMs > 0 ? crawlDelayMs : []),
    INTERVAL.bottom,
    INTERVAL.top,
  );
  const most = Math.max(...pace.map(({ concurrency }) => concurrency));
  const limit = linearAxis(0, most + 1, LIMIT.bottom, LIMIT.top, [1, 2, 5, 10, 20, 50, 100], 5);
  const bins = Math.max(20, Math.min(MOST_BINS, Math.round(timeline.accepted / ANSWERS_PER_BIN)));
  const perSecond = samplesOf(timeline, bins).map(({ accepted }) => (accepted * bins * 1000) / durationMs);
  const best = Math.max(...perSecond, 1000 / durationMs);
  const answers = linearAxis(0, best * 1.1, ANSWERS.bottom, ANSWERS.top, stepsFor(best), 4);
  const figures = escape(figuresOf(timeline));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="t d">`,
    `<title id="t">${escape(timeline.name)}: ${figures}</title>`,
    `<desc id="d">Interval between starts, in-flight limit and accepted answers over ${formatDuration(durationMs)}.</desc>`,
    TIMELINE_STYLE,
    `<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<text class="title" x="24" y="36">${escape(fitEnd(timeline.name, MOST_TITLE))}</text>`,
    `<text class="note" x="${RIGHT}" y="36" text-anchor="end">${figures}</text>`,
    about === "" ? "" : `<text class="note" x="24" y="58">A server that ${escape(about)}.</text>`,
    legend(crawlDelayMs > 0),
    ...timeline.cooldowns.map(({ fromMs, untilMs, reason }) =>
      band(time.scale(fromMs), time.scale(Math.min(durationMs, untilMs)), reason),
    ),
    frame(INTERVAL, interval, formatDuration),
    frame(LIMIT, limit, String),
    frame(ANSWERS, answers, (value) => String(Number(value.toPrecision(3)))),
    timeAxis(time),
    `<path class="interval" d="${steps(pace, time.scale, interval.scale, durationMs, (step) => step.intervalMs)}"/>`,
    crawlDelayMs > 0 ? floor(interval.scale(crawlDelayMs), crawlDelayMs) : "",
    `<path class="limit" d="${steps(pace, time.scale, limit.scale, durationMs, (step) => step.concurrency)}"/>`,
    `<path class="accepted" d="${area(perSecond, answers.scale)}"/>`,
    refusals(timeline, time.scale),
    "</svg>",
    "",
  ].join("\n");
}

const TIME_STEPS_MS: readonly number[] = [
  0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400,
].map((seconds) => seconds * 1000);

const stepsFor = (best: number): number[] => {
  const power = 10 ** Math.floor(Math.log10(best));
  return [power, power * 2, power * 5];
};

function figuresOf({ accepted, refused, failed, durationMs }: Timeline): string {
  const all = accepted + refused + failed;
  const share = all === 0 ? 0 : (100 * refused) / all;
  const others = failed === 0 ? "" : `, ${failed} failed`;
  return `${accepted} accepted, ${refused} refused (${share.toFixed(1)} %)${others} in ${formatDuration(durationMs)}`;
}

function legend(hasFloor: boolean): string {
  const entries: [mark: string, text: string, width: number][] = [
    ['<path class="interval" d="M0 0h22"/>', "interval", 100],
    ['<path class="limit" d="M0 0h22"/>', "in-flight limit", 136],
    ['<path class="accepted" d="M0 5V-5H22V5z"/>', "accepted", 110],
    ['<path class="refused" d="M11 -7v14"/>', "refused (429, 503, reset)", 204],
    ['<path class="band" d="M0 -7h22v14h-22z"/>', "cooldown", 110],
  ];
  if (hasFloor) entries.push(['<path class="floor" d="M0 0h22"/>', "Crawl-delay", 0]);
  let x = 24;
  const drawn = entries.map(([mark, text, width]) => {
    const entry = `<g transform="translate(${x} 82)">${mark}<text class="key" x="29" y="4">${text}</text></g>`;
    x += width;
    return entry;
  });
  return drawn.join("");
}

const round = (value: number): number => Math.round(value * 10) / 10;

const band = (from: number, to: number, reason: string): string =>
  `<path class="band" d="M${round(from)} ${INTERVAL.top}H${round(Math.max(to, from + 0.5))}V${TICKS.bottom}H${round(from)}z"><title>${reason}</title></path>`;

function frame(
  { top, bottom, label }: Panel,
  { scale, ticks }: Axis,
  format: (value: number) => string,
): string {
  const lines = ticks.map((tick) => {
    const y = round(scale(tick));
    return `<path class="grid" d="M${LEFT} ${y}H${RIGHT}"/><text class="tick" x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${format(tick)}</text>`;
  });
  return `<text class="label" x="${LEFT}" y="${top - 8}">${label}</text>${lines.join("")}<path class="axis" d="M${LEFT} ${top}V${bottom}"/>`;
}

function timeAxis({ scale, ticks }: Axis): string {
  const marks = ticks.map((tick) => {
    const x = round(scale(tick));
    return `<path class="axis" d="M${x} ${TICKS.bottom}v5"/><text class="tick" x="${x}" y="${TICKS.bottom + 20}" text-anchor="middle">${tick === 0 ? "0" : formatDuration(tick)}</text>`;
  });
  return (
    `<path class="axis" d="M${LEFT} ${TICKS.bottom}H${RIGHT}"/>${marks.join("")}` +
    `<text class="tick" x="${LEFT - 8}" y="${TICKS.bottom - 2}" text-anchor="end">refused</text>` +
    `<text class="label" x="${(LEFT + RIGHT) / 2}" y="${TICKS.bottom + 42}" text-anchor="middle">time since the first request</text>`
  );
}

const floor = (y: number, crawlDelayMs: number): string =>
  `<path class="floor" d="M${LEFT} ${round(y)}H${RIGHT}"/>` +
  `<text class="key" x="${RIGHT}" y="${round(y) + 16}" text-anchor="end">Crawl-delay ${formatDuration(crawlDelayMs)}</text>`;

/** The steps of a value; of many within half a pixel the lowest, the highest and the last are drawn. */
function steps(
  pace: readonly PaceStep[],
  x: Scale,
  y: Scale,
  durationMs: number,
  valueOf: (step: PaceStep) => number,
): string {
  let path = "";
  for (let index = 0; index < pace.length;) {
    const column = Math.round(x(pace[index]?.atMs ?? 0) * 2) / 2;
    const values: number[] = [];
    for (
      let step = pace[index];
      step !== undefined && Math.round(x(step.atMs) * 2) / 2 === column;
      step = pace[++index]
    ) {
      values.push(valueOf(step));
    }
    const shown =
      values.length <= 2 ? values : [Math.min(...values), Math.max(...values), ...values.slice(-1)];
    for (const value of shown)
      path += `${path === "" ? "M" : "H"}${column}${path === "" ? " " : "V"}${round(y(value))}`;
  }
  return `${path}H${round(x(durationMs))}`;
}

function area(perSecond: readonly number[], y: Scale): string {
  const width = (RIGHT - LEFT) / perSecond.length;
  const tops = perSecond.map((value, index) => `V${round(y(value))}H${round(LEFT + (index + 1) * width)}`);
  return `M${LEFT} ${ANSWERS.bottom}${tops.join("")}V${ANSWERS.bottom}z`;
}

/** A tick for each refusal; those that fall on the same half pixel are one, and the more of them the stronger. */
function refusals({ answers }: Timeline, x: Scale): string {
  const counts = new Map<number, number>();
  for (const { kind, endMs } of answers) {
    if (kind !== "refused") continue;
    const column = Math.round(x(endMs) * 2) / 2;
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const columns = [...counts.keys()];
  const hairs = columns.map((column) => `M${column} ${INTERVAL.top}V${ANSWERS.bottom}`).join("");
  const ticks = columns.map((column) => `M${column} ${TICKS.top}V${TICKS.bottom}`).join("");
  return ticks === "" ? "" : `<path class="hair" d="${hairs}"/><path class="refused" d="${ticks}"/>`;
}

const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
