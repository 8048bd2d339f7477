import type { Clock } from "../common/clock.ts";
import { withDeadline } from "../common/deadline.ts";
import { availabilityOf, type Availability, type AuthStatus } from "./availability.ts";
import { failureOf, FetchFailure, type RobotsFailure } from "./failure.ts";
import { HeaderFields } from "./headers.ts";
import { discard, readBody } from "./read-body.ts";
import { checkStep, nextAddress, type RedirectRules } from "./redirect.ts";
import type { RobotsFetcher, RobotsResponse } from "./robots-fetcher.ts";
import { conditionalHeaders, type Validators } from "./validators.ts";

/** How a robots.txt is fetched. */
export interface FetchRules extends RedirectRules {
  readonly fetcher: RobotsFetcher;
  readonly clock: Clock;
  readonly fetchTimeoutMs: number;
  readonly maxBytes: number;
  readonly authStatus: AuthStatus;
  readonly userAgent: string | undefined;
  /** Told of each request before it is sent. */
  readonly onRequest: () => void;
}

/** What came of asking a site for its robots.txt, redirects followed. */
export type RobotsAnswer =
  | (GoodAnswer & { readonly kind: "rules" })
  | (GoodAnswer & { readonly kind: "not-modified" })
  | (GoodAnswer & { readonly kind: "unavailable" | "forbidden" })
  | FailedAnswer;

interface AnyAnswer {
  /** The addresses that were asked after the first. */
  readonly redirects: readonly string[];
}

/** The site said how it stands. */
export interface GoodAnswer extends AnyAnswer {
  readonly status: number;
  readonly headers: HeaderFields;
  /** The file; empty for every kind but `rules`. */
  readonly body: string | Uint8Array;
  /** The address that answered. */
  readonly url: string;
}

/** The site could not be asked, or said nothing that can be used. */
export interface FailedAnswer extends AnyAnswer {
  readonly kind: "unreachable";
  readonly failure: RobotsFailure;
  /** What the fetcher threw. */
  readonly cause?: unknown;
  /** Absent when the last address did not answer. */
  readonly status?: number;
  readonly headers?: HeaderFields;
}

/** What one address answered, checked for its form. */
interface Response {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: RobotsResponse["body"];
  /** Where it came from in the end. */
  readonly url: string;
}

/** How far a fetch has come; what there is to tell when it fails. */
interface Trail {
  readonly addresses: string[];
  /** Of the last address, once it has answered. */
  status?: number | undefined;
}

/**
 * Checks what a fetcher brought back from `asked`.
 *
 * @throws FetchFailure when it is nonsense, or when the fetcher was led where no redirect may lead.
 */
function readResponse(answer: unknown, asked: string, rules: RedirectRules): Response {
  if (typeof answer === "string") {
    return { status: 200, headers: new HeaderFields(undefined), body: answer, url: asked };
  }
  if (typeof answer !== "object" || answer === null) {
    throw new FetchFailure("bad-response", "the fetcher brought back no answer");
  }
  const { status, headers, body, url = "" } = answer as Partial<RobotsResponse>;
  if (typeof status !== "number") throw new FetchFailure("bad-response", "the answer has no status");
  if (url !== "") {
    if (!URL.canParse(url)) throw new FetchFailure("bad-response", "the answer comes from no address");
    checkStep(new URL(asked), new URL(url), rules);
  }
  return { status, headers: new HeaderFields(headers), body, url: url === "" ? asked : url };
}

const bodyless: ReadonlySet<number> = new Set([204, 205]);

/** Makes an answer of a response that is no redirect; reads the body where it counts. */
async function answerOf(
  kind: Exclude<Availability, "redirect">,
  response: Response,
  { redirects, maxBytes, signal }: { redirects: readonly string[]; maxBytes: number; signal: AbortSignal },
): Promise<RobotsAnswer> {
  const { status, headers, url } = response;
  if (kind === "rules" && !bodyless.has(status)) {
    const body = await readBody(response.body, maxBytes, signal);
    return { kind, status, headers, body, url, redirects };
  }
  discard(response.body);
  if (kind !== "unreachable") return { kind, status, headers, body: "", url, redirects };
  const failure = { code: "status", message: `the server answered ${status}` } as const;
  return { kind, failure, status, headers, redirects };
}

/** Asks one address after the other until one of them is no redirect. */
async function follow(
  trail: Trail,
  validators: Validators | undefined,
  rules: FetchRules,
  signal: AbortSignal,
): Promise<RobotsAnswer> {
  const agent = rules.userAgent === undefined ? {} : { "user-agent": rules.userAgent };
  for (;;) {
    // A fetcher that answers after the deadline must not set off another request.
    signal.throwIfAborted();
    const address = trail.addresses.at(-1) ?? "";
    const conditional = conditionalHeaders(validators, address);
    const headers = { accept: "text/plain, */*;q=0.1", ...agent, ...conditional };
    trail.status = undefined;
    rules.onRequest();
    const response = readResponse(await rules.fetcher(address, { signal, headers }), address, rules);
    trail.status = response.status;
    const kind = availabilityOf(response.status, {
      conditional: Object.keys(conditional).length > 0,
      authStatus: rules.authStatus,
    });
    const redirects = trail.addresses.slice(1);
    if (kind !== "redirect") return answerOf(kind, response, { redirects, maxBytes: rules.maxBytes, signal });
    discard(response.body);
    trail.addresses.push(nextAddress(trail.addresses, response.headers.single("location"), rules));
  }
}

/**
 * Asks an origin for its robots.txt: redirects followed, the body read to its cap, all within
 * `fetchTimeoutMs`, whatever the fetcher does. Every failure is an answer of the kind `unreachable`.
 *
 * Rejects only when `signal` is aborted, with its reason.
 */
export async function fetchRobots(
  origin: string,
  validators: Validators | undefined,
  rules: FetchRules,
  signal: AbortSignal,
): Promise<RobotsAnswer> {
  const trail: Trail = { addresses: [`${origin}/robots.txt`] };
  const work = (inner: AbortSignal): Promise<RobotsAnswer> => follow(trail, validators, rules, inner);
  try {
    return await withDeadline(rules.clock, rules.fetchTimeoutMs, work, signal);
  } catch (error) {
    signal.throwIfAborted();
    return {
      kind: "unreachable",
      failure: failureOf(error),
      cause: error,
      ...(trail.status === undefined ? {} : { status: trail.status }),
      redirects: trail.addresses.slice(1),
    };
  }
}
