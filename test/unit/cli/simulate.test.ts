import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { namedServers } from "../../../src/cli/commands/servers.ts";
import { simulate, simulation } from "../../../src/cli/commands/simulate.ts";
import { parseTrace } from "../../../src/cli/commands/trace.ts";
import { runInMemory, type Ran } from "../memory-io.ts";

const run = (...args: string[]): Promise<Ran> => runInMemory(simulate.run, args);

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "simulate-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe("simulate", () => {
  it("sums a named server up in five lines where there is no terminal", async () => {
    const { code, stdout } = await run("crawl-delay");

    const lines = stdout.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe("crawl-delay: 10 min");
    expect(lines[1]).toMatch(/^interval +3 s +▁+ +3 s$/);
    expect(lines[3]).toMatch(/^accepted +200 .* 0\.33 per second$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("breaks no line in a terminal of 40 columns", async () => {
    const { stdout } = await runInMemory(simulate.run, ["outage", "--duration", "6m", "--no-live"], {
      isTTY: true,
      columns: 40,
      env: { NO_COLOR: "1" },
    });

    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBe(40);
  });

  it.each([
    ["that cannot move up", { TERM: "dumb" }, 80],
    ["so narrow that it would break lines", {}, 30],
  ])("does not draw over itself in a terminal %s", async (_why, env, columns) => {
    const { stdout } = await runInMemory(simulation(0).run, ["quota", "--duration", "1m"], {
      isTTY: true,
      columns,
      env: { ...env, NO_COLOR: "1" },
    });

    expect(stdout).not.toContain("\u001B");
    expect(stdout.trimEnd().split("\n")).toHaveLength(5);
  });

  it("draws over itself in a terminal, and ends with the same lines", async () => {
    const plain = await run("crawl-delay", "--duration", "1m");

    const { code, stdout } = await runInMemory(simulation(0).run, ["crawl-delay", "--duration", "1m"], {
      isTTY: true,
      columns: 60,
      env: { NO_COLOR: "1" },
    });

    expect(code).toBe(0);
    expect(stdout.split("\u001B[5A").length).toBe(60);
    expect(stdout).toContain(plain.stdout.split("\n")[0]);
  });

  it("gives the same picture for the same seed, and another for another", async () => {
    const runs = await Promise.all(
      ["1", "1", "2"].map((seed) => run("steady", "--duration", "2m", "--json", "--seed", seed)),
    );

    expect(runs[1]?.stdout).toBe(runs[0]?.stdout);
    expect(runs[2]?.stdout).not.toBe(runs[0]?.stdout);
  });

  it.each([...namedServers.keys()])("runs %s and draws it as one self-contained SVG", async (name) => {
    const file = join(await scratch(), "picture.svg");

    const { code, stderr } = await run(name, "--duration", "3m", "--svg", file);

    const svg = await readFile(file, "utf8");
    expect(code).toBe(0);
    expect(stderr).toBe(`picture in ${file}\n`);
    expect(svg).toMatch(/^<svg [^]*<\/svg>\n$/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|href|<script|url\(/);
    expect(svg).toContain("prefers-color-scheme:dark");
  });

  it("replays a recorded trace and marks what was refused", async () => {
    const folder = await scratch();
    const trace = join(folder, "trace.jsonl");
    const svg = join(folder, "trace.svg");
    const lines = Array.from({ length: 60 }, (_, index) =>
      JSON.stringify({ atMs: 5000 + index * 500, latencyMs: 80, status: index % 20 === 19 ? 429 : 200 }),
    );
    await writeFile(trace, `${lines.join("\n")}\n\n`);

    const { code, stdout } = await run(trace, "--svg", svg);

    expect(code).toBe(0);
    expect(stdout).toMatch(/accepted +57 /);
    expect(stdout).toMatch(/refused +3 /);
    expect((await readFile(svg, "utf8")).match(/class="refused" d="(M[\d.]+ \d+V\d+){3}"/)).not.toBeNull();
  });

  it("explains itself", async () => {
    const { code, stdout } = await run("--help");

    expect(code).toBe(0);
    for (const name of namedServers.keys()) expect(stdout).toContain(name);
  });

  it.each([
    [[], "name one server or one trace file"],
    [["steady", "quota"], "name one server or one trace file"],
    [["nowhere"], "no server is called nowhere"],
    [["./nowhere.jsonl"], "ENOENT"],
    [["steady", "--duration", "10"], "--duration must be a time with its unit"],
    [["steady", "--seed", "-1"], "--seed"],
    [["steady", "--workers", "0"], "--workers must be a whole number"],
    [["steady", "--base-interval", "1ms"], "baseIntervalMs must be at least 10, got 1"],
    [["steady", "--colour"], "--colour"],
  ])("answers wrong use with code 2 and a reason: %j", async (args, reason) => {
    const { code, stdout, stderr } = await run(...args);

    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(reason);
  });
});

describe("a trace", () => {
  it.each([
    ["", "holds no request"],
    ["{", "line 1 is no JSON"],
    ["7", "line 1 is no object"],
    ['{"status":200}', "line 1 needs a number atMs"],
    ['{"atMs":0}\n{"atMs":1,"latencyMs":-1}', "line 2 has a latencyMs"],
  ])("that cannot be read says where: %j", (text, reason) => {
    expect(() => parseTrace(text)).toThrow(reason);
  });

  it("starts at zero and is ordered by when answers came", () => {
    const records = parseTrace('{"atMs":1000,"latencyMs":500}\n{"atMs":1100,"latencyMs":50}');

    expect(records.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [100, 150],
      [0, 500],
    ]);
  });
});
