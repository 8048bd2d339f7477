import axios, { create } from "axios";
import { axiosAdapter } from "../../../src/adapters/axios.ts";
import { describeClient } from "../../support/client-contract.ts";

describeClient("axios with its adapter", (gate) => {
  const client = create({ adapter: axiosAdapter(axios, gate) });
  return {
    async get(url, { signal, timeoutMs, retries = 0 }) {
      const config = {
        responseType: "text" as const,
        transformResponse: [(data: string) => data],
        ...(signal && { signal }),
        ...(timeoutMs !== undefined && { timeout: timeoutMs }),
      };
      const attempt = client.interceptors.response.use(
        undefined,
        (error: { response?: { status: number } }) => {
          if (error.response?.status !== 503 || retries-- === 0) throw error as Error;
          return client.get(url, config);
        },
      );
      try {
        const { status, data } = await client.get<string>(url, config);
        return { status, body: data };
      } finally {
        client.interceptors.response.eject(attempt);
      }
    },
  };
});
