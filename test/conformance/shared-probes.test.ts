import { describe, expect, test } from "vitest";
import { RobotsPolicy, type Dialect } from "../../src/policy/index.ts";
import { arePresent, octetsOfRow, sharedRows } from "../support/shared-data.ts";

/** An input that no suite has, with what each dialect must say. */
interface Probe {
  id: string;
  note: string;
  robots: string | null;
  robotsBase64?: string;
  agent: string;
  url: string;
  recommended: boolean;
  google: boolean;
}

const probes = "conformance/probes.jsonl";

describe.runIf(arePresent("probes", [probes]))("probes", () => {
  const rows = sharedRows<Probe>(probes);

  test.each(rows)("$id: $note", ({ robots, robotsBase64, agent, url, recommended, google }) => {
    const body = robots ?? octetsOfRow(robotsBase64 === undefined ? {} : { b: robotsBase64 });
    // A row on a rule past 500 KiB asks how it is read by who reads that far.
    const maxBytes = Math.max(body.length, 512_000);
    const allows = (dialect: Dialect): boolean =>
      RobotsPolicy.parse(body, { dialect, maxBytes }).isAllowed(url, agent);

    const answers = { recommended: allows("rfc9309"), google: allows("google") };

    expect(answers).toEqual({ recommended, google });
  });
});
