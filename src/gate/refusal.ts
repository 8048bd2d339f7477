import type { RobotsEntry } from "../cache/index.ts";
import { CrawlError, type CrawlErrorCode } from "../common/errors.ts";
import { categoryOf, type FailureCategory } from "../common/failure-category.ts";
import type { Verdict } from "../policy/index.ts";

/** Why a request must not be sent, or not now. */
export interface Refusal {
  readonly granted: false;
  /**
   * `policy` for robots.txt, the form of the URL and its address; `request-limit` for the budget; `rate-limit`
   * for the pace; `network` where the address could not be checked.
   */
  readonly category: FailureCategory;
  readonly code: CrawlErrorCode;
  /** One sentence for people. Holds no text from the network. May change. */
  readonly message: string;
  /** What was asked for, without user name, password and fragment; absent for what is no URL. */
  readonly url?: string;
  /** What robots.txt says: with `robots-disallowed` and `robots-unreachable`. */
  readonly verdict?: Verdict;
  /** How the site stands: wherever its robots.txt was looked up. */
  readonly robots?: RobotsEntry;
  /** Epoch milliseconds from which the same request could succeed; absent when unknown. */
  readonly retryAtMs?: number;
  /** What went wrong underneath, where there is such a thing. */
  readonly cause?: unknown;
}

/** The `CrawlError` that carries a {@link Refusal}. */
export class RefusalError extends CrawlError {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    const { code, message } = refusal;
    super(code, message, {
      ...("cause" in refusal ? { cause: refusal.cause } : {}),
      ...(refusal.retryAtMs === undefined ? {} : { retryAtMs: refusal.retryAtMs }),
    });
    this.refusal = refusal;
  }

  /** As in the refusal. */
  get category(): FailureCategory {
    return this.refusal.category;
  }
}

/** What a URL may be shown as. */
function shownUrl(url: string | URL): string | undefined {
  if (!URL.canParse(String(url))) return undefined;
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  shown.hash = "";
  return shown.href;
}

/** The refusal that an error comes to which was thrown on the way to `url`. */
export function refusalOf(error: CrawlError, url: string | URL): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  const { code, message, retryAtMs } = error;
  const shown = shownUrl(url);
  return {
    granted: false,
    category: categoryOf(code),
    code,
    message,
    ...(shown === undefined ? {} : { url: shown }),
    ...(retryAtMs === undefined ? {} : { retryAtMs }),
    ...("cause" in error ? { cause: error.cause } : {}),
  };
}

/** The refusal of a site's robots.txt, whose policy does not allow `url`. */
export function robotsRefusal(url: URL, token: string, robots: RobotsEntry, verdict: Verdict): Refusal {
  const shown = {
    granted: false,
    category: "policy",
    url: shownUrl(url) ?? url.href,
    verdict,
    robots,
  } as const;
  const { retryAtMs, failure, origin } = robots;
  if (robots.state !== "unreachable") {
    const { rule } = verdict;
    const reason = rule === undefined ? "" : `, line ${rule.line}`;
    return { ...shown, code: "robots-disallowed", message: `robots.txt disallows it for ${token}${reason}` };
  }
  const retry = retryAtMs === undefined ? {} : { retryAtMs };
  // Of the failures, the one that is a decision of ours.
  const cause: string | undefined = failure?.code;
  const code = cause === "blocked-address" ? cause : "robots-unreachable";
  const message = `nobody knows what ${origin} allows: ${failure?.message ?? "its robots.txt cannot be read"}`;
  return { ...shown, ...retry, code, message };
}
