import { CrawlError } from "../common/errors.ts";
import { Fault, type FailureCategory } from "./failure.ts";

/** What the gate, or the check of an address, refuses a request with. */
interface Refusing {
  readonly category: FailureCategory;
  readonly code: string;
  readonly message: string;
}

const CATEGORIES: Readonly<Partial<Record<CrawlError["code"], FailureCategory>>> = {
  "lookup-failed": "network",
};

/** Makes a fault of whatever was thrown while a page was fetched. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof CrawlError) return refusalFault(error);
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return new Fault("timeout", "lookup-timeout", "the host was not looked up in time", { cause: error });
  }
  return new Fault("network", "failed", error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
