import { isIP } from "node:net";

/** The host of a URL as the network has it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** The address that a URL names instead of a host; Node looks none of these up, whatever `lookup` it is given. */
export function literalOf(url: URL): string | undefined {
  const host = hostOf(url);
  return isIP(host) === 0 ? undefined : host;
}

/** The port that a URL leads to. */
export const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
