import * as fc from "fast-check";
import { expect, it } from "vitest";
import { nextHop, type Hop } from "../../../src/common/redirect-hop.ts";

const origins = ["https://a.test", "http://a.test", "https://a.test:8443", "https://b.test"] as const;

const hops = fc.array(
  fc.record({ origin: fc.constantFrom(...origins), status: fc.constantFrom(301, 302, 303, 307, 308) }),
  { minLength: 1, maxLength: 20 },
);

it("no chain of redirects takes a secret away from its origin, or back to it once it left", () => {
  fc.assert(
    fc.property(hops, fc.constantFrom("GET", "HEAD", "POST", "PUT"), (chain, method) => {
      const headers = new Headers({ authorization: "s", cookie: "s", "x-key": "s", accept: "text/html" });
      let hop: Hop = { url: new URL(origins[0]), method, headers, hasBody: method.startsWith("P") };
      let hasLeft = false;
      chain.forEach(({ origin, status }, count) => {
        hop = nextHop(hop, { status, location: `${origin}/${count}` }, count) ?? hop;
        hasLeft ||= origin !== origins[0];

        expect(hop.url.href).toBe(`${origin}/${count}`);
        expect(hop.headers.get("accept")).toBe("text/html");
        for (const name of ["authorization", "cookie", "x-key"]) {
          expect(hop.headers.get(name)).toBe(hasLeft ? null : "s");
        }
        expect(hop.hasBody && !hop.method.startsWith("P")).toBe(false);
      });
    }),
  );
});
