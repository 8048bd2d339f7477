// Entry `robots-governor/adapters/axios`: an axios adapter that lets each request, redirects too, enter a gate.
import { isRedirect, nextHop, type Hop } from "../common/redirect-hop.ts";
import { CrawlError, type CrawlGate } from "../gate/index.ts";

/** The part of axios's config that is needed here. */
export interface AxiosRequest {
  method?: string | undefined;
  headers?: unknown;
  data?: unknown;
  maxRedirects?: number | undefined;
  signal?: unknown;
}

/** The part of axios's answer that is needed here. */
export interface AxiosAnswer {
  status: number;
  headers: unknown;
  data: unknown;
}

/** The part of axios itself that is needed here. */
export interface AxiosLike<Config, Answer> {
  getUri(config?: Config): string;
  getAdapter(adapters: never): (config: never) => Promise<Answer>;
  defaults: { adapter?: unknown };
}

/** As many as axios follows by itself. */
const MOST_REDIRECTS = 21;

type Outcome<Answer> = { readonly answer: Answer | undefined; readonly error?: unknown };

/** What came of a request; an answer that axios takes for an error is an answer too. */
async function outcomeOf<Answer>(request: Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { answer: await request };
  } catch (error) {
    return { answer: (error as { response?: Answer }).response, error };
  }
}

const fieldsOf = (headers: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...(headers as Record<string, unknown>) })
      .filter(
        ([, value]) =>
          value !== undefined && value !== null && value !== false && typeof value !== "function",
      )
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );

const isStream = (data: unknown): boolean =>
  typeof data === "object" && data !== null && ("pipe" in data || "getReader" in data);

const signalOf = ({ signal }: AxiosRequest): AbortSignal | undefined =>
  signal instanceof AbortSignal ? signal : undefined;

function checkedHop(hop: Hop, answer: AxiosAnswer, count: number, config: AxiosRequest): Hop | undefined {
  const most = config.maxRedirects ?? MOST_REDIRECTS;
  if (!isRedirect(answer.status) || most === 0) return undefined;
  const { location } = fieldsOf(answer.headers);
  const next = nextHop(hop, { status: answer.status, location }, 0);
  if (next !== undefined && count >= most) {
    throw new CrawlError("redirect-limit", `more than ${most} redirects`);
  }
  if (next?.hasBody === true && isStream(config.data)) {
    throw new CrawlError("redirect-limit", "a redirect asks again for a body that is a stream");
  }
  return next;
}

/** Lets go of an answer that came as a stream and that nobody will read. */
const discard = ({ data }: AxiosAnswer): void => (data as { destroy?(): void } | null)?.destroy?.();

/**
 * An adapter for axios, around its own: `axios.create({ adapter: axiosAdapter(axios, gate) })`. Interceptors and
 * whatever retries run outside it, so that each attempt enters. Redirects are followed here, at most `maxRedirects`
 * of them, and what is meant for one origin goes to no other. A refusal rejects as it is, a `RefusalError`.
 */
export function axiosAdapter<Config extends AxiosRequest, Answer extends AxiosAnswer>(
  axios: AxiosLike<Config, Answer>,
  gate: CrawlGate,
): (config: Config) => Promise<Answer> {
  const adapter = axios.getAdapter(axios.defaults.adapter as never) as (
    config: AxiosRequest,
  ) => Promise<Answer>;
  return async (config) => {
    const signal = signalOf(config);
    const method = (config.method ?? "get").toUpperCase();
    const headers = new Headers(fieldsOf(config.headers));
    let hop: Hop = {
      url: new URL(axios.getUri(config)),
      method,
      headers,
      hasBody: config.data !== undefined,
    };
    for (let count = 0; ; count++) {
      const permit = await gate.enter(hop.url, { isNewPage: count === 0, ...(signal && { signal }) });
      hop.headers.set("user-agent", gate.userAgent);
      const own = { ...config, baseURL: undefined, params: undefined, maxRedirects: 0, method: hop.method };
      const sent = { ...own, url: hop.url.href, headers: Object.fromEntries(hop.headers) };
      const body = hop.hasBody ? {} : { data: undefined };
      const { answer, error } = await outcomeOf(adapter({ ...sent, ...body }));
      const latencyMs = permit.elapsedMs;
      if (answer !== undefined)
        await permit.done({ status: answer.status, latencyMs, headers: fieldsOf(answer.headers) });
      else await permit.done(signal?.aborted === true ? undefined : { error });
      const next = answer && checkedHop(hop, answer, count, config);
      if (answer === undefined || next === undefined) {
        if (error !== undefined) throw error as Error;
        return answer as Answer;
      }
      discard(answer);
      hop = next;
    }
  };
}
