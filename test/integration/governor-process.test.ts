import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const entry = pathToFileURL("dist/governor/index.js").href;

/** Runs `body` as a program of its own; fails when it does not end by itself within the time. */
async function program(body: string): Promise<string> {
  const text = `import { LearnedRateLimiter } from ${JSON.stringify(entry)};\n${body}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", text], { timeout: 20_000 });
  return stdout;
}

describe("a process", () => {
  it("with nothing but idle governors ends", async () => {
    const out = await program(`
      const limiters = Array.from({ length: 3 }, () => new LearnedRateLimiter());
      for (const limiter of limiters) {
        const lease = await limiter.acquire("a.test");
        lease.release({ status: 200, latencyMs: 10 });
        limiter.observe("a.test", { status: 429, headers: { "retry-after": "3600" } });
      }
      console.log("end");
    `);

    expect(out).toBe("end\n");
  });

  it("ends although a lease was never released", async () => {
    const out = await program(`
      await new LearnedRateLimiter().acquire("a.test");
      console.log("end");
    `);

    expect(out).toBe("end\n");
  });

  it("lives as long as somebody waits, by the platform's own timers", async () => {
    const out = await program(`
      const limiter = new LearnedRateLimiter({ minIntervalMs: 200, baseIntervalMs: 200 });
      const starts = [];
      for (let count = 0; count < 4; count++) {
        const lease = await limiter.acquire("a.test");
        starts.push(performance.now());
        lease.release({ status: 200 });
      }
      console.log(starts.slice(1).every((start, index) => start - starts[index] >= 200), starts.length);
    `);

    expect(out).toBe("true 4\n");
  });
});
