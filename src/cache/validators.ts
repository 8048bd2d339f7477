import { parseHttpDate } from "../common/retry-after.ts";
import type { HeaderFields } from "./headers.ts";

/** What asks a server whether a copy still holds. Sent to the address it came from and to no other. */
export interface Validators {
  readonly url: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

/** Longer ones are nobody's; they would only be kept. */
const MAX_ETAG_LENGTH = 512;

/** Printable ASCII alone may go back into a request: anything else could end the header line. */
const isSendable = (etag: string): boolean => etag.length <= MAX_ETAG_LENGTH && /^[\x20-\x7e]+$/.test(etag);

/** The validators of an answer from `url`; `undefined` when it has none that can be sent back. */
export function validatorsOf(headers: HeaderFields, url: string): Validators | undefined {
  const etag = headers.single("etag") ?? "";
  const lastModified = headers.single("last-modified") ?? "";
  const validators: Validators = {
    url,
    ...(isSendable(etag) ? { etag } : {}),
    ...(parseHttpDate(lastModified) === undefined ? {} : { lastModified }),
  };
  return "etag" in validators || "lastModified" in validators ? validators : undefined;
}

/** The header fields that make a request to `url` conditional; none when the validators are another's. */
export function conditionalHeaders(validators: Validators | undefined, url: string): Record<string, string> {
  if (validators === undefined || validators.url !== url) return {};
  const { etag, lastModified } = validators;
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

/** The validators of a copy that was just confirmed: what the confirmation does not say stays. */
export function renewedValidators(
  old: Validators | undefined,
  confirmation: Validators | undefined,
): Validators | undefined {
  return old?.url === confirmation?.url ? Object.assign({}, old, confirmation) : (confirmation ?? old);
}
