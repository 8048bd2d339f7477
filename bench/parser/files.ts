import { existsSync, readFileSync, readdirSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { RobotsFile } from "./contender.ts";

const corpus = new URL("../../../shared/corpus/", import.meta.url);
const own = new URL("files/", import.meta.url);

/** Which files are read: real ones as collected in a year, both years, or the small set of ours. */
export type FileSet = "real" | "2019" | "2026" | "own";

/** The sets that can be had here, the best first. */
export function availableSets(): FileSet[] {
  return existsSync(corpus) ? ["real", "2019", "2026", "own"] : ["own"];
}

interface CorpusRow {
  c: string;
  f: string;
  t?: string;
  b?: string;
}

function readCorpus(year: string): RobotsFile[] {
  const lines = gunzipSync(readFileSync(new URL(`real-${year}.jsonl.gz`, corpus)))
    .toString("utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line, index) => {
    const { c, f, t, b = "" } = JSON.parse(line) as CorpusRow;
    return {
      name: `${c}/${f}`,
      origin: originOf(f) ?? `https://site-${index}.example`,
      text: t ?? Buffer.from(b, "base64").toString("utf8"),
    };
  });
}

/** The file names of the collections are hosts, some with a collector's additions. */
function originOf(fileName: string): string | undefined {
  const host = /^(?:[\w-]+__)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:-robots\.txt)?$/.exec(fileName)?.[1];
  return host === undefined ? undefined : `https://${host}`;
}

function readOwn(): RobotsFile[] {
  return readdirSync(own)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => ({
      name,
      origin: `https://www.${name.replace(/\.txt$/, "")}.example`,
      text: readFileSync(new URL(name, own), "utf8"),
    }));
}

/** Reads a set. @throws Error when it lies elsewhere than here. */
export function readFiles(set: FileSet): RobotsFile[] {
  if (set === "own") return readOwn();
  return set === "real" ? [...readCorpus("2019"), ...readCorpus("2026")] : readCorpus(set);
}
