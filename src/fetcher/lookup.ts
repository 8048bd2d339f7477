import { lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";

/** An address of a host. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** What a look-up answers: addresses, as texts or as Node's own resolvers have them. */
export type LookupAnswer =
  | string
  | { readonly address: string }
  | readonly (string | { readonly address: string })[];

/** How a look-up is told its answer, where it does not return it. */
export type LookupCallback = (error: Error | null, answer?: LookupAnswer, family?: number) => void;

/**
 * Finds the addresses of a name. Both forms that Node has will do: one that calls back (`dns.lookup`), and one
 * that returns a promise (`dns.promises.lookup`, `resolver.resolve4`, any `async` function).
 */
export type Lookup = (
  hostname: string,
  options: { readonly all: true; readonly verbatim: true },
  callback: LookupCallback,
) => void | LookupAnswer | PromiseLike<LookupAnswer>;

/** The resolver of the system, which knows /etc/hosts. It cannot be cancelled. */
export const platformLookup: Lookup = (hostname, options, callback) =>
  systemLookup(hostname, options, callback as never);

/** The most addresses of one name that are looked at. */
const MAX_ADDRESSES = 256;

const textOf = (item: unknown): string => {
  if (typeof item === "string") return item;
  const address = (item as { address?: unknown } | null | undefined)?.address;
  return typeof address === "string" ? address : "";
};

/** What a look-up answered, as texts that are still to be judged. An empty text stands for nonsense. */
function textsOf(answer: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  return answer === undefined || answer === null ? [] : items.map(textOf);
}

/** Asks `lookup` once, whichever of its forms it has. */
export function ask(lookup: Lookup, hostname: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const returned = lookup(hostname, { all: true, verbatim: true }, (error, answer) => {
      if (error) reject(error);
      else resolve(textsOf(answer));
    });
    // Only one that calls back returns nothing.
    if (returned !== undefined && returned !== null) {
      Promise.resolve(returned).then((answer) => resolve(textsOf(answer)), reject);
    }
  });
}

/** Whether an answer is longer than anybody's real list. */
export const isTooLong = (answer: readonly string[]): boolean => answer.length > MAX_ADDRESSES;

/** An address with its family, which is never taken from the answer: a wrong one makes Node fail. */
export const addressOf = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/** The most addresses that are tried. */
const MAX_ATTEMPTS = 4;

/** The first few addresses, both families among them where there are two. */
export function shortList(addresses: readonly Address[]): readonly Address[] {
  const [first] = addresses;
  if (addresses.length < 2) return addresses;
  const preferred = addresses.filter(({ family }) => family === first?.family);
  const others = addresses.filter(({ family }) => family !== first?.family);
  const fair = preferred.flatMap((address, index) => [address, ...others.slice(index, index + 1)]);
  return [...fair, ...others.slice(preferred.length)].slice(0, MAX_ATTEMPTS);
}
