import { text } from "node:stream/consumers";
import { got } from "got";
import { expect, it } from "vitest";
import { gotExtension } from "../../../src/adapters/got.ts";
import { describeClient } from "../../support/client-contract.ts";
import { redirectTo, Site } from "../../support/site.ts";
import { swiftGate } from "../../support/swift-gate.ts";

describeClient("got with its extension", (gate) => {
  const client = got.extend(gotExtension(gate), { throwHttpErrors: true });
  return {
    async get(url, { signal, timeoutMs, retries = 0 }) {
      const { statusCode, body } = await client(url, {
        retry: { limit: retries, backoffLimit: 1 },
        ...(signal && { signal }),
        ...(timeoutMs !== undefined && { timeout: { response: timeoutMs } }),
      });
      return { status: statusCode, body };
    },
  };
});

it("a stream of got enters for each redirect and gives its permit back", async () => {
  await using site = await Site.start({ pages: { "/moved": redirectTo("/page"), "/page": "hello" } });
  const gate = swiftGate();

  const stream = got.extend(gotExtension(gate)).stream(`${site.origin}/moved`);

  expect(await text(stream)).toBe("hello");
  expect(site.paths).toEqual(["/robots.txt", "/moved", "/page"]);
  await expect.poll(() => gate.stats).toMatchObject({ permitted: 2, open: 0 });
});

it("a stream of got that is destroyed while it waits leaves nothing behind", async () => {
  await using site = await Site.start({ pages: { "/page": "hello" } });
  const gate = swiftGate();
  gate.governor.pause(new URL(site.origin).host);

  const stream = got.extend(gotExtension(gate)).stream(`${site.origin}/page`);
  stream.on("error", () => undefined);
  await expect.poll(() => gate.governor.stats().waiting).toBe(1);
  stream.destroy();

  await expect.poll(() => gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  expect(site.paths).toEqual(["/robots.txt"]);
});

it("a cancelled call of got leaves nothing behind", async () => {
  await using site = await Site.start({ pages: { "/hang": () => undefined } });
  const gate = swiftGate();
  const client = got.extend(gotExtension(gate));

  const call = client(`${site.origin}/hang`);
  await expect.poll(() => site.paths).toContain("/hang");
  call.cancel();

  await expect(call).rejects.toMatchObject({ name: "CancelError" });
  expect(gate.governor.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
});
