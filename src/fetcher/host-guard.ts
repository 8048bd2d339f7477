import { systemClock, type Clock } from "../common/clock.ts";
import { withDeadline } from "../common/deadline.ts";
import { CrawlError } from "../common/errors.ts";
import { checkName } from "../common/url-rules.ts";
import { addressOf, ask, isTooLong, platformLookup, type Address, type Lookup } from "./lookup.ts";
import { LookupSlots } from "./lookup-slots.ts";
import { addressJudge, type AddressJudge } from "./public-address.ts";
import { hostOf, literalOf } from "./url-host.ts";

/** What {@link ensurePublicHost} goes by. */
export interface HostOptions {
  /** Finds the addresses of names. @defaultValue the system's resolver */
  lookup?: Lookup;
  /** Addresses and CIDR blocks that are open although they are not public: tests, intranets. @defaultValue none */
  allowAddresses?: readonly string[];
  /** Private names that are open: `"wiki"` is that name, `".internal"` every name below it. @defaultValue none */
  allowNames?: readonly string[];
  /** How long a look-up may take, waiting for its turn included. @defaultValue 10000 */
  lookupTimeoutMs?: number;
  /** @defaultValue the platform's */
  clock?: Clock;
}

const DEFAULT_LOOKUP_TIMEOUT_MS = 10_000;

/** The threads that it spares are the process's, so what is in flight in the system's resolver is counted for all. */
const systemSlots = new LookupSlots(systemClock);

const blocked = (message: string): CrawlError => new CrawlError("blocked-address", message);

/** Knows which addresses a host may be reached at. */
export class HostGuard {
  readonly #judge: AddressJudge;
  readonly #allowNames: readonly string[];
  readonly #lookup: Lookup;
  readonly #slots: LookupSlots;
  readonly #timeoutMs: number;
  readonly #clock: Clock;

  /** @throws TypeError for an option that cannot be. */
  constructor(options: HostOptions = {}) {
    const { lookup = platformLookup, clock = systemClock } = options;
    if (typeof lookup !== "function") throw new TypeError(`lookup must be a function, got ${typeof lookup}`);
    this.#judge = addressJudge(options.allowAddresses);
    this.#allowNames = options.allowNames ?? [];
    this.#lookup = lookup;
    this.#clock = clock;
    this.#timeoutMs = options.lookupTimeoutMs ?? DEFAULT_LOOKUP_TIMEOUT_MS;
    this.#slots = lookup === platformLookup ? systemSlots : new LookupSlots(clock);
  }

  /** Every address of the host, all of them judged and in their one spelling. Rejects as {@link ensurePublicHost} does. */
  async addressesOf(url: URL, signal?: AbortSignal): Promise<readonly Address[]> {
    const literal = literalOf(url);
    if (literal !== undefined) return [this.#judged(literal)];
    checkName(url, { allowNames: this.#allowNames });
    const answer = await this.#answerFor(hostOf(url), signal);
    if (answer.length === 0) throw new CrawlError("lookup-failed", "the host has no address");
    if (isTooLong(answer)) throw blocked("the host has more addresses than are looked at");
    return answer.map((address) => this.#judged(address));
  }

  async #answerFor(name: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
    try {
      const look = (inner: AbortSignal): Promise<readonly string[]> =>
        this.#slots.run(() => ask(this.#lookup, name), inner);
      return await withDeadline(this.#clock, this.#timeoutMs, look, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw new CrawlError("lookup-failed", "the host could not be looked up", { cause: error });
    }
  }

  #judged(address: string): Address {
    const judgement = this.#judge(address);
    if ("canonical" in judgement) return addressOf(judgement.canonical);
    throw blocked(`the address ${address} is not public: ${judgement.refusal}`);
  }
}

/**
 * Resolves to all addresses of a URL's host when every one of them is public or opened by `allowAddresses`. Literal
 * addresses are judged as they are; names that belong to private networks are refused before any look-up.
 *
 * Rejects with `CrawlError` `blocked-address` when one address is refused, `lookup-failed` when there is none. To be
 * of use, connect to nothing but what this resolves to: another look-up may answer otherwise.
 */
export const ensurePublicHost = (url: URL, options: HostOptions = {}): Promise<readonly Address[]> =>
  new HostGuard(options).addressesOf(url);
