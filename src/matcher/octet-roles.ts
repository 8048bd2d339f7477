import { isSettled } from "./normal-form.ts";
import { DOT, IS_DOT, IS_STAR, PLAIN, STAR, UNSETTLED } from "./octets.ts";

const roleOf = (octet: number): number => {
  if (octet === STAR) return IS_STAR;
  if (octet === DOT) return IS_DOT;
  return isSettled(octet) ? PLAIN : UNSETTLED;
};

/** What each octet is to a rule and to the path of a URL. */
export const ROLES: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, octet) =>
  roleOf(octet),
);
