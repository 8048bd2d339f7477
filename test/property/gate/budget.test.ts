import * as fc from "fast-check";
import { expect, it } from "vitest";
import { manualGate } from "../../support/gate.ts";

const hosts = ["a.test", "b.test", "c.test"] as const;

/** What a crawl does next: a page or a retry, given up, finished or left open, some time apart. */
const step = fc.record({
  host: fc.constantFrom(...hosts),
  path: fc.constantFrom("/", "/no"),
  isNewPage: fc.boolean(),
  givesUp: fc.boolean(),
  waitMs: fc.integer({ min: 0, max: 3000 }),
});

it("no order of pages, retries and aborts gets more out of a budget than is in it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 8 }),
      async (steps, maxRequestsPerDomain, maxPages) => {
        const files = Object.fromEntries(
          hosts.map((host) => [`https://${host}/robots.txt`, "User-agent: *\nDisallow: /no\n"]),
        );
        const { gate, governor, clock, asked } = manualGate(files, {
          budget: { maxRequestsPerDomain, maxPages },
        });
        const sent = new Map<string, number>(hosts.map((host) => [host, 0]));
        let pages = 0;
        const run = async ({ host, path, isNewPage, givesUp }: (typeof steps)[number]): Promise<void> => {
          const controller = new AbortController();
          const entering = gate.tryEnter(`https://${host}${path}`, { isNewPage, signal: controller.signal });
          if (givesUp) controller.abort();
          const answer = await entering.catch(() => undefined);
          if (answer?.granted !== true) return;
          sent.set(host, (sent.get(host) ?? 0) + 1);
          if (isNewPage) pages++;
          await answer.done({ status: 200 });
        };

        const running: Promise<void>[] = [];
        for (const next of steps) {
          running.push(run(next));
          await clock.advanceAsync(next.waitMs);
        }
        await clock.advanceAsync(200_000);
        await Promise.all(running);

        expect(pages).toBeLessThanOrEqual(maxPages);
        for (const [host, requests] of sent) {
          const robots = asked.filter((url) => url.includes(host)).length;
          expect(requests + robots).toBeLessThanOrEqual(maxRequestsPerDomain + 1);
        }
        expect(governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
        expect(gate.stats.open).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});
