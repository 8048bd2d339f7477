import { Agent, fetch as undiciFetch, interceptors, request } from "undici";
import { undiciInterceptor } from "../../../src/adapters/undici.ts";
import { wrapFetch } from "../../../src/gate/index.ts";
import { describeClient } from "../../support/client-contract.ts";

const { redirect, retry } = interceptors;

/** The client's own retries: of a 503 alone, at once. */
const retrying = (maxRetries: number): ReturnType<typeof retry> =>
  retry({ maxRetries, minTimeout: 1, statusCodes: [503], errorCodes: [] });

describeClient("undici's request behind its interceptor", (gate) => {
  const agent = new Agent();
  return {
    async get(url, { signal, timeoutMs = 5000, retries = 0 }) {
      const dispatcher = agent.compose(
        undiciInterceptor(gate),
        redirect({ maxRedirections: 5 }),
        retrying(retries),
      );
      const { statusCode, body } = await request(url, {
        dispatcher,
        headersTimeout: timeoutMs,
        ...(signal && { signal }),
      });
      return { status: statusCode, body: await body.text() };
    },
    close: () => agent.destroy(),
  };
});

describeClient("undici's fetch over the interceptor", (gate) => {
  const agent = new Agent();
  return {
    async get(url, { signal, timeoutMs, retries = 0 }) {
      const dispatcher = agent.compose(undiciInterceptor(gate), retrying(retries));
      const limit = timeoutMs === undefined ? signal : AbortSignal.timeout(timeoutMs);
      const response = await undiciFetch(url, { dispatcher, ...(limit && { signal: limit }) });
      return { status: response.status, body: await response.text() };
    },
    close: () => agent.destroy(),
  };
});

describeClient("the platform's fetch over the interceptor", (gate) => {
  const agent = new Agent();
  return {
    async get(url, { signal, timeoutMs, retries = 0 }) {
      const dispatcher = agent.compose(undiciInterceptor(gate), retrying(retries));
      const limit = timeoutMs === undefined ? signal : AbortSignal.timeout(timeoutMs);
      const init = { dispatcher, ...(limit && { signal: limit }) } as unknown as RequestInit;
      const response = await fetch(url, init);
      return { status: response.status, body: await response.text() };
    },
    close: () => agent.destroy(),
  };
});

describeClient("the platform's fetch, wrapped", (gate) => {
  const polite = wrapFetch(fetch, gate);
  return {
    async get(url, { signal, timeoutMs, retries = 0 }) {
      const limit = timeoutMs === undefined ? signal : AbortSignal.timeout(timeoutMs);
      for (let left = retries; ; left--) {
        const response = await polite(url, limit && { signal: limit });
        if (response.status !== 503 || left === 0)
          return { status: response.status, body: await response.text() };
      }
    },
  };
});
