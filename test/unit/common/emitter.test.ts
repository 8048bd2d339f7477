import { describe, expect, it } from "vitest";
import { Emitter } from "../../../src/common/emitter.ts";

type Event = { type: "came"; name: string } | { type: "went" };

describe("Emitter", () => {
  it("tells each listener of its type, in order, until it is ended", () => {
    const heard: string[] = [];
    const emitter = new Emitter<Event>();
    emitter.on("came", ({ name }) => heard.push(`first ${name}`));
    const end = emitter.on("came", ({ name }) => heard.push(`second ${name}`));
    emitter.on("went", () => heard.push("went"));

    emitter.emit({ type: "came", name: "a" });
    end();
    end();
    emitter.emit({ type: "came", name: "b" });

    expect(heard).toEqual(["first a", "second a", "first b"]);
  });

  it("counts a function that listens twice twice, and ends it once", () => {
    let calls = 0;
    const count = (): void => void calls++;
    const emitter = new Emitter<Event>();
    emitter.on("went", count);
    const end = emitter.on("went", count);

    emitter.emit({ type: "went" });
    end();
    emitter.emit({ type: "went" });

    expect(calls).toBe(3);
  });

  it("lets a listener that throws disturb nobody, and shows its error", async () => {
    const heard: string[] = [];
    const emitter = new Emitter<Event>();
    const failure = new Error("from a listener");
    emitter.on("went", () => {
      throw failure;
    });
    emitter.on("went", () => heard.push("second"));
    const uncaught = new Promise((resolve) => {
      const handlers = process.listeners("uncaughtException");
      process.removeAllListeners("uncaughtException");
      process.once("uncaughtException", (error) => {
        for (const handler of handlers) process.on("uncaughtException", handler);
        resolve(error);
      });
    });

    emitter.emit({ type: "went" });

    expect(heard).toEqual(["second"]);
    expect(await uncaught).toBe(failure);
  });
});
