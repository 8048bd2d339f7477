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

/** What a row does not want of an output. */
function problemsOf(
  output: string,
  { contains = [], absent = [], equals = output, maxLength = Infinity }: Row,
): string[] {
  return [
    ...contains.filter((text) => !output.includes(text)).map((text) => `lacks ${text}`),
    ...absent.filter((text) => output.includes(text)).map((text) => `holds ${text}`),
    ...(output === equals ? [] : [`is not ${equals}`]),
    ...(output.length <= maxLength ? [] : [`has ${output.length} characters`]),
    ...(output.isWellFormed() ? [] : ["holds half a character"]),
  ];
}

/** What the rows do with a secret, by the code that they name. */
const SHOWN: Readonly<Record<string, (secret: Secret) => string>> = {
  "String(s)": String,
  "`${s}`": (secret) => String.raw({ raw: ["", ""] }, secret),
  's + ""': (secret) => "".concat(secret as unknown as string),
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
  "JSON.stringify({ ...s })": (secret) => JSON.stringify({ ...(secret as object) }),
};

describe.skipIf(rows.length === 0)("the shared rows on log safety", () => {
  it.each(of("sanitize"))("$id: a text is made safe to log", (row) => {
    const input = row.input === "__undefined__" ? undefined : row.input;

    expect(problemsOf(sanitizeForLog(input), row)).toEqual([]);
  });

  it.each(of("redact"))("$id: a credential is masked, in messages and by itself", (row) => {
    expect(problemsOf(redact(row.input as string), row)).toEqual([]);
    expect(problemsOf(sanitizeForLog(row.input), { ...row, contains: [] })).toEqual([]);
  });

  it.each(of("secret").filter(({ input }) => (input as string) in SHOWN))(
    "$id: a secret shows nothing of itself",
    (row) => {
      const show = SHOWN[row.input as string] ?? String;

      expect(problemsOf(show(new Secret(row.value ?? "")), row)).toEqual([]);
    },
  );

  it("no row on secrets is left out", () => {
    const others = of("secret").filter(({ input }) => !((input as string) in SHOWN));

    expect(others.map(({ input }) => input)).toEqual(["s.equals?.(new Secret(value))", 'new Secret("")']);
    expect(new Secret("one").equals(new Secret("one"))).toBe(true);
    expect(new Secret("one").equals(new Secret("two"))).toBe(false);
    expect(() => new Secret("")).toThrow(RangeError);
  });
});
