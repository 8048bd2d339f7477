// Checked by the compiler alone: the real clients fit the adapters' types.
import axios, { create } from "axios";
import { CheerioCrawler } from "@crawlee/cheerio";
import { got } from "got";
import type { BrowserContext } from "playwright-core";
import type { HTTPRequest, HTTPResponse, Page } from "puppeteer-core";
import type * as playwright from "playwright-core";
import { Agent, type Dispatcher } from "undici";
import { expectTypeOf } from "vitest";
import { axiosAdapter } from "../../src/adapters/axios.ts";
import { crawleeHooks } from "../../src/adapters/crawlee.ts";
import { gotExtension } from "../../src/adapters/got.ts";
import {
  governContext,
  type PlaywrightAnswer,
  type PlaywrightRequest,
} from "../../src/adapters/playwright.ts";
import { governPage, type PuppeteerAnswer, type PuppeteerRequest } from "../../src/adapters/puppeteer.ts";
import { undiciInterceptor, type UndiciInterceptor } from "../../src/adapters/undici.ts";
import { CrawlGate } from "../../src/gate/index.ts";

const gate = new CrawlGate({ userAgent: "ExampleBot/1.0 (+https://bot.example/)" });

expectTypeOf<UndiciInterceptor>().toExtend<Dispatcher.DispatcherComposeInterceptor>();
expectTypeOf(new Agent().compose(undiciInterceptor(gate))).toExtend<Dispatcher>();

expectTypeOf(got.extend(gotExtension(gate)).stream).toBeFunction();

void create({ adapter: axiosAdapter(axios, gate) });

void new CheerioCrawler({ ...crawleeHooks(gate), requestHandler: () => undefined });

expectTypeOf<playwright.Request>().toExtend<PlaywrightRequest>();
expectTypeOf<playwright.Response>().toExtend<PlaywrightAnswer>();
expectTypeOf<playwright.APIResponse>().toExtend<PlaywrightAnswer>();
export const governed = (context: BrowserContext, page: playwright.Page): Promise<void>[] => [
  governContext(context, gate),
  governContext(page, gate, { resourceTypes: ["document", "xhr"] }),
];

expectTypeOf<HTTPRequest>().toExtend<PuppeteerRequest>();
expectTypeOf<HTTPResponse>().toExtend<PuppeteerAnswer>();
export const governedPage = (page: Page): Promise<void> => governPage(page, gate);

// @ts-expect-error a gate is needed
void gotExtension();
