import { categoryOfStatus, Fault } from "./failure.ts";
import { contentTypeOf } from "./response-fields.ts";

/** What a provider brings back: what it says of the page, all of which is checked. */
export interface ExternalFetchResponse {
  readonly status: number;
  /** The address that answered in the end. */
  readonly finalUrl: string;
  /** The value of the answer's Content-Type. */
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** The addresses it was redirected to on the way, where the provider knows them. */
  readonly redirects?: readonly string[];
  /** The answer's other fields, where the provider knows them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer whose form was checked; its addresses were not. */
export interface CheckedAnswer {
  readonly status: number;
  readonly finalUrl: string;
  readonly redirects: readonly string[];
  readonly contentType: unknown;
  readonly body: unknown;
  readonly headers: Headers;
}

const refuse = (message: string, cause?: unknown): never => {
  throw new Fault("invalid-response", "provider-response", message, { cause });
};

function headersFrom(headers: unknown): Headers {
  if (headers === undefined || headers === null) return new Headers();
  try {
    return new Headers(headers as HeadersInit);
  } catch (error) {
    return refuse("the provider's header fields are none", error);
  }
}

const isStatus = (status: unknown): status is number =>
  typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 599;

/** @throws Fault for what is no answer. */
export function checkAnswer(answer: unknown): CheckedAnswer {
  if (typeof answer !== "object" || answer === null) return refuse("the provider brought back no answer");
  const {
    status,
    finalUrl,
    redirects = [],
    contentType,
    body,
    headers,
  } = answer as Partial<ExternalFetchResponse>;
  if (!isStatus(status)) return refuse("the provider's answer has no status");
  if (typeof finalUrl !== "string") return refuse("the provider does not say which address answered");
  if (!Array.isArray(redirects) || redirects.some((url) => typeof url !== "string")) {
    return refuse("the provider's redirects are no list of addresses");
  }
  return {
    status,
    finalUrl,
    redirects: redirects as string[],
    contentType,
    body,
    headers: headersFrom(headers),
  };
}

const octetsOf = (body: unknown): Uint8Array => {
  if (typeof body === "string") return Buffer.from(body, "utf8");
  return body instanceof Uint8Array ? body : refuse("the provider's body is neither text nor octets");
};

/**
 * The page in an answer.
 *
 * @throws Fault for a status that brings none, a type that is not accepted, and a body that is too large or none.
 */
export function pageIn(
  { status, contentType, body }: CheckedAnswer,
  { contentTypes, maxBytes }: { readonly contentTypes: readonly string[]; readonly maxBytes: number },
): { readonly contentType: string; readonly body: Uint8Array } {
  if (status < 200 || status > 299) {
    throw new Fault(categoryOfStatus(status), "status", `the provider says ${status}`, { status });
  }
  const field = typeof contentType === "string" ? [["content-type", contentType] as const] : [];
  const type = contentTypeOf(field, contentTypes, status);
  const octets = octetsOf(body);
  if (octets.length > maxBytes) {
    throw new Fault("invalid-response", "too-large", `the body has more than ${maxBytes} octets`, { status });
  }
  return { contentType: type, body: octets };
}
