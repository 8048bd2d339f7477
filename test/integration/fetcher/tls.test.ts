import type { TLSSocket } from "node:tls";
import { describe, expect, it } from "vitest";
import { certificateFor } from "../../support/certificates.ts";
import type { RawServer } from "../../support/raw-server.ts";
import { crawl, failureOf, page, sends, serve, withoutRobots } from "./harness.ts";

const forName = certificateFor("DNS:site.example");
const forAddress = certificateFor("IP:127.0.0.1");

/** A server behind TLS, and what each client named and offered in its handshake. */
async function secure(certificate: typeof forName): Promise<{ server: RawServer; named: unknown[] }> {
  const named: unknown[] = [];
  const server = await serve(
    withoutRobots((socket) => {
      const { servername, alpnProtocol } = socket as TLSSocket & { servername?: string | false };
      named.push([servername, alpnProtocol]);
      socket.end(page("<p>secure"));
    }),
    { ...certificate, ALPNProtocols: ["h2", "http/1.1"] },
  );
  return { server, named };
}

describe("a secure site", () => {
  it("is known by its name, at whatever address it is", async () => {
    const { server, named } = await secure(forName);
    const { fetcher, expectNothingLeft } = crawl({ ca: forName.cert });

    const fetched = await fetcher.fetch(`https://site.example:${server.port}/page`);

    expect(fetched.ok && String(fetched.body)).toBe("<p>secure");
    expect(named).toEqual([["site.example", "http/1.1"]]);
    await expectNothingLeft(server);
  });

  it("that is an address is asked without a name", async () => {
    const { server, named } = await secure(forAddress);

    const fetched = await crawl({ ca: forAddress.cert }).fetcher.fetch(
      `https://127.0.0.1:${server.port}/page`,
    );

    expect([fetched.ok, named]).toEqual([true, [[false, "http/1.1"]]]);
  });

  it.each([
    ["with a certificate for another name", forName, "other.example", forName.cert],
    ["with a certificate for its address only", forAddress, "site.example", forAddress.cert],
    ["with a certificate of nobody we know", forName, "site.example", undefined],
  ])("%s is not asked for anything", async (_, certificate, host, ca) => {
    const { server } = await secure(certificate);
    const { fetcher, expectNothingLeft } = crawl(ca === undefined ? {} : { ca });

    const fetched = await fetcher.fetch(`https://${host}:${server.port}/page`);

    expect([failureOf(fetched), server.requested]).toEqual(["policy/robots-unreachable", []]);
    await expectNothingLeft(server);
  });

  it("whose certificate changes behind our back fails as a connection does", async () => {
    const { server } = await secure(forName);
    const { fetcher, gate } = crawl({ ca: forName.cert });
    const origin = `https://site.example:${server.port}`;
    await fetcher.fetch(`${origin}/page`);
    const strict = crawl({ gate });

    const fetched = await strict.fetcher.fetch(`${origin}/page`);

    expect([failureOf(fetched), server.requested]).toEqual(["network/tls", ["/robots.txt", "/page"]]);
    expect(gate.stats.open).toBe(0);
  });

  it("that talks in clear is none", async () => {
    const server = await serve(sends(page("<p>")));

    const fetched = await crawl().fetcher.fetch(`https://site.example:${server.port}/page`);

    expect(failureOf(fetched)).toBe("policy/robots-unreachable");
  });

  it("is checked however the process is set", async () => {
    const { server } = await secure(forName);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";

    const fetched = await crawl().fetcher.fetch(`https://site.example:${server.port}/page`);

    delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    expect([failureOf(fetched), server.requested]).toEqual(["policy/robots-unreachable", []]);
  });
});
