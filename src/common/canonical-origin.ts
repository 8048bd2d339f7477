/** The longest name DNS carries; a longer host cannot be asked and would only fill tables. */
export const MAX_HOST_LENGTH = 253;

/** The origin of a parsed URL, as `originOf` has it; `undefined` for what is neither http nor https. */
export function canonicalOrigin({ protocol, hostname, port }: URL): string | undefined {
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  // `example.com.` and `example.com` are one host; `example.com..` is no host DNS knows and stays as it is.
  const host = hostname.replace(/(?<=[^.])\.$/, "");
  if (host.length > MAX_HOST_LENGTH) return undefined;
  return `${protocol}//${host}${port && `:${port}`}`;
}
