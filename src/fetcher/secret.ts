import { createHash, timingSafeEqual } from "node:crypto";
import { MASK } from "./redact.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Keeps a text out of logs: everything that shows a value (`String`, templates, `JSON.stringify`, `util.inspect`,
 * its properties) shows a mask or nothing. Only {@link Secret.reveal} gives it.
 */
export class Secret {
  readonly #value: string;

  /** @throws TypeError for what is no text, RangeError for an empty one. */
  constructor(value: string) {
    if (typeof value !== "string") throw new TypeError(`a secret must be a string, got ${typeof value}`);
    if (value === "") throw new RangeError("a secret must not be empty");
    this.#value = value;
    Object.freeze(this);
  }

  /** The text itself. Ask for it where it is sent, and nowhere else. */
  reveal(): string {
    return this.#value;
  }

  /** Whether both hide the same text; takes the same time whether they do or not. */
  equals(other: Secret): boolean {
    return timingSafeEqual(digest(this.#value), digest(other.reveal()));
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.toPrimitive](): string {
    return MASK;
  }
}

/** `text` without any of the secrets, however they came into it. */
export const withoutSecrets = (text: string, secrets: readonly Secret[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret.reveal(), MASK), text);
