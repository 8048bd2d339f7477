import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { GLOBAL_IPV6, NAT64, REFUSED_IPV4, REFUSED_IPV6 } from "./special-blocks.ts";

type Ip = ipaddr.IPv4 | ipaddr.IPv6;
type Block = readonly [network: Ip, prefix: number];

const blockOf = (cidr: string): Block => ipaddr.parseCIDR(cidr);
const ipv4Blocks = REFUSED_IPV4.map(({ cidr, purpose }) => ({ block: blockOf(cidr), purpose }));
const ipv6Blocks = REFUSED_IPV6.map(({ cidr, purpose }) => ({ block: blockOf(cidr), purpose }));
const globalIpv6 = blockOf(GLOBAL_IPV6);
const nat64 = blockOf(NAT64);

/** Blocks of different families never match; ipaddr.js would throw. */
const isIn = (ip: Ip, [network, prefix]: Block): boolean =>
  ip.kind() === network.kind() && ip.match([network, prefix] as never);

/** One canonical address, or nothing: no zone, no CIDR, none of the spellings that only some parsers know. */
function parse(address: unknown): Ip | undefined {
  if (typeof address !== "string" || isIP(address) === 0 || address.includes("%")) return undefined;
  return ipaddr.parse(address);
}

function ipv4Inside(ip: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(ip.toByteArray().slice(-4));
}

const purposeIn = (ip: Ip, blocks: readonly { block: Block; purpose: string }[]): string | undefined =>
  blocks.find(({ block }) => isIn(ip, block))?.purpose;

/** Why an address is no public one; `undefined` for one that is. */
function refusalOf(ip: Ip): string | undefined {
  if (ip.kind() === "ipv4") return purposeIn(ip, ipv4Blocks);
  if (isIn(ip, nat64)) return purposeIn(ipv4Inside(ip as ipaddr.IPv6), ipv4Blocks);
  if (!isIn(ip, globalIpv6)) return `outside ${GLOBAL_IPV6}, which is all of IPv6 that is handed out`;
  return purposeIn(ip, ipv6Blocks);
}

/**
 * Whether an address belongs to the public internet, by the dated table of this folder: IPv4 outside every
 * special block, IPv6 within 2000::/3 and outside its special blocks, NAT64 by the IPv4 address inside. What
 * is no single address in its plain form (a zone, a CIDR block, a name, brackets) is not public.
 */
export function isPublicAddress(address: string): boolean {
  const ip = parse(address);
  return ip !== undefined && refusalOf(ip) === undefined;
}

/** The one spelling of an address; `undefined` for what is none. */
export const canonicalAddress = (address: string): string | undefined => parse(address)?.toString();

/** What comes of judging an address: its one spelling, or why it is not connected to. */
type Judgement = { readonly canonical: string } | { readonly refusal: string };

/** Judges an address before a connection is made to it. */
export type AddressJudge = (address: string) => Judgement;

function openBlock(cidr: unknown): Block {
  if (typeof cidr === "string") {
    const ip = parse(cidr);
    if (ip !== undefined) return [ip, ip.kind() === "ipv4" ? 32 : 128];
    if (isIP(cidr.split("/", 1)[0] ?? "") !== 0 && ipaddr.isValidCIDR(cidr)) return blockOf(cidr);
  }
  throw new TypeError(`allowAddresses must hold addresses and CIDR blocks, got ${String(cidr)}`);
}

/**
 * The judge of every address that is connected to: the public ones pass, and those in a block that was opened
 * by name.
 *
 * @throws TypeError for what is neither an address nor a CIDR block.
 */
export function addressJudge(allowAddresses: readonly string[] = []): AddressJudge {
  const open = allowAddresses.map(openBlock);
  return (address) => {
    const ip = parse(address);
    if (ip === undefined) return { refusal: "not one plain address" };
    const refusal = open.some((block) => isIn(ip, block)) ? undefined : refusalOf(ip);
    return refusal === undefined ? { canonical: ip.toString() } : { refusal };
  };
}
