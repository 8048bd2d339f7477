import { describe, expect, it } from "vitest";
import { CrawlGate } from "../../../src/gate/index.ts";

const tokenOf = (userAgent: string): string => new CrawlGate({ userAgent }).token;

describe("a user agent", () => {
  it.each([
    ["ExampleBot/1.0 (+https://bot.example/about)", "ExampleBot"],
    ["ExampleBot (bot@a.example)", "ExampleBot"],
    ["Mozilla/5.0 (compatible; Example-Bot/2.1; +http://a.example/)", "Example-Bot"],
    ["archiver_7/1 mailto:crawl@archive.example", "archiver_7"],
  ])("that says who it is and where to ask is taken: %s", (userAgent, token) => {
    expect(tokenOf(userAgent)).toBe(token);
  });

  it.each([
    ["ExampleBot/1.0", "a URL or mail address"],
    ["ExampleBot/1.0 (see our site)", "a URL or mail address"],
    ["ExampleBot/1.0 (+https://)", "a URL or mail address"],
    ["ExampleBot/1.0 (@me)", "a URL or mail address"],
    ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "a product token"],
    ["", "printable ASCII"],
    ["ExampleBot/1.0\r\nX-Evil: 1 (+https://a.example/)", "printable ASCII"],
    ["Bötchen/1.0 (+https://a.example/)", "printable ASCII"],
  ])("that does not is refused: %s", (userAgent, lack) => {
    expect(() => tokenOf(userAgent)).toThrow(lack);
  });

  it("that is none is refused", () => {
    expect(() => new CrawlGate({} as never)).toThrow(TypeError);
  });
});
