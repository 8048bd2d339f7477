import { parseArgs } from "node:util";
import { availableSets, type FileSet } from "./files.ts";
import type { ClockName } from "./measure.ts";
import type { Build } from "./ours.ts";

/** What the command line of a bench asks for. */
export interface Options {
  /** Names of work; empty for all. */
  work: readonly string[];
  /** Names of contenders, the baseline apart, which is always there; empty for all. */
  contenders: readonly string[];
  build: Build;
  set: FileSet;
  /** Every how manieth file is taken. */
  step: number;
  rounds: number;
  clock: ClockName;
  /** How long a contender may take for one job. */
  deadlineMs: number;
  /** Where to write the figures as JSON. */
  json?: string;
  /** Where each process leaves a CPU profile. */
  profileFolder?: string;
}

/** What `--help` prints. */
export const help = `--work NAME         only this work (repeat for more)
--contender NAME    only this contender beside the baseline (repeat for more; none: the baseline alone)
--quick             every eighth file, 3 rounds
--set NAME          real (default where present), 2019, 2026 or own
--rounds N          rounds, default 7
--clock NAME        wall (default), or cpu: processor time of all threads, for a busy machine
--deadline SECONDS  what a contender may take for one job, default 60 (hostile: 10)
--source            measure src/ through tsx instead of dist/
--json FILE         write the figures as JSON too
--cpu-prof FOLDER   let each process leave a CPU profile there
`;

/** Defaults that differ between benches. */
export interface Defaults {
  rounds: number;
  deadlineSeconds: number;
}

/** Reads the command line; `undefined` when help is wanted. @throws TypeError or RangeError on misuse. */
export function readOptions(args: readonly string[], defaults: Defaults): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      work: { type: "string", multiple: true, default: [] },
      contender: { type: "string", multiple: true, default: [] },
      quick: { type: "boolean", default: false },
      set: { type: "string" },
      rounds: { type: "string" },
      clock: { type: "string", default: "wall" },
      deadline: { type: "string" },
      source: { type: "boolean", default: false },
      json: { type: "string" },
      "cpu-prof": { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const [bestSet = "own", ...otherSets] = availableSets();
  const set = [bestSet, ...otherSets].find((name) => name === (values.set ?? bestSet));
  if (set === undefined) throw new RangeError(`--set must be one of ${availableSets().join(", ")}`);
  const { clock } = values;
  if (clock !== "wall" && clock !== "cpu") throw new RangeError(`--clock must be wall or cpu, got ${clock}`);
  return {
    work: values.work,
    contenders: values.contender,
    build: values.source ? "source" : "dist",
    set,
    step: values.quick && set !== "own" ? 8 : 1,
    rounds: positive("--rounds", values.rounds, values.quick ? 3 : defaults.rounds),
    clock,
    deadlineMs: positive("--deadline", values.deadline, defaults.deadlineSeconds) * 1000,
    ...(values.json !== undefined && { json: values.json }),
    ...(values["cpu-prof"] !== undefined && { profileFolder: values["cpu-prof"] }),
  };
}

function positive(name: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0)) throw new RangeError(`${name} must be a number above 0, got ${text}`);
  return value;
}
