// The learned law against servers of many kinds, in virtual time, beside the laws of others and beside itself with
// an idea taken away: `npm run bench:governor [-- --part law|peers|ablation] [SEED…]`.
import { parseArgs } from "node:util";
import { lawPacer, seededRandom, type Pacer } from "../../src/testing/index.ts";
import { ablatedPacer, ablations } from "./ablation.ts";
import { allKnowing } from "./optimum.ts";
import { peers } from "./peers.ts";
import { randomServers } from "./random-servers.ts";
import { scenarios, type Scenario } from "./scenarios.ts";
import { play, type Score } from "./score.ts";

const RANDOM_SERVERS = 60;
const DEFAULT_SEEDS = [101, 202, 303];

type Random = () => number;

/** A contender: a pacer for each client of a scenario. */
type Contender = (scenario: Scenario, random: Random) => Pacer;

/** A scenario and the seed that it and its server are drawn from. */
interface Run {
  readonly scenario: Scenario;
  readonly seed: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const crawlDelayOf = (scenario: Scenario): number => scenario.server.crawlDelayMs ?? 0;

const law: Contender = (scenario, random) => lawPacer({}, crawlDelayOf(scenario), random);
const knowing: Contender = (scenario) => allKnowing({ ...scenario, workers: 16, clients: scenario.clients });

const playAll = (runs: readonly Run[], contender: Contender): Score[] =>
  runs.map(({ scenario, seed }) =>
    play(scenario, seed, (_scenario, client) => contender(scenario, seededRandom(seed + client + 1))),
  );

/** What the law and an all-knowing client come to, by family. */
function reportFamilies(runs: readonly Run[]): void {
  const ours = playAll(runs, law);
  const best = playAll(runs, knowing);
  console.log("family".padEnd(34), "law".padStart(6), "all-knowing".padStart(12), "refused".padStart(9));
  for (const family of new Set(ours.map((score) => score.family))) {
    const of = (scores: readonly Score[]): Score[] => scores.filter((score) => score.family === family);
    const scores = [ours, best].map((all) => mean(of(all).map(({ score }) => score)).toFixed(3));
    const refused = percent(mean(of(ours).map(({ refusedShare }) => refusedShare)));
    console.log(family.padEnd(34), scores[0]?.padStart(6), scores[1]?.padStart(12), refused.padStart(9));
  }
}

/** The promises in figures: one line for a contender over many runs. */
function summaryOf(scores: readonly Score[]): string {
  const of = (value: (score: Score) => number): number[] => scores.map(value);
  const least = Math.min(...of(({ score }) => score));
  return [
    mean(of(({ score }) => score)).toFixed(3),
    least.toFixed(3),
    percent(mean(of(({ refusedShare }) => refusedShare))),
    String(sum(of(({ banned }) => banned))),
    String(sum(of(({ gapsBroken }) => gapsBroken))),
    Math.min(...of(({ fairness }) => fairness)).toFixed(2),
    Math.max(...of(({ othersStay }) => othersStay)).toFixed(2),
  ]
    .map((cell) => cell.padStart(9))
    .join(" ");
}

const SUMMARY_HEAD = ["mean", "least", "refused", "banned", "gaps", "Jain", "others"]
  .map((cell) => cell.padStart(9))
  .join(" ");

function reportContenders(
  contenders: readonly (readonly [string, Contender])[],
  families: readonly Run[],
  random: readonly Run[],
): void {
  for (const [title, runs] of [
    ["scenario families", families],
    [`${random.length} random servers`, random],
  ] as const) {
    console.log(`\n${title.padEnd(50)} ${SUMMARY_HEAD}`);
    for (const [name, contender] of contenders) {
      console.log(`${name.padEnd(50)} ${summaryOf(playAll(runs, contender))}`);
    }
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: "string", multiple: true, default: ["law", "peers", "ablation"] } },
});
const asked = positionals.map(Number).filter(Number.isInteger);
const seeds = asked.length > 0 ? asked : DEFAULT_SEEDS;
const runsOf = (draw: (random: Random) => Scenario[], from: readonly number[]): Run[] =>
  from.flatMap((seed) => draw(seededRandom(seed)).map((scenario) => ({ scenario, seed })));
const families = runsOf(scenarios, seeds);
const random = runsOf((chance) => randomServers(chance, RANDOM_SERVERS), seeds.slice(0, 1));

console.log(`seeds ${seeds.join(", ")}; sixteen workers, endless backlog, virtual time`);
console.log(
  "score: accepted / optimum x (1 - refused)^2, x Jain's index, x kept gaps, x what others may wait",
);
if (values.part.includes("law")) {
  console.log("");
  reportFamilies(families);
}
if (values.part.includes("peers")) {
  const others = peers.map((peer) => [`${peer.name} (${peer.source})`, () => peer.pacer()] as const);
  reportContenders([["the learned law", law], ...others], families, random);
}
if (values.part.includes("ablation")) {
  const weaker = ablations.map(
    (ablation) =>
      [
        `without ${ablation.without}`,
        (scenario: Scenario, chance: Random) => ablatedPacer(ablation, crawlDelayOf(scenario), chance),
      ] as const,
  );
  reportContenders([["the learned law", law], ...weaker], families, random);
}
