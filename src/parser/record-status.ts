/** How well founded a record is. */
export type RecordStatus = "standard" | "de-facto" | "vendor" | "draft" | "retired" | "unknown";

const NAMES_BY_STATUS = {
  standard: "user-agent allow disallow",
  "de-facto": "sitemap crawl-delay",
  vendor: "request-rate visit-time content-signal content-signals license clean-param llm-policy llms",
  draft: "content-usage robots-tag user-agent-purpose disallowaitraining",
  retired: "host noindex nofollow noarchive revisit-after domain robot-version comment",
} satisfies Record<Exclude<RecordStatus, "unknown">, string>;

const STATUSES: ReadonlyMap<string, RecordStatus> = /* @__PURE__ */ new Map(
  Object.entries(NAMES_BY_STATUS).flatMap(([status, names]) =>
    names.split(" ").map((name) => [name, status as RecordStatus] as const),
  ),
);

/**
 * How well founded a record name is: in RFC 9309, read by many, one vendor's, a draft, given up by those who
 * brought it, or known to nobody.
 */
export const recordStatusOf = (name: string): RecordStatus => STATUSES.get(name.toLowerCase()) ?? "unknown";
