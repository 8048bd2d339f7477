import { chromium } from "playwright-core";
import { governContext } from "../../../src/adapters/playwright.ts";
import { describeBrowser } from "../../support/browser-contract.ts";
import { CHROMIUM, CHROMIUM_ARGS } from "../../support/chromium.ts";

const launch = async (): ReturnType<Parameters<typeof describeBrowser>[1]> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  return {
    close: () => browser.close(),
    open: async (gate) => {
      const context = await browser.newContext({ userAgent: gate.userAgent, serviceWorkers: "block" });
      await governContext(context, gate);
      const page = await context.newPage();
      return {
        close: () => context.close(),
        goto: async (url, timeout = 10_000) => {
          const response = await page.goto(url, { timeout });
          return { status: response?.status() ?? 0, url: page.url(), text: await page.innerText("body") };
        },
      };
    },
  };
};

describeBrowser("Playwright", launch, { extraRequests: 1 });
