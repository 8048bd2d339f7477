/** Wrong arguments, or a source that cannot be read: a message for people, and exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
