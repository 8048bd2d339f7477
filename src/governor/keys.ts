/**
 * What shares a pace. `"host"`: the host of a URL, or the given text in lower case. `"origin"`: the origin
 * of a URL, or the same. A function: one key or several, all of which must grant.
 */
export type KeyOption = "host" | "origin" | ((host: string) => string | readonly string[]);

/** Turns what a caller names into keys: never none, each once, sorted. */
export type KeysOf = (host: string) => readonly string[];

/**
 * Makes a {@link KeysOf} of the option.
 *
 * @throws TypeError for an option of another kind. What it returns throws a `TypeError` for an empty name
 * or for a function that names no key.
 */
export function keysFrom(option: KeyOption = "host"): KeysOf {
  if (option === "host" || option === "origin") return (host) => [namedKey(option, host)];
  if (typeof option !== "function") {
    throw new TypeError(`key must be "host", "origin" or a function, got ${String(option)}`);
  }
  return (host) => {
    const named = option(checkName(host));
    const keys = typeof named === "string" ? [named] : [...new Set(listed(named))].sort();
    if (keys.length === 0) throw new TypeError(`key must name at least one key for ${host}`);
    for (const key of keys) checkName(key);
    return keys;
  };
}

/** The key that a name stands for in `pause` and its like: by a function's option, the name itself. */
export function keyFrom(option: KeyOption = "host"): (name: string) => string {
  return typeof option === "string" ? (name) => namedKey(option, name) : checkName;
}

function namedKey(kind: "host" | "origin", name: string): string {
  checkName(name);
  if (name.includes("/") && URL.canParse(name)) {
    const url = new URL(name);
    if (url.host !== "") return kind === "host" ? url.host : url.origin;
  }
  return name.toLowerCase();
}

function listed(named: unknown): Iterable<string> {
  if (typeof named === "object" && named !== null && Symbol.iterator in named)
    return named as Iterable<string>;
  throw new TypeError(
    `key must return a text or a list of texts, got ${named === null ? "null" : typeof named}`,
  );
}

function checkName(name: unknown): string {
  if (typeof name !== "string" || name === "") {
    throw new TypeError(
      `host must be a text that is not empty, got ${name === "" ? "an empty one" : typeof name}`,
    );
  }
  return name;
}
