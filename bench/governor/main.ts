// The learned law against servers of many kinds, in virtual time: `npm run bench:governor [-- SEED…]`.
import { lawPacer, seededRandom } from "../../src/testing/index.ts";
import { allKnowing } from "./optimum.ts";
import { randomServers } from "./random-servers.ts";
import { scenarios, type Scenario } from "./scenarios.ts";
import { play, type Score } from "./score.ts";

const RANDOM_SERVERS = 60;
const DEFAULT_SEEDS = [101, 202, 303];

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const law = (scenario: Scenario, seed: number): Score =>
  play(scenario, seed, (_scenario, client) =>
    lawPacer({}, scenario.server.crawlDelayMs ?? 0, seededRandom(seed + client + 1)),
  );

const knowing = (scenario: Scenario, seed: number): Score =>
  play(scenario, seed, () => allKnowing({ ...scenario, workers: 16, clients: scenario.clients }));

/** One line for each family: what the law and an all-knowing client come to. */
function report(
  title: string,
  scenariosOf: (seed: number) => readonly Scenario[],
  seeds: readonly number[],
): void {
  const ours: Score[] = [];
  const best: Score[] = [];
  for (const seed of seeds) {
    for (const scenario of scenariosOf(seed)) {
      ours.push(law(scenario, seed));
      best.push(knowing(scenario, seed));
    }
  }
  console.log(`\n${title}, seeds ${seeds.join(", ")}`);
  console.log("family".padEnd(34), "law".padStart(6), "all-knowing".padStart(12), "refused".padStart(9));
  for (const family of new Set(ours.map((score) => score.family))) {
    const of = (scores: readonly Score[]): Score[] => scores.filter((score) => score.family === family);
    const refused = `${(100 * mean(of(ours).map(({ refusedShare }) => refusedShare))).toFixed(2)} %`;
    const scores = [ours, best].map((all) => mean(of(all).map(({ score }) => score)).toFixed(3));
    console.log(family.padEnd(34), scores[0]?.padStart(6), scores[1]?.padStart(12), refused.padStart(9));
  }
  const least = Math.min(...ours.map(({ score }) => score));
  const bans = ours.reduce((sum, { banned }) => sum + banned, 0);
  const broken = ours.reduce((sum, { gapsBroken }) => sum + gapsBroken, 0);
  console.log(
    `mean ${mean(ours.map(({ score }) => score)).toFixed(3)}, least ${least.toFixed(3)}, answers under a ban ${bans}, Crawl-delay broken ${broken}`,
  );
}

const asked = process.argv.slice(2).map(Number).filter(Number.isInteger);
const seeds = asked.length > 0 ? asked : DEFAULT_SEEDS;
report("scenario families", (seed) => scenarios(seededRandom(seed)), seeds);
report("random servers", (seed) => randomServers(seededRandom(seed), RANDOM_SERVERS), seeds.slice(0, 1));
