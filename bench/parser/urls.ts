import type { Check, RobotsFile } from "./contender.ts";
import { pick, type Random } from "./random.ts";
import { readRobots, rulesFor, type Reading } from "./reading.ts";

const words = ["news", "shoes", "blue", "2024", "archive", "user", "review", "a", "item", "summer-sale"];
const queries = ["page=2", "q=red%20shoes", "utm_source=mail&id=8812", "lang=de", "sort=price&dir=asc"];
const ordinary = [
  "/",
  "/index.html",
  "/about",
  "/images/logo.png",
  "/blog/2024/05/17/how-we-moved-the-whole-archive/",
  "/products/blue-suede-shoes-40917",
  "/category/shoes/?page=3",
  "/search?q=winter+boots&sort=price",
  "/de/hilfe/versand-und-r%C3%BCckgabe",
  "/wp-content/uploads/2023/11/photo-1024x768.jpg",
  "/api/v2/items/8812/reviews?limit=20&offset=40",
  "/forum/viewtopic.php?f=12&t=48113&start=45#p2",
];

/** A path that the rule may mean: each wildcard filled with something, the anchor gone. */
function expand(rule: string, random: Random): string {
  const filled = rule.replace(/\$$/, "").replace(/\*+/g, () => fill(random));
  return filled.startsWith("/") ? filled : `/${filled}`;
}

function fill(random: Random): string {
  const length = Math.floor(random() * 4);
  return Array.from({ length }, () => pick(words, random)).join(pick(["-", "/", "."], random));
}

const variations: readonly ((path: string, random: Random) => string)[] = [
  (path) => path,
  (path, random) => `${path}${path.endsWith("/") ? "" : "/"}${pick(words, random)}-${pick(words, random)}`,
  (path, random) => `${path}${path.includes("?") ? "&" : "?"}${pick(queries, random)}`,
  (path) => path.slice(0, -1),
  (path, random) => `${path.slice(0, Math.ceil(path.length / 2))}${pick(words, random)}`,
  (path, random) => `/${pick(words, random)}${path}`,
  (path) => `${path}%20caf%C3%A9.html`,
  (path) => path.toUpperCase(),
];

function pathFor(rules: readonly string[], random: Random): string {
  if (rules.length === 0 || random() < 0.4) {
    const path = pick(ordinary, random);
    return random() < 0.5 ? path : `${path.split("?")[0]}${path.endsWith("/") ? "" : "/"}${fill(random)}`;
  }
  return pick(variations, random)(expand(pick(rules, random), random), random);
}

/** A check of this path, as a crawler has it after `new URL`; of the root where that makes no sense. */
function checkOf(file: RobotsFile, path: string, agent: string): Check {
  const candidate = `${file.origin}${path.startsWith("/") ? path : `/${path}`}`;
  const url = new URL(URL.canParse(candidate) ? candidate : file.origin);
  url.hash = "";
  return { url: url.href, path: url.href.slice(url.origin.length), agent };
}

/** A crawler that most files name, one that no file names, and one that this file names. */
function agentsFor(reading: Reading, random: Random): string[] {
  const named = reading.agents.length === 0 ? "bingbot" : pick(reading.agents, random);
  return ["Googlebot", "ExampleCrawler", named];
}

/**
 * Makes questions for a file, a third for each of three agents: three in five from the rules the agent is
 * under (hits, near misses, filled wildcards, with queries and escapes), the rest ordinary pages.
 */
export function checksFor(file: RobotsFile, count: number, random: Random): Check[] {
  const reading = readRobots(file.text);
  const agents = agentsFor(reading, random);
  return agents.flatMap((agent) => checksAs(agent, file, reading, count / agents.length, random));
}

/** The same for one agent. */
export function checksAs(
  agent: string,
  file: RobotsFile,
  reading: Reading,
  count: number,
  random: Random,
): Check[] {
  const rules = rulesFor(reading, agent);
  return Array.from({ length: count }, () => checkOf(file, pathFor(rules, random), agent));
}
