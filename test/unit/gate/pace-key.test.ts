import { getDomain } from "tldts";
import { describe, expect, it } from "vitest";
import { registrableDomain } from "../../../src/gate/index.ts";
import { keyOfFrom } from "../../../src/gate/pace-key.ts";

const url = new URL("https://shop.a.co.uk.:8443/x");

describe("what shares a pace", () => {
  it.each([
    [undefined, "shop.a.co.uk:8443"],
    ["host", "shop.a.co.uk:8443"],
    ["origin", "https://shop.a.co.uk:8443"],
    [registrableDomain({ getDomain }), "a.co.uk"],
    [(): string => "all", "all"],
  ] as const)("by %s", (option, key) => {
    expect(keyOfFrom(option)(url)).toBe(key);
  });

  it.each(["http://203.0.113.7/", "http://[2001:db8::1]/"])("is by itself for the address %s", (address) => {
    expect(registrableDomain({ getDomain })(new URL(address))).toBe(new URL(address).hostname);
  });
});
