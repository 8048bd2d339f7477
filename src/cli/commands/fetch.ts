import { PageFetcher, type FetchedPage, type Progress } from "../../fetcher/index.ts";
import { commandPage, type CommandPage } from "../command.ts";
import { openUrlList } from "../input.ts";
import { EXIT, type Io, type Output } from "../io.ts";
import { paintFor } from "../render/color.ts";
import { bodyText, count, fetchedJson, fetchedLine, summary, type Tally } from "../render/fetched-lines.ts";
import { UsageError } from "../usage-error.ts";
import { FETCH_HELP, fetchQuestionOf, type FetchQuestion } from "./fetch-arguments.ts";

/** Options are the user's to put right: what the fetcher refuses is misuse. */
function fetcherFrom({ fetcher }: FetchQuestion): PageFetcher {
  try {
    return new PageFetcher(fetcher);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

async function* urlsOf({ urls, urlList }: FetchQuestion, io: Io): AsyncGenerator<string> {
  const more = urlList === undefined ? [] : await openUrlList(urlList, io);
  yield* urls;
  yield* more;
}

const CLEAR_LINE = "\r\u001B[2K";

/** A line on a terminal that says how far the batch has come, and is gone before anything else is written. */
function progressLine(output: Output): {
  show: (progress: Progress) => void;
  clear: () => void | Promise<void>;
} {
  if (output.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  const show = ({ done, failed, inFlight }: Progress): void => {
    const failures = failed === 0 ? "" : `, ${failed} of them not fetched`;
    void output.write(`${CLEAR_LINE}${done} done${failures}, ${inFlight} under way`);
  };
  return { show, clear: () => output.write(CLEAR_LINE) };
}

/** Writes what came of a page: its line, and its body where that is wanted. */
async function tell(page: FetchedPage, { json, body }: FetchQuestion, io: Io): Promise<void> {
  if (json) {
    await io.stdout.write(fetchedJson(page, body));
    return;
  }
  const lines = body ? io.stderr : io.stdout;
  await lines.write(fetchedLine(page, paintFor("auto", io)));
  if (body && page.ok) await io.stdout.write(bodyText(page, io.stdout.isTTY === true));
}

async function run(args: readonly string[], io: Io): Promise<number> {
  const question = fetchQuestionOf(args, io.env);
  const fetcher = fetcherFrom(question);
  const progress = progressLine(io.stderr);
  const tally: Tally = { fetched: 0, failed: new Map(), waitedMs: new Map() };
  try {
    const { concurrency } = question;
    for await (const page of fetcher.fetchAll(urlsOf(question, io), {
      concurrency,
      onProgress: progress.show,
    })) {
      count(page, tally);
      await progress.clear();
      await tell(page, question, io);
    }
  } finally {
    await fetcher.close();
  }
  await io.stderr.write(summary(tally));
  return tally.failed.size === 0 ? EXIT.ok : EXIT.disallowed;
}

/** `robots-governor fetch`: pages, politely. */
export const fetchPages: CommandPage = commandPage({
  name: "fetch",
  summary: "fetch pages as a polite crawler does",
  help: FETCH_HELP,
  run,
});
