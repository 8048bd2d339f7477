import { launch as launchChromium } from "puppeteer-core";
import { governPage } from "../../../src/adapters/puppeteer.ts";
import { describeBrowser } from "../../support/browser-contract.ts";
import { CHROMIUM, CHROMIUM_ARGS } from "../../support/chromium.ts";

const launch = async (): ReturnType<Parameters<typeof describeBrowser>[1]> => {
  const browser = await launchChromium({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  return {
    close: () => browser.close(),
    open: async (gate) => {
      const page = await browser.newPage();
      await governPage(page, gate);
      return {
        close: async () => {
          if (!page.isClosed()) await page.close();
        },
        goto: async (url, timeout = 10_000) => {
          const response = await page.goto(url, { timeout });
          const text = await page.$eval("body", ({ textContent }) => textContent?.trim() ?? "");
          return { status: response?.status() ?? 0, url: page.url(), text };
        },
      };
    },
  };
};

describeBrowser("Puppeteer", launch, { extraRequests: 0 });
