import { CrawlError } from "../common/errors.ts";
import { checkUrl, type UrlRules } from "../common/url-rules.ts";
import { addressJudge } from "./public-address.ts";
import { literalOf } from "./url-host.ts";

/** What {@link validateUrl} goes by. */
export interface UrlOptions extends UrlRules {
  /** Addresses and CIDR blocks that are open although they are not public. @defaultValue none */
  allowAddresses?: readonly string[];
}

/** {@link validateUrl} with its options read once. */
export function urlValidator(options: UrlOptions = {}): (input: string | URL) => URL {
  const judge = addressJudge(options.allowAddresses);
  return (input) => {
    const url = checkUrl(input, options);
    const literal = literalOf(url);
    const judgement = literal === undefined ? undefined : judge(literal);
    if (judgement === undefined || "canonical" in judgement) return url;
    throw new CrawlError("blocked-address", `the address ${literal} is not public: ${judgement.refusal}`);
  };
}

/**
 * The URL that `input` stands for, when it is one that may be asked for: http or https, in good form, at a port of
 * the web, and no address that is not public. Names are not looked up: that is {@link ensurePublicHost}'s part.
 *
 * @throws CrawlError `bad-url` for what breaks a rule on URLs, `blocked-address` for a literal address that is refused.
 */
export const validateUrl = (input: string | URL, options: UrlOptions = {}): URL =>
  urlValidator(options)(input);
