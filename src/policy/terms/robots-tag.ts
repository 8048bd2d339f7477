/** One directive of `X-Robots-Tag` or meta robots, as it was written. */
export interface RobotsTagDirective {
  /** Lower case. */
  readonly name: string;
  /** Behind the colon, as in `max-snippet: 20`. */
  readonly value?: string;
  /** The crawler that it is for, lower case; absent: all. */
  readonly agent?: string;
}

/** What may be done with a page. Directives add up to the most restrictive; what nobody restricts is open. */
export interface RobotsTag {
  /** Whether it may be shown in results (`noindex`, `none`). */
  readonly index: boolean;
  /** Whether its links may be followed (`nofollow`, `none`). */
  readonly follow: boolean;
  /** Whether a copy may be shown (`noarchive`, `nocache`). */
  readonly archive: boolean;
  /** Whether text of it may be shown (`nosnippet`, `max-snippet: 0`). */
  readonly snippet: boolean;
  /** Whether its images may be shown in results (`noimageindex`). */
  readonly imageIndex: boolean;
  /** Whether a translation may be offered (`notranslate`). */
  readonly translate: boolean;
  /** So many characters of text may be shown; absent: any number. */
  readonly maxSnippetCharacters?: number;
  /** So large a picture of it may be shown; absent: nothing was said. */
  readonly maxImagePreview?: "none" | "standard" | "large";
  /** So many seconds of video may be shown; absent: any number. */
  readonly maxVideoPreviewSeconds?: number;
  /** From when on it must not be shown, epoch milliseconds; the earliest. A date that cannot be read is none. */
  readonly unavailableAfterMs?: number;
  /** Every directive for this crawler, in order, also those that are not known here. */
  readonly directives: readonly RobotsTagDirective[];
}

/** Directives that have a value behind a colon. Any other word before a colon is the name of a crawler. */
const WITH_VALUE: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "max-snippet",
  "max-image-preview",
  "max-video-preview",
  "unavailable_after",
]);
const IMAGE_SIZES = ["none", "standard", "large"] as const;

/** A word, then what parts it from the rest: a colon, or in the draft of robots-tag an equals sign. */
const PREFIX = /^([\w*.-]+)\s*[:=]\s*/;

/** Whether a date goes on behind the comma: `Wed, 03 Dec 2025 13:09:53 GMT`. */
const isCutDate = (directive: RobotsTagDirective | undefined, next: string): boolean =>
  directive?.name === "unavailable_after" && /^[a-z]+$/i.test(directive.value ?? "") && /^\d/.test(next);

/** The directives of one line. The name of a crawler holds for what follows, up to the next name. */
function directivesOf(line: string): RobotsTagDirective[] {
  const found: RobotsTagDirective[] = [];
  let agent: string | undefined;
  for (const part of line.split(/[,;]/)) {
    let rest = part.trim();
    const last = found.at(-1);
    if (last !== undefined && isCutDate(last, rest)) {
      found[found.length - 1] = { ...last, value: `${last.value ?? ""}, ${rest}` };
      continue;
    }
    let prefix = PREFIX.exec(rest);
    if (prefix !== null && !WITH_VALUE.has((prefix[1] ?? "").toLowerCase())) {
      agent = prefix[1]?.toLowerCase();
      rest = rest.slice(prefix[0].length);
      prefix = PREFIX.exec(rest);
    }
    if (rest === "") continue;
    const name = (prefix?.[1] ?? rest).toLowerCase();
    const value = prefix === null ? {} : { value: rest.slice(prefix[0].length) };
    found.push({ name, ...value, ...(agent === undefined || agent === "*" ? {} : { agent }) });
  }
  return found;
}

/** A date of any common form in epoch milliseconds; without a zone it is UTC, wherever this runs. */
function dateMs(text: string): number {
  const hasZone = /(?:z|utc|gmt|[ecmp][sd]t|[+-]\d\d:?\d\d)\s*$/i.test(text);
  const isIso = /^\d{4}-\d\d-\d\d/.test(text);
  const zone = isIso ? (/[t ]\d/i.test(text) ? "Z" : "") : " UTC";
  return Date.parse(hasZone ? text : text + zone);
}

/** A field where there is a value for it. */
const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };

const least = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : Math.min(...values);

/**
 * Reads `X-Robots-Tag`, or the content of a meta element named robots, for a crawler: what is said to all and what
 * is said to it, together. Give each line of the header on its own where there are several: the name of a crawler
 * holds to the end of its line. For a meta element with a crawler's own name, ask only that crawler's.
 * No text makes it throw.
 *
 * @param token - the crawler's product token. @defaultValue none: what is said to all
 */
export function parseRobotsTag(header: string | readonly string[], token: string = "*"): RobotsTag {
  const asked = token.toLowerCase();
  const directives = [header]
    .flat()
    .flatMap(directivesOf)
    .filter(({ agent }) => agent === undefined || agent === asked);
  const names = new Set(directives.map(({ name }) => name));
  const isOpen = (...closing: readonly string[]): boolean => !closing.some((name) => names.has(name));
  const valuesOf = (name: string): string[] =>
    directives.filter((directive) => directive.name === name).map(({ value = "" }) => value);
  const limitOf = (name: string): number | undefined =>
    least(
      valuesOf(name)
        .filter((value) => /^\d+$/.test(value))
        .map(Number),
    );

  const maxSnippet = limitOf("max-snippet");
  const sizes = new Set(valuesOf("max-image-preview").map((value) => value.toLowerCase()));
  const dates = valuesOf("unavailable_after").map(dateMs).filter(Number.isFinite);
  return {
    index: isOpen("noindex", "none"),
    follow: isOpen("nofollow", "none"),
    archive: isOpen("noarchive", "nocache"),
    snippet: isOpen("nosnippet") && maxSnippet !== 0,
    imageIndex: isOpen("noimageindex"),
    translate: isOpen("notranslate"),
    ...optional("maxSnippetCharacters", maxSnippet),
    ...optional(
      "maxImagePreview",
      IMAGE_SIZES.find((size) => sizes.has(size)),
    ),
    ...optional("maxVideoPreviewSeconds", limitOf("max-video-preview")),
    ...optional("unavailableAfterMs", least(dates)),
    directives,
  };
}
