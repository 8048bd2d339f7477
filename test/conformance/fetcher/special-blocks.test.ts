import { readFileSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../src/fetcher/index.ts";
import { REFUSED_IPV4, REFUSED_IPV6, SPECIAL_BLOCKS_DATE } from "../../../src/fetcher/special-blocks.ts";

/** A block of the registries, as they stood on the date of the table; typed in from them by hand. */
interface Block {
  readonly cidr: string;
  readonly name: string;
  readonly source: string;
  readonly globallyReachable: boolean | null;
  /** What ipaddr.js says of its first and last address. */
  readonly ipaddr: readonly string[];
  readonly verdict: "refused" | "inside";
  /** Why ours differs from the registry's word or from that of ipaddr.js. */
  readonly decision?: string;
}

const blocks = JSON.parse(
  readFileSync(new URL("data/special-blocks.json", import.meta.url), "utf8"),
) as readonly Block[];

/** The address whose bits behind the prefix are all `bit`. */
function edge(cidr: string, bit: 0 | 1): string {
  const [ip, prefix] = ipaddr.parseCIDR(cidr);
  const bits = ip
    .toByteArray()
    .map((octet) => octet.toString(2).padStart(8, "0"))
    .join("")
    .slice(0, prefix)
    .padEnd(ip.kind() === "ipv4" ? 32 : 128, String(bit));
  const octets = Array.from({ length: bits.length / 8 }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  );
  return ipaddr.fromByteArray(octets).toString();
}

const inside = (ipv4: string): string => `64:ff9b::${ipv4}`;

const rangesOf = (cidr: string): readonly string[] => [
  ...new Set(([0, 1] as const).map((bit) => ipaddr.parse(edge(cidr, bit)).range() as string)),
];

describe("every block of the special-purpose registries", () => {
  const refused = blocks.filter(({ verdict }) => verdict === "refused");

  it.each(refused)("$cidr ($name) is refused from its first to its last address", ({ cidr }) => {
    expect([edge(cidr, 0), edge(cidr, 1)].filter(isPublicAddress)).toEqual([]);
  });

  it("64:ff9b::/96 is judged by the IPv4 address inside", () => {
    expect(["8.8.8.8", "1.1.1.1"].map(inside).every(isPublicAddress)).toBe(true);
    expect(
      ["127.0.0.1", "10.1.2.3", "169.254.169.254", "168.63.129.16"].map(inside).some(isPublicAddress),
    ).toBe(false);
  });

  it("every block of our table is in them, or has its source named", () => {
    const known = new Set(blocks.map(({ cidr }) => cidr));
    const ours = [...REFUSED_IPV4, ...REFUSED_IPV6].map(({ cidr }) => cidr);

    // Multicast and the reserved block beside it, in one.
    expect(ours.filter((cidr) => !known.has(cidr))).toEqual(["224.0.0.0/3"]);
    expect(SPECIAL_BLOCKS_DATE).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it.each([
    ["9.255.255.255", "11.0.0.0"],
    ["100.63.255.255", "100.128.0.0"],
    ["126.255.255.255", "128.0.0.0"],
    ["169.253.255.255", "169.255.0.0"],
    ["172.15.255.255", "172.32.0.0"],
    ["191.255.255.255", "192.0.1.0"],
    ["192.31.195.255", "192.31.197.0"],
    ["192.88.98.255", "192.88.100.0"],
    ["192.167.255.255", "192.169.0.0"],
    ["198.17.255.255", "198.20.0.0"],
    ["203.0.112.255", "203.0.114.0"],
    ["1.0.0.0", "223.255.255.255"],
    ["168.63.129.15", "168.63.129.17"],
    ["2001:200::", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2001:db9::", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2003::", "2620:4f:7fff:ffff:ffff:ffff:ffff:ffff"],
    ["2620:4f:8001::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["3fff:1000::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ])("the addresses %s and %s, beside a block, are public", (before, after) => {
    expect([isPublicAddress(before), isPublicAddress(after)]).toEqual([true, true]);
  });
});

describe("ipaddr.js, whose words are not our policy", () => {
  it.each(blocks)("says of $cidr what was recorded", ({ cidr, ipaddr: recorded }) => {
    expect(rangesOf(cidr)).toEqual(recorded);
  });

  it("differs from us only where a decision is written down", () => {
    const undecided = blocks.filter(
      ({ ipaddr: ranges, verdict, decision }) =>
        (ranges.includes("unicast") || verdict === "inside") && decision === undefined,
    );

    expect(undecided).toEqual([]);
  });

  it("and where the registry calls a block reachable that we refuse, the reason is written down", () => {
    const undecided = blocks.filter(
      ({ globallyReachable, decision }) => globallyReachable === true && decision === undefined,
    );

    expect(undecided).toEqual([]);
  });
});
