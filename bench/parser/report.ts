import { cpus } from "node:os";
import { baseline, ours } from "./contenders.ts";
import type { Kept } from "./memory.ts";
import type { Agreement } from "./reference.ts";
import type { Entrant, Result } from "./rounds.ts";
import { median, spread, type Spread } from "./statistics.ts";
import { alignColumns, digits, duration, percent } from "./table.ts";
import type { Workload } from "./workloads.ts";

/** An entrant's figures at some work, as the table and the JSON have them. */
export interface Figures extends Entrant {
  /** Median over the rounds. */
  msPerRun?: number;
  msPerUnit?: number;
  /** Median over the rounds of baseline time by own time: above 1 is faster than the baseline. */
  ratio?: number;
  ratioSpread?: Spread;
  /** Rounds, and runs in all of them. */
  rounds: number;
  runs: number;
  failure?: string;
}

/** Where and when figures were made. */
export function circumstances(): Record<string, string> {
  return {
    node: process.version,
    processor: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
    date: new Date().toISOString(),
  };
}

function ratios(of: Result, to: Result): number[] {
  return of.samples.flatMap(({ ms }, round) => {
    const reference = to.samples[round];
    return reference === undefined ? [] : [reference.ms / ms];
  });
}

/** Turns what was measured into figures. */
export function figuresOf(results: readonly Result[]): Figures[] {
  const base = results.find(({ name, isTwin }) => name === baseline && !isTwin);
  return results.map((result) => {
    const { name, isTwin, samples, units = 1, failure } = result;
    const runs = samples.reduce((sum, sample) => sum + sample.runs, 0);
    const figures: Figures = { name, isTwin, rounds: samples.length, runs };
    if (failure !== undefined) figures.failure = failure;
    if (samples.length === 0) return figures;
    figures.msPerRun = median(samples.map(({ ms }) => ms));
    figures.msPerUnit = figures.msPerRun / units;
    const compared = base === undefined ? [] : ratios(result, base);
    if (compared.length === 0) return figures;
    return { ...figures, ratio: median(compared), ratioSpread: spread(compared) };
  });
}

/** By how much a contender and its twin differ, as a share; the greater of the baseline's and of ours. */
export function twinDifference(results: readonly Result[]): number | undefined {
  const differences = results
    .filter(({ isTwin }) => isTwin)
    .flatMap((twin) => {
      const original = results.find(({ name, isTwin }) => name === twin.name && !isTwin);
      const compared = original === undefined ? [] : ratios(twin, original);
      return compared.length === 0 ? [] : [Math.abs(median(compared) - 1)];
    });
  return differences.length === 0 ? undefined : Math.max(...differences);
}

const unitNames = { octet: "per octet", file: "per file", check: "per check" };

const label = ({ name, isTwin }: Entrant): string => (isTwin ? `${name} (again)` : name);

/** Prints the table of one work. `judge` compares with the target, which is meant for real files. */
export function workTable(workload: Workload, results: readonly Result[], judge: boolean): string {
  const about = results.find((result) => result.about !== undefined)?.about ?? "nobody was ready in time";
  const rows = figuresOf(results).map((figures) => [
    `  ${label(figures)}`,
    figures.msPerRun === undefined ? "" : duration(figures.msPerRun),
    figures.msPerUnit === undefined ? "" : duration(figures.msPerUnit),
    figures.ratio === undefined ? "" : digits(figures.ratio),
    figures.ratioSpread === undefined
      ? ""
      : `${digits(figures.ratioSpread.min)}–${digits(figures.ratioSpread.max)}`,
    `${figures.rounds} × ${figures.rounds === 0 ? 0 : Math.round(figures.runs / figures.rounds)}`,
    figures.failure ?? verdictOf(figures, judge ? workload.target : undefined),
  ]);
  const head = ["", "one run", unitNames[workload.unit], "ratio", "spread", "samples", ""];
  const difference = twinDifference(results);
  const claim =
    difference === undefined
      ? ""
      : `\n  The same contender twice differs by ${percent(difference)}: nothing smaller is claimed.`;
  return `${workload.title}\n  ${about}\n${alignColumns([head, ...rows])}${claim}\n`;
}

function verdictOf(figures: Figures, target: number | undefined): string {
  if (!figures.name.startsWith(ours) || figures.isTwin || figures.ratio === undefined) return "";
  if (figures.ratio < 1) return "slower than the baseline";
  if (target === undefined) return "";
  return figures.ratio >= target ? `≥ ${target}: met` : `≥ ${target}: missed`;
}

/** Prints how right each contender is, and where ours is wrong. */
export function agreementTable(
  reference: string,
  agreements: ReadonlyMap<string, Agreement | string>,
): string {
  const rows = [...agreements].map(([name, agreement]) =>
    typeof agreement === "string"
      ? [`  ${name}`, "", agreement]
      : [
          `  ${name}`,
          percent(agreement.right / agreement.checks),
          `${agreement.right.toLocaleString("en")} of ${agreement.checks.toLocaleString("en")}`,
          agreement.unanswered === 0 ? "" : `threw on ${agreement.unanswered} files`,
        ],
  );
  const ourAgreement = agreements.get(ours);
  const wrong = typeof ourAgreement === "object" ? ourAgreement.wrong : [];
  const listed = wrong.map((answer) => `  ${ours} is wrong about ${answer}\n`).join("");
  return `right answers, by ${reference}\n${alignColumns(rows)}\n${listed}`;
}

/** Prints what policies keep alive. */
export function memoryTable(kept: readonly (Entrant & { kept: Kept | string })[]): string {
  const base = kept.find(({ name, isTwin }) => name === baseline && !isTwin)?.kept;
  const row = (entrant: Entrant & { kept: Kept | string }): string[] => {
    if (typeof entrant.kept === "string") return [`  ${label(entrant)}`, entrant.kept];
    const { before, after, policies } = entrant.kept;
    const perPolicy = (octets: number): string => Math.round(octets / policies).toLocaleString("en");
    return [
      `  ${label(entrant)}`,
      perPolicy(before),
      typeof base === "object" ? digits(before / base.before) : "",
      perPolicy(after),
      typeof base === "object" ? digits(after / base.after) : "",
    ];
  };
  const about =
    typeof base === "object"
      ? `${base.policies.toLocaleString("en")} policies held, of texts of ${Math.round(base.textOctets / base.policies).toLocaleString("en")} octets on average`
      : "";
  const head = ["", "before use", "ratio", "after use", "ratio"];
  return `octets kept per policy (ratio ≤ 1 wanted)\n  ${about}\n${alignColumns([head, ...kept.map(row)])}\n`;
}
