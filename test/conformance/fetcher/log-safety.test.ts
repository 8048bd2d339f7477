import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { redact, sanitizeForLog, Secret } from "../../../src/fetcher/index.ts";
import { arePresent, sharedRows } from "../../support/shared-data.ts";

const FILE = "conformance/log-safety.jsonl";

interface Row {
  readonly id: string;
  readonly kind: "sanitize" | "redact" | "secret";
  readonly input: unknown;
  readonly contains?: readonly string[];
  readonly absent?: readonly string[];
  readonly equals?: string;
  readonly maxLength?: number;
  readonly value?: string;
  readonly throws?: boolean;
}

const rows = arePresent("log safety", [FILE]) ? sharedRows<Row>(FILE) : [];
const of = (kind: Row["kind"]): readonly Row[] => rows.filter((row) => row.kind === kind);

function check(output: string, { contains = [], absent = [], equals, maxLength = Infinity }: Row): void {
  for (const text of contains) expect(output).toContain(text);
  for (const text of absent) expect(output).not.toContain(text);
  if (equals !== undefined) expect(output).toBe(equals);
  expect(output.length).toBeLessThanOrEqual(maxLength);
  expect(output.isWellFormed()).toBe(true);
}

/** What the rows do with a secret, by the code that they name. */
const SHOWN: Readonly<Record<string, (secret: Secret) => string>> = {
  "String(s)": String,
  "`${s}`": (secret) => `${secret}`,
  's + ""': (secret) => (secret as unknown as string) + "",
  'require("node:util").inspect({ s }, { depth: 9, showHidden: true })': (secret) =>
    inspect({ secret }, { depth: 9, showHidden: true }),
  "Object.keys(s).concat(Object.getOwnPropertyNames(s)).map(k => String(s[k])).join()": (secret) =>
    [...Object.keys(secret), ...Object.getOwnPropertyNames(secret)]
      .map((key) => String(Reflect.get(secret, key)))
      .join(),
  "Reflect.ownKeys(s).map(k => String(s[k])).join()": (secret) =>
    Reflect.ownKeys(secret)
      .map((key) => String(Reflect.get(secret, key)))
      .join(),
  "Object.assign({}, s) && JSON.stringify(Object.assign({}, s))": (secret) =>
    JSON.stringify(Object.assign({}, secret)),
  "JSON.stringify({ ...s })": (secret) => JSON.stringify({ ...secret }),
};

describe.skipIf(rows.length === 0)("the shared rows on log safety", () => {
  it.each(of("sanitize"))("$id: a text is made safe to log", (row) => {
    const input = row.input === "__undefined__" ? undefined : row.input;

    check(sanitizeForLog(input), row);
  });

  it.each(of("redact"))("$id: a credential is masked, in messages and by itself", (row) => {
    check(sanitizeForLog(row.input), { ...row, contains: [] });
    check(redact(row.input as string), row);
  });

  it.each(of("secret").filter(({ value }) => value !== undefined && !String(value).startsWith("s.equals")))(
    "$id: a secret shows nothing of itself",
    (row) => {
      const show = SHOWN[row.input as string];

      if (show === undefined) expect(row.input).toBe("s.equals?.(new Secret(value))");
      else check(show(new Secret(row.value ?? "")), row);
    },
  );

  it.each(of("secret").filter(({ throws }) => throws))("$id: an empty secret is refused", () => {
    expect(() => new Secret("")).toThrow(RangeError);
  });
});
