import type { Dialect } from "../common/dialect.ts";
import { agentToken } from "../matcher/index.ts";
import {
  decode,
  DEFAULT_MAX_BYTES,
  Records,
  textOf,
  type GroupingKind,
  documentOf,
  type DecodedText,
  type RequestRate,
  type RobotsDocument,
  type RobotsText,
  type TimeWindow,
} from "../parser/index.ts";
import { AgentPolicy } from "./agent-policy.ts";
import type { Blanket } from "./explain.ts";
import { MergedGroup } from "./merged-group.ts";
import { chooseGroups, type GroupChoice, type RobotsFile } from "./robots-file.ts";
import { Scope } from "./scope.ts";
import type { ContentSignals } from "./terms/content-signal.ts";
import type { Usage } from "./terms/usage.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Who asks: a product token (`ExampleBot`), or several in order of preference, of which the first that has a
 * group counts. A whole `User-Agent` header is neither; `productTokenOf` finds the token in one.
 */
export type Agent = string | readonly string[];

/** How a file is read. */
export interface ParseOptions {
  /**
   * The address of the file. It binds the policy to that site: URLs of other sites are out of scope. Absolute,
   * http or https. @defaultValue none: every URL is taken for one of the site
   */
  url?: string | URL;
  /** Whose reading counts where RFC 9309 and Google's parser differ. @defaultValue `"rfc9309"` */
  dialect?: Dialect;
  /** So many octets are read, at least 1024. @defaultValue 512000 (500 KiB, RFC 9309 2.5) */
  maxBytes?: number;
  /** Whether `Allow: /x/index.html` allows `/x/` too, as at Google. @defaultValue true */
  indexHtml?: boolean;
  /** Whether a blank line ends a group, as in 1996. @defaultValue false, as in RFC 9309 */
  blankLineEndsGroup?: boolean;
}

/** So many agents are remembered for one file; a caller with more is served as well, only not as fast. */
const REMEMBERED_AGENTS = 256;

/** Remembered merged groups hold no more rules than so many times those of the file. */
const RULES_HELD_AT_MOST = 4;

/** The text that stands for each policy that no file made. */
const BLANKET_TEXTS: Readonly<Record<Blanket, string>> = {
  "allow-all": "",
  "disallow-all": "User-agent: *\nDisallow: /\n",
};

const tokenList = (agent: Agent): readonly string[] => {
  const tokens = typeof agent === "string" ? [agent] : agent;
  if (Array.isArray(tokens) && tokens.every((token) => typeof token === "string")) return tokens;
  throw new TypeError("agent must be a product token or a list of them");
};

/**
 * A parsed robots.txt file and the verdicts that follow from it. It never changes, and no text makes it throw.
 */
export class RobotsPolicy {
  readonly #file: RobotsFile;
  readonly #scope: Scope | undefined;
  readonly #decoded: DecodedText;
  #blanket: Blanket | undefined;
  #agents: Map<string, AgentPolicy> | undefined;
  #merged: MergedGroup[] = [];
  #document: RobotsDocument | undefined;

  /**
   * Parses a file; no body, or an empty one, is a file without rules, which allows everything.
   *
   * @throws TypeError for a body that is neither string nor octets, RangeError for an option that cannot be.
   */
  constructor(body: RobotsText = "", options: ParseOptions = {}) {
    const { url, dialect = "rfc9309", maxBytes = DEFAULT_MAX_BYTES, indexHtml = true } = options;
    this.#scope = url === undefined ? undefined : new Scope(url);
    this.#decoded = decode(body, maxBytes, dialect);
    const reading = { dialect, indexHtml, blankLineEndsGroup: options.blankLineEndsGroup ?? false };
    this.#file = { records: new Records(this.#decoded.octets, reading), options: reading };
  }

  /** As the constructor. */
  static parse(body: RobotsText, options: ParseOptions = {}): RobotsPolicy {
    return new RobotsPolicy(body, options);
  }

  /** The policy of a site that has no rules: everything is allowed (RFC 9309 2.3.1.3). */
  static allowAll(): RobotsPolicy {
    return RobotsPolicy.#ofBlanket("allow-all");
  }

  /** The policy of a site whose rules cannot be read: only `/robots.txt` is allowed (RFC 9309 2.3.1.4). */
  static disallowAll(): RobotsPolicy {
    return RobotsPolicy.#ofBlanket("disallow-all");
  }

  static #ofBlanket(blanket: Blanket): RobotsPolicy {
    const policy = new RobotsPolicy(BLANKET_TEXTS[blanket]);
    policy.#blanket = blanket;
    return policy;
  }

  /**
   * Whether `agent` may fetch a URL, or a path of the site. False for a URL that is out of scope or invalid.
   *
   * @param agent - @defaultValue `"*"`: a crawler that no group names
   */
  isAllowed(url: string | URL, agent: Agent = "*"): boolean {
    return this.forAgent(agent).isAllowed(url);
  }

  /** The same answer as {@link isAllowed}, with the group, the rule and the rules that lost. */
  explain(url: string | URL, agent: Agent = "*"): Verdict {
    return this.forAgent(agent).explain(url);
  }

  /** The same questions, bound to one agent. Finding its group is linear in the file; this keeps it. */
  forAgent(agent: Agent): AgentPolicy {
    const isPlain = typeof agent === "string" && !agent.startsWith("[");
    const key = isPlain ? agent : JSON.stringify(tokenList(agent));
    const remembered = this.#agents?.get(key);
    if (remembered !== undefined) return remembered;
    const made = this.#makeAgentPolicy(agent);
    if (this.#agents === undefined || this.#agents.size >= REMEMBERED_AGENTS) {
      this.#agents = new Map();
      this.#merged = [];
    }
    this.#agents.set(key, made);
    return made;
  }

  /**
   * The `Crawl-delay` of the group that serves `agent`, in milliseconds; `undefined` when it has none. 0 is a
   * value, and none is too long. Not in RFC 9309: de facto.
   */
  crawlDelayMs(agent: Agent = "*"): number | undefined {
    return this.forAgent(agent).crawlDelayMs();
  }

  /** The `Request-rate` for `agent`, the slowest where there are several. Not in RFC 9309: de facto. */
  requestRate(agent: Agent = "*"): RequestRate | undefined {
    return this.forAgent(agent).requestRate();
  }

  /** The `Visit-time` for `agent`. Not in RFC 9309: vendors'. */
  visitTime(agent: Agent = "*"): TimeWindow | undefined {
    return this.forAgent(agent).visitTime();
  }

  /**
   * What `Content-Signal` says to `agent`: its group, and for names that it leaves out the lines before any group.
   * Signals change no verdict. Not in RFC 9309: a vendor's.
   */
  contentSignals(agent: Agent = "*"): ContentSignals {
    return this.forAgent(agent).contentSignals();
  }

  /**
   * The terms under which `agent` may use what it fetches from a URL: `Content-Usage`, `Content-Signal` and
   * licences. They change no verdict; preferences are there only for what may be fetched. `usageWithHeaders` adds
   * what the response says. Experimental: `Content-Usage` is a draft.
   */
  usage(url: string | URL, agent: Agent = "*"): Usage {
    return this.forAgent(agent).usage(url);
  }

  /**
   * The `Sitemap` values in order, each once. A relative one is resolved against the file's address where that
   * is known, else left as it is. They belong to no group.
   */
  get sitemaps(): readonly string[] {
    const base = this.#scope?.url;
    const resolve = (value: string): string =>
      !URL.canParse(value) && URL.canParse(value, base) ? new URL(value, base).href : value;
    return [...new Set(this.#values("sitemap").map(resolve))];
  }

  /** The `License` values (RSL 1.0) that are absolute URLs, in order, each once. They belong to no group. */
  get licenses(): readonly string[] {
    return this.#values("license").filter((value) => URL.canParse(value));
  }

  /** The file as plain data: lines, groups, diagnostics. Made when it is first asked for, and kept. */
  get document(): RobotsDocument {
    if (this.#document !== undefined) return this.#document;
    // A copy of the octets: what is done to a document is nothing to the policy.
    const decoded = { ...this.#decoded, octets: this.#decoded.octets.slice() };
    this.#document = documentOf(decoded, this.#file.options);
    return this.#document;
  }

  /** Whether the file was longer than `maxBytes`, and so was read up to its last whole line before it. */
  get truncated(): boolean {
    return this.#decoded.truncated;
  }

  /** The text as it was parsed. Invalid UTF-8 shows as U+FFFD; `printOctets(policy.document)` has the octets. */
  toString(): string {
    return textOf(this.#decoded.octets);
  }

  #makeAgentPolicy(agent: Agent): AgentPolicy {
    const file = this.#file;
    const tokens = tokenList(agent).map((token) => agentToken(token, file.options.dialect));
    const choice = chooseGroups(file, tokens);
    return new AgentPolicy({
      file,
      scope: this.#scope,
      blanket: this.#blanket,
      choice,
      group: this.#mergedGroup(choice),
    });
  }

  /** The rules of some groups; agents that the same groups serve share them. */
  #mergedGroup({ groups }: GroupChoice): MergedGroup {
    const remembered = this.#merged.find((group) => group.isOf(groups));
    if (remembered !== undefined) return remembered;
    const made = new MergedGroup(this.#file, groups);
    const held = this.#merged.reduce((sum, { size }) => sum + size, made.size);
    if (held > RULES_HELD_AT_MOST * this.#file.records.size) this.#merged = [];
    this.#merged.push(made);
    return made;
  }

  /** The values of a record that belongs to no group, each once. One that is no UTF-8 is spoiled. */
  #values(kind: GroupingKind): readonly string[] {
    const { records } = this.#file;
    const values = new Set<string>();
    for (let record = 0; record < records.size; record++) {
      if (records.kindOf(record) !== kind) continue;
      const value = records.valueOf(record);
      if (value !== "" && !value.includes("\ufffd")) values.add(value);
    }
    return [...values];
  }
}
