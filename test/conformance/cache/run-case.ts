import { RobotsCache, type CacheOptions, type RobotsEntry } from "../../../src/cache/index.ts";
import { ManualClock } from "../../../src/testing/manual-clock.ts";
import { optionsOf, type CacheCase, type Outcome, type Step } from "./cache-case.ts";
import { ScriptedFetcher, type BodyForm, type Request } from "./scripted-fetcher.ts";

/** What came of one lookup. */
interface Answer {
  readonly allowed: boolean;
  readonly state: string;
  readonly entry?: RobotsEntry;
}

/** A step that went otherwise than it should. */
export interface Miss {
  readonly step: number;
  readonly got: Outcome;
}

/** The wall clock of all cases starts here; dates in their headers are near it. */
const START_MS = Date.UTC(2026, 0, 1);

/** Longer than any chain of promises between two timers. */
const TURNS = 200;

async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
  // Streams settle by tasks of their own.
  await new Promise((resolve) => setImmediate(resolve));
}

async function askOne(cache: RobotsCache, url: string, agent: string): Promise<Answer> {
  try {
    const entry = await cache.lookup(url);
    return { allowed: entry.policy.isAllowed(url, agent), state: entry.state, entry };
  } catch {
    return { allowed: false, state: "refused" };
  }
}

const NO_ANSWER: Answer = { allowed: false, state: "no answer" };

/** Asks all at once, lets the time of the step pass, and takes what has been answered by then. */
async function ask(cache: RobotsCache, clock: ManualClock, step: Step, agent: string): Promise<Answer[]> {
  const urls = step.askMany ?? (step.ask === undefined ? [] : [step.ask]);
  const answers: Answer[] = urls.map(() => NO_ANSWER);
  for (const [index, url] of urls.entries()) {
    void askOne(cache, url, agent).then((answer) => (answers[index] = answer));
  }
  const endMs = clock.now() + (step.wait ?? 0) * 1000;
  do {
    await settled();
    clock.advance(Math.min(Math.max(0, clock.nextTimerMs - clock.now()), endMs - clock.now()));
  } while (clock.now() < endMs);
  await settled();
  return answers;
}

const secondsUntil = (timeMs: number | undefined, clock: ManualClock): number | undefined =>
  timeMs === undefined ? undefined : (timeMs - clock.wall()) / 1000;

/** Everything an outcome can speak of, as it is now. */
function outcomeOf(answers: readonly Answer[], requests: readonly Request[], clock: ManualClock): Outcome {
  const { entry, state = "" } = answers[0] ?? {};
  return {
    allowed: answers.map(({ allowed }) => allowed),
    state: new Set(answers.map((answer) => answer.state)).size > 1 ? "various" : state,
    fetches: requests.length,
    urls: requests.map(({ url }) => url),
    lastRequest: requests.at(-1),
    failure: entry?.failure?.code,
    note: entry?.note,
    truncated: entry?.truncated,
    redirects: entry?.redirects,
    retryIn: secondsUntil(entry?.retryAtMs, clock),
    expiresIn: secondsUntil(entry?.expiresAtMs, clock),
  } as Outcome;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether what came meets what was wanted; `null` wants absence. */
function meets(wanted: Outcome, got: Outcome, requests: readonly Request[]): boolean {
  return Object.entries(wanted).every(([name, value]: [string, unknown]) => {
    switch (name) {
      case "allowed": {
        const verdicts = got.allowed as readonly boolean[];
        return isSame(verdicts, Array.isArray(value) ? value : verdicts.map(() => value));
      }
      case "fetchesMax":
        return (got.fetches ?? 0) <= (value as number);
      case "lastRequest": {
        const sent = got.lastRequest?.headers ?? {};
        const { headers } = value as { headers: Record<string, string | null> };
        return Object.entries(headers).every(([field, text]) => (sent[field] ?? null) === text);
      }
      case "noValidatorTo":
        return requests.every(
          ({ url, headers }) =>
            url !== value || !("if-none-match" in headers || "if-modified-since" in headers),
        );
      default:
        return isSame(got[name as keyof Outcome] ?? null, value);
    }
  });
}

/** Plays a case against a new cache; tells which step went wrong first, or nothing. */
export async function runCase(
  testCase: CacheCase,
  { form = "string", defaults = {} }: { form?: BodyForm; defaults?: CacheOptions } = {},
): Promise<Miss | undefined> {
  const clock = new ManualClock({ wallMs: START_MS });
  const fetcher = new ScriptedFetcher(testCase.script, clock, form);
  const options = { ...defaults, ...optionsOf(testCase.options), clock, fetcher: fetcher.fetch };
  const cache = new RobotsCache(options);
  for (const [index, step] of testCase.steps.entries()) {
    const passMs = step.t * 1000 - clock.now();
    if (step.clockBack === true) clock.stall(passMs);
    else await clock.advanceAsync(Math.max(0, passMs));
    const answers = await ask(cache, clock, step, testCase.agent ?? "*");
    const got = outcomeOf(answers, fetcher.requests, clock);
    const legal = [step.expect, ...(step.accept ?? [])];
    if (!legal.some((wanted) => meets(wanted, got, fetcher.requests))) return { step: index, got };
  }
  return undefined;
}
