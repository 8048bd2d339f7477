import { FetchFailure } from "./failure.ts";

/** Where a redirect may lead. */
export interface RedirectRules {
  readonly maxRedirects: number;
  /** Whether an https site may answer with a file that was read in clear. */
  readonly allowDowngrade: boolean;
}

/** More is no address anybody serves a file under. */
const MAX_LOCATION_LENGTH = 8_192;

/** Blanks are not part of an address; two addresses joined by a comma have one. */
const isUsable = (location: string): boolean =>
  location !== "" && location.length <= MAX_LOCATION_LENGTH && !/[\s\p{Cc}]/u.test(location);

/**
 * Refuses an address that must not speak for the one that led to it.
 *
 * @throws FetchFailure for another scheme than http and https, and for https to http unless that is allowed.
 */
export function checkStep(
  from: URL,
  to: URL,
  { allowDowngrade }: Pick<RedirectRules, "allowDowngrade">,
): void {
  if (to.protocol !== "https:" && to.protocol !== "http:") {
    throw new FetchFailure("redirect-target", "redirected to something that is not http or https");
  }
  if (from.protocol === "https:" && to.protocol === "http:" && !allowDowngrade) {
    throw new FetchFailure("redirect-target", "redirected from https to http");
  }
}

/**
 * The address that a redirect leads to, without user name, password and fragment. `asked` are the addresses
 * so far, in order, the last of which answered with `location`.
 *
 * @throws FetchFailure when the redirect cannot or must not be followed.
 */
export function nextAddress(
  asked: readonly string[],
  location: string | undefined,
  rules: RedirectRules,
): string {
  const from = asked.at(-1) ?? "";
  if (asked.length > rules.maxRedirects) {
    throw new FetchFailure("redirect-limit", `more than ${rules.maxRedirects} redirects`);
  }
  if (location === undefined || !isUsable(location) || !URL.canParse(location, from)) {
    throw new FetchFailure("redirect-target", "redirected without saying where to");
  }
  const to = new URL(location, from);
  checkStep(new URL(from), to, rules);
  to.username = "";
  to.password = "";
  to.hash = "";
  if (asked.includes(to.href)) throw new FetchFailure("redirect-loop", "redirected in a circle");
  return to.href;
}
