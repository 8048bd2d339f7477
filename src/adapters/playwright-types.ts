/** The part of Playwright's request that is needed here. */
export interface PlaywrightRequest {
  url(): string;
  method(): string;
  headers(): Record<string, string>;
  resourceType(): string;
  redirectedFrom(): PlaywrightRequest | null;
}

/** The part of Playwright's answer that is needed here. */
export interface PlaywrightAnswer {
  status(): number;
  headers(): Record<string, string>;
}

/** The part of Playwright's route that is needed here. */
export interface PlaywrightRoute {
  abort(errorCode?: string): Promise<void>;
  fallback(): Promise<void>;
  fetch(options: {
    url?: string;
    method?: string;
    headers?: Record<string, string>;
    maxRedirects?: number;
  }): Promise<PlaywrightAnswer>;
  fulfill(options: { response?: never; status?: number; headers?: Record<string, string> }): Promise<void>;
}

/** The part of Playwright's browser context that is needed here; a page fits as well. */
export interface PlaywrightContext {
  /** Wide enough for every version: what the handler gets is {@link PlaywrightRoute} and {@link PlaywrightRequest}. */
  route: (pattern: string, handler: never) => Promise<unknown>;
  on: (event: never, listener: never) => unknown;
}
