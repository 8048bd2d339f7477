import type { AnyContender } from "./contender.ts";
import { floors } from "./floors.ts";
import { oursBound, oursLimited, oursWhole, type Build } from "./ours.ts";
import { robotsParser, robotsTxtGuard, robotsTxtParser } from "./peers.ts";

/** The contender that every ratio refers to. */
export const baseline = "robots-parser";
/** The contender that the benches are here to watch. */
export const ours = "robots-governor";

type Load = (build: Build) => AnyContender | Promise<AnyContender>;

const answering: Record<string, Load> = {
  [baseline]: robotsParser,
  [ours]: oursWhole,
  [`${ours}, forAgent`]: oursBound,
  [`${ours}, 500 KiB`]: oursLimited,
  "robots-txt-guard": robotsTxtGuard,
  "robots-txt-parser": robotsTxtParser,
};

const floorsOf = (kind: AnyContender["kind"]): string[] =>
  floors.filter((floor) => floor.kind === kind).map((floor) => floor.name);

const answers = Object.keys(answering).filter((name) => name !== `${ours}, 500 KiB`);

/** Who is measured at each kind of work. */
export const lineUps: Readonly<Record<"checks" | "parsing" | "memory" | "hostile", readonly string[]>> = {
  checks: [...answers, ...floorsOf("floor of checks")],
  parsing: [...answers.filter((name) => name !== `${ours}, forAgent`), ...floorsOf("floor of parsing")],
  memory: answers.filter((name) => name !== `${ours}, forAgent`),
  hostile: Object.keys(answering).filter((name) => name !== `${ours}, forAgent`),
};

/** Loads the code of one contender. @throws RangeError when there is none of this name. */
export async function loadContender(name: string, build: Build): Promise<AnyContender> {
  const found = answering[name]?.(build) ?? floors.find((floor) => floor.name === name);
  if (found === undefined) throw new RangeError(`there is no contender ${name}`);
  return await found;
}
