/** A block of addresses that is no part of the public internet. */
export interface SpecialBlock {
  readonly cidr: string;
  /** What it is for, in a few words. */
  readonly purpose: string;
}

/**
 * When this table was compared with its sources: IANA's IPv4 and IPv6 Special-Purpose Address Registries, IANA's
 * multicast registries, and the IPv6 Global Unicast Address Assignments.
 */
export const SPECIAL_BLOCKS_DATE = "2026-11-30";

/**
 * Every IPv4 block that is refused. Stricter than the registry's column "Globally Reachable": what is reachable
 * but serves a mechanism of the network (anycast, AS112, AMT) publishes no pages.
 */
export const REFUSED_IPV4: readonly SpecialBlock[] = [
  { cidr: "0.0.0.0/8", purpose: "this network (RFC 791)" },
  { cidr: "10.0.0.0/8", purpose: "private use (RFC 1918)" },
  { cidr: "100.64.0.0/10", purpose: "shared address space (RFC 6598)" },
  { cidr: "127.0.0.0/8", purpose: "loopback (RFC 1122)" },
  { cidr: "169.254.0.0/16", purpose: "link local, and the metadata of clouds (RFC 3927)" },
  { cidr: "172.16.0.0/12", purpose: "private use (RFC 1918)" },
  { cidr: "192.0.0.0/24", purpose: "IETF protocol assignments (RFC 6890)" },
  { cidr: "192.0.2.0/24", purpose: "documentation (RFC 5737)" },
  { cidr: "192.31.196.0/24", purpose: "AS112 (RFC 7535)" },
  { cidr: "192.52.193.0/24", purpose: "AMT (RFC 7450)" },
  { cidr: "192.88.99.0/24", purpose: "6to4 relay anycast (RFC 7526)" },
  { cidr: "192.168.0.0/16", purpose: "private use (RFC 1918)" },
  { cidr: "192.175.48.0/24", purpose: "AS112 (RFC 7534)" },
  { cidr: "198.18.0.0/15", purpose: "benchmarking (RFC 2544)" },
  { cidr: "198.51.100.0/24", purpose: "documentation (RFC 5737)" },
  { cidr: "203.0.113.0/24", purpose: "documentation (RFC 5737)" },
  { cidr: "224.0.0.0/3", purpose: "multicast, reserved and broadcast (RFC 5771, RFC 1112, RFC 919)" },
  // An ordinary address by the registries, and the inside of a cloud wherever it answers.
  { cidr: "168.63.129.16/32", purpose: "the host's own services in Azure" },
];

/** The one block of IPv6 that is handed out to networks; all else is refused, whatever it may become. */
export const GLOBAL_IPV6 = "2000::/3";

/** The blocks within {@link GLOBAL_IPV6} that are refused. */
export const REFUSED_IPV6: readonly SpecialBlock[] = [
  { cidr: "2001::/23", purpose: "IETF protocol assignments, Teredo among them (RFC 2928)" },
  { cidr: "2001:db8::/32", purpose: "documentation (RFC 3849)" },
  { cidr: "2002::/16", purpose: "6to4: an IPv4 address inside (RFC 3056)" },
  { cidr: "2620:4f:8000::/48", purpose: "AS112 (RFC 7534)" },
  { cidr: "3fff::/20", purpose: "documentation (RFC 9637)" },
];

/** NAT64 by the well-known prefix: judged by the IPv4 address in the last 32 bits (RFC 6052). */
export const NAT64 = "64:ff9b::/96";
