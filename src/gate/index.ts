// Entry `robots-governor/gate`: the one way in for every request, where rules, budget and pace meet.
export { CrawlError, type CrawlErrorCode } from "../common/errors.ts";
export type { FailureCategory } from "../common/failure-category.ts";
export type { UrlRules } from "../common/url-rules.ts";
export type { Observation } from "../governor/index.ts";
export type { Budget } from "./budget.ts";
export { crawlerFrom, type Crawler } from "./crawler.ts";
export { CrawlGate, type EnterOptions } from "./crawl-gate.ts";
export type { GateEvent, GateStats } from "./gate-event.ts";
export type { AddressCheck, GateOptions } from "./gate-options.ts";
export { registrableDomain, type DomainFinder, type PaceKey } from "./pace-key.ts";
export type { Permit } from "./permit.ts";
export { RefusalError, type Refusal } from "./refusal.ts";
export { wrapFetch } from "./fetch/wrap-fetch.ts";
