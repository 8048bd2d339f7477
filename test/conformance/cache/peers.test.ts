import { describe, expect, it } from "vitest";
import { RobotsCache, type RobotsResponse } from "../../../src/cache/index.ts";
import { sharedLines } from "./shared-file.ts";

interface StatusRow {
  readonly id: string;
  readonly behaviour: "http-status";
  readonly robots: string;
  readonly agent: string;
  readonly url: string;
  readonly expect: { httpStatus: number; allowed: boolean };
}

interface AddressRow {
  readonly id: string;
  readonly behaviour: "robots-url";
  readonly url: string;
  readonly expect: { robotsUrl: string } | { robotsUrlIs: { robotsUrl: string; same: boolean } };
}

/** What users of such tools reported, with small inputs and right answers. */
interface Report {
  readonly id: number;
  readonly topic: string;
  readonly report: string;
  readonly cases?: readonly ReportCase[];
}

interface ReportCase {
  readonly robots?: string;
  readonly robots_hex?: string;
  readonly robots_url?: string;
  readonly ua: string;
  /** `ua` is a whole header, which is not what a policy is asked for. */
  readonly ua_is_header?: boolean;
  /** Below what a cache may be set to. */
  readonly max_bytes?: number;
  /** Both absent where the report is about something else than a verdict. */
  readonly url?: string;
  readonly allow?: boolean;
}

const peerRows = sharedLines<StatusRow | AddressRow | { behaviour: "" }>("peer-cases.jsonl");
const statusRows = peerRows.filter((row) => row.behaviour === "http-status");
const addressRows = peerRows.filter((row) => row.behaviour === "robots-url");
const reports = sharedLines<Report>("field-reports.jsonl").flatMap(({ id, report, cases = [] }) =>
  cases
    .filter(
      ({ url, ua_is_header: isHeader, max_bytes: limit }) =>
        url !== undefined && isHeader !== true && limit === undefined,
    )
    .map((testCase) => ({ id, report, testCase })),
);

/** A cache whose every site answers alike, and the addresses it asked. */
function cacheOf(answer: RobotsResponse): { cache: RobotsCache; asked: string[] } {
  const asked: string[] = [];
  const fetcher = async (url: string): Promise<RobotsResponse> => {
    asked.push(url);
    return answer;
  };
  return { cache: new RobotsCache({ fetcher }), asked };
}

/** The address that is asked for a page; "error" when none may be. */
async function addressFor(url: string): Promise<string> {
  const { cache, asked } = cacheOf({ status: 404 });
  await cache.get(url).catch(() => asked.push("error"));
  return asked.join();
}

describe.skipIf(statusRows.length === 0)("public suites on the status of robots.txt", () => {
  it.each(statusRows)("$id: $expect.httpStatus", async ({ robots, agent, url, expect: wanted }) => {
    const { cache } = cacheOf({ status: wanted.httpStatus, body: robots });

    const policy = await cache.get(new URL(url, "https://site.test"));

    expect(policy.isAllowed(url, agent)).toBe(wanted.allowed);
  });
});

describe.skipIf(addressRows.length === 0)("public suites on the address of robots.txt", () => {
  it.each(addressRows)("$id: $url", async ({ url, expect: wanted }) => {
    const { robotsUrl, same } =
      "robotsUrl" in wanted ? { robotsUrl: wanted.robotsUrl, same: true } : wanted.robotsUrlIs;
    const address = robotsUrl === "error" ? robotsUrl : new URL(robotsUrl).href;

    expect((await addressFor(url)) === address).toBe(same);
  });
});

describe.skipIf(reports.length === 0)("what users of such tools reported", () => {
  it.each(reports)("$id: $report", async ({ testCase }) => {
    const { robots = "", robots_hex: hex, ua, url = "", allow } = testCase;
    const body = hex === undefined ? robots : Uint8Array.from(Buffer.from(hex, "hex"));
    const { cache, asked } = cacheOf({ status: 200, body });

    const policy = await cache.get(url);

    expect(policy.isAllowed(url, ua)).toBe(allow);
    expect(asked).toEqual([testCase.robots_url ?? new URL("/robots.txt", url).href]);
  });
});
